/// Puts values for names in braces; every brace around something else stays as it is.
enum BraceTemplate {
    /// The text with `{theme}` replaced by the value of `theme`, once: what a value contains is not looked at again.
    static func fill(_ text: String, with values: [String: String]) -> String {
        guard text.contains("{") else { return text }
        var filled = ""
        var rest = text[...]
        while let opening = rest.firstIndex(of: "{") {
            filled += rest[..<opening]
            let inside = rest[rest.index(after: opening)...]
            if let closing = inside.firstIndex(of: "}"), let value = values[String(inside[..<closing])] {
                filled += value
                rest = inside[inside.index(after: closing)...]
            } else {
                filled += "{"
                rest = inside
            }
        }
        return filled + rest
    }

    /// Whether a text has a place for a name.
    static func has(_ name: String, in text: String) -> Bool {
        text.contains("{\(name)}")
    }
}

extension YAMLNode {
    /// The node with all its texts filled in; keys stay as they are.
    func filled(with values: [String: String]) -> YAMLNode {
        switch content {
        case .scalar(let text, let style):
            return YAMLNode(place: place, content: .scalar(BraceTemplate.fill(text, with: values), style))
        case .sequence(let nodes):
            return YAMLNode(place: place, content: .sequence(nodes.map { $0.filled(with: values) }))
        case .mapping(let entries):
            let filled = entries.map { Entry(key: $0.key, value: $0.value.filled(with: values)) }
            return YAMLNode(place: place, content: .mapping(filled))
        }
    }

    /// The mapping with the keys of `defaults` that it lacks; mappings under the keys in `merged` likewise.
    func completed(by defaults: YAMLNode, merging merged: Set<String> = []) -> YAMLNode {
        guard case .mapping(let own) = content, case .mapping(let others) = defaults.content else { return self }
        var entries = own
        for other in others {
            guard let name = other.key.text else { continue }
            guard let index = entries.firstIndex(where: { $0.key.text == name }) else {
                entries.append(other)
                continue
            }
            guard merged.contains(name) else { continue }
            entries[index] = Entry(key: entries[index].key, value: entries[index].value.completed(by: other.value))
        }
        return YAMLNode(place: place, content: .mapping(entries))
    }
}
