import DoubletakeCapture

/// Which applications' sound is recorded, as it is written: `app:Firefox`, or `not-app:Firefox` for all others.
///
/// An application is meant by what it calls itself or by what its program is called, in capital letters or not, and never
/// by a part of that: what somebody didn't name is not in the film.
enum ApplicationSelection: Equatable {
    /// That one alone.
    case only(String)
    /// All but that one.
    case allBut(String)

    /// Reads it; nil when the text says something else.
    init?(_ text: String) {
        let kinds: [(String, (String) -> ApplicationSelection)] = [("app:", Self.only), ("not-app:", Self.allBut)]
        for (prefix, make) in kinds where text.hasPrefix(prefix) && text.count > prefix.count {
            self = make(String(text.dropFirst(prefix.count)))
            return
        }
        return nil
    }

    /// What a device stands for; nil when it is another kind of device.
    init?(of device: CaptureDevice) {
        guard device.kind == .applicationAudio else { return nil }
        self.init(device.id)
    }

    /// Whether what a stream plays is recorded.
    func contains(_ stream: PlayingStream) -> Bool {
        switch self {
        case .only(let name): Self.isName(name, of: stream)
        case .allBut(let name): !Self.isName(name, of: stream)
        }
    }

    private static func isName(_ name: String, of stream: PlayingStream) -> Bool {
        stream.applicationNames.contains { $0.lowercased() == name.lowercased() }
    }
}
