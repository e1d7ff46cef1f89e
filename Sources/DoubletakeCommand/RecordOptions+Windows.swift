import Doubletake
import DoubletakeCapture

extension RecordOptions {
    /// Which window is recorded, and what becomes of the film when it changes.
    static let windowRows: [OptionRow<RecordOptions>] = [
        .value(
            "--window",
            "-w",
            taking: "WINDOW",
            expected: "an id such as 0x1c00007, active, focused, pick, title:TEXT or class:TEXT",
            help: "a window, also when covered: an id, active, focused, pick, title:TEXT or class:TEXT"
        ) { options, text in
            let isEmptyText = ["title:", "class:"].contains(text)
            if text == "pick" {
                options.request(.chosen(.window), by: "--window")
            } else {
                options.choose(.window(text), by: "--window")
            }
            return !text.isEmpty && !isEmptyText
        },
        .value(
            "--on-resize",
            taking: "fit|crop",
            expected: "fit or crop",
            help: "a window that gets another size is scaled into the picture (fit), or cut off"
        ) { options, text in
            guard let behavior = ResizeBehavior(rawValue: text) else { return false }
            options.configuration.resizing = behavior
            return true
        },
        .value(
            "--on-close",
            taking: "stop|hold|wait",
            expected: "stop, hold or wait",
            help: "when a window is closed: end (stop), keep its last picture, or wait for such a window"
        ) { options, text in
            guard let behavior = CloseBehavior(rawValue: text) else { return false }
            options.configuration.closing = behavior
            return true
        },
    ]
}
