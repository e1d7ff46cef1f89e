import DoubletakeCapture
import DoubletakeMedia
import DoubletakeXCB

/// The windows of a screen that people know as such.
struct WindowList {
    private struct Entry {
        let id: X11ID
        let description: X11WindowDescription
    }

    private let connection: X11Connection
    private let entries: [Entry]

    /// Asks a server for its windows.
    init(_ connection: X11Connection) throws(CaptureError) {
        self.connection = connection
        entries = try explainingFailures { () throws(X11Error) in
            var entries: [Entry] = []
            for id in try Self.ids(connection) {
                // It may have been closed meanwhile.
                guard let description = try connection.description(ofWindow: id) else { continue }
                entries.append(Entry(id: id, description: description))
            }
            return entries
        }
    }

    /// The windows that the window manager knows, the oldest first; without one, those that are shown, the lowest first.
    static func ids(_ connection: X11Connection) throws(X11Error) -> [X11ID] {
        if let managed = try connection.managedWindows() { return managed }
        var shown: [X11ID] = []
        for id in try connection.children(of: connection.screen.root) {
            guard let state = try connection.state(ofWindow: id) else { continue }
            if state.visibility == .shown, state.pixelFormat != nil { shown.append(id) }
        }
        return shown
    }

    /// The id that a text names, in the server's hexadecimal form or as a plain number; nil when it is none.
    static func id(_ text: String) -> X11ID? {
        let number = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
        return number.map { X11ID($0) }
    }

    /// The window that a device is now; nil when it is none.
    static func id(ofDevice device: String, _ connection: X11Connection) throws(X11Error) -> X11ID? {
        device == X11Backend.focusedWindowID ? try active(connection).flatMap { id($0.id) } : id(device)
    }

    /// All of them.
    var devices: [CaptureDevice] {
        entries.map { Self.device($0.id, $0.description) }
    }

    /// All of them as an error lists them.
    var choices: [String] {
        devices.map(\.choice)
    }

    /// The one that has the focus; nil when none has.
    static func active(_ connection: X11Connection) throws(X11Error) -> CaptureDevice? {
        guard let focus = try connection.activeWindow() else { return nil }
        // Without a window manager the focus is often with a part of the window.
        let isKnown = try ids(connection).contains(focus)
        guard let id = isKnown ? focus : try connection.topLevel(of: focus),
            let description = try connection.description(ofWindow: id)
        else { return nil }
        return device(id, description)
    }

    /// The one whose title or class has a text in it, whatever the case.
    ///
    /// - Throws: `CaptureError.ambiguous` when it is several.
    func matching(_ name: String, _ part: String, in text: KeyPath<X11WindowDescription, String>) throws(CaptureError)
        -> CaptureDevice?
    {
        let wanted = part.lowercased()
        let matches = entries.filter { $0.description[keyPath: text].lowercased().contains(wanted) }
        guard matches.count > 1 else { return matches.first.map { Self.device($0.id, $0.description) } }
        let choices = matches.map { Self.device($0.id, $0.description).choice }
        throw .ambiguous(name: name, kind: .window, matches: choices)
    }

    /// The window of an id, whether people know it as one or not; nil when there is none.
    static func device(withID id: X11ID, _ connection: X11Connection) throws(X11Error) -> CaptureDevice? {
        try connection.description(ofWindow: id).map { device(id, $0) }
    }

    private static func device(_ id: X11ID, _ description: X11WindowDescription) -> CaptureDevice {
        let hexadecimal = "0x" + String(id.rawValue, radix: 16)
        let name = [description.title, description.className].first { !$0.isEmpty } ?? hexadecimal
        return CaptureDevice(id: hexadecimal, name: name, kind: .window)
    }
}
