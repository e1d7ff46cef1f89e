import DoubletakeControl

extension RecordOptions {
    /// Whether a film can be started by a key.
    var canStartByKey: Bool {
        keys.keys.contains { $0.canStart }
    }

    /// Reads keys as they are written: `F9`, `stop=F10`, `none`; the last one for an action counts.
    ///
    /// The usual key is taken as well, unless there is another one that starts.
    static func keys(_ texts: [String]) throws(UsageError) -> [KeyAction: KeyDescription] {
        var keys: [KeyAction: KeyDescription] = [:]
        var isUsualWanted = true
        for text in texts {
            if text == "none" {
                keys = [:]
                isUsualWanted = false
                continue
            }
            let (action, name) = try action(in: text)
            do throws(KeyDescriptionError) {
                keys[action] = try KeyDescription(name)
            } catch {
                throw .badKey(error)
            }
            if action.canStart { isUsualWanted = false }
        }
        if isUsualWanted { keys[.press] = .usual }
        for action in KeyAction.allCases {
            for other in KeyAction.allCases where other != action && keys[other] != nil && keys[other] == keys[action] {
                throw .conflict("--key \(Self.text(action, keys[action]))", "--key \(Self.text(other, keys[other]))")
            }
        }
        return keys
    }

    private static func text(_ action: KeyAction, _ key: KeyDescription?) -> String {
        let key = key?.description ?? ""
        return action == .press ? key : "\(action.rawValue)=\(key)"
    }

    /// Takes the action off; what stands before an equals sign that is a key of its own is none.
    private static func action(in text: String) throws(UsageError) -> (KeyAction, key: String) {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex, !text[..<equals].contains("+") else {
            return (.press, text)
        }
        let name = String(text[..<equals])
        guard let action = KeyAction.named.first(where: { $0.rawValue == name }) else { throw .unknownAction(name) }
        return (action, String(text[text.index(after: equals)...]))
    }
}

extension KeyDescription {
    /// F9: no program that people film needs it, and it can be found without looking.
    static let usual = KeyDescription(keysym: 0xffc6)
}
