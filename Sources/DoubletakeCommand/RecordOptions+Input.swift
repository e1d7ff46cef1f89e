import Doubletake
import DoubletakeCapture

extension RecordOptions {
    static let inputRows: [OptionRow<RecordOptions>] = [
        .flag("--show-clicks", help: "draws a halo around the pointer at clicks, in the film only") {
            $0.configuration.shownInput.insert(.clicks)
        },
        .flag(
            "--show-keys",
            help: "writes keys into the film; passwords too, unless their program grabs the keyboard"
        ) {
            $0.configuration.shownInput.insert(.keys)
        },
    ]

    /// Keys that are the recorder's own aren't shown, and where no screen is recorded nothing could be.
    mutating func resolveInput() throws(UsageError) {
        configuration.unshownKeys = Set(keys.values)
        let options = [("--show-clicks", ShownInput.clicks), ("--show-keys", .keys)]
        guard let (option, _) = options.first(where: { configuration.shownInput.contains($0.1) }) else { return }
        if cameraOptions.isPreviewed { throw .conflict("--preview", option) }
        if configuration.picture == .cameras { throw .conflict("--cameras-only", option) }
    }
}
