import CYAML

/// Reads the one YAML document of a text into nodes; JSON is YAML.
///
/// Aliases are followed, but not into the absurd: what a document would be written out in full is bounded.
struct YAMLDocument {
    /// Why a text is no document.
    struct Failure: Error {
        let place: YAMLNode.Place
        /// What completes "the plan can't be read: ...".
        let reason: String
    }

    /// The parts of a document, aliases written out: a plan of 10,000 takes with fifty steps each is half of it.
    ///
    /// Fewer, and large plans don't fit; more, and nine lines of nested aliases take the memory.
    private static let mostNodes = 4_000_000
    /// How deep lists and mappings lie in each other; deeper, and reading them takes the stack.
    private static let deepestNesting = 64

    /// The document's outermost part.
    let root: YAMLNode

    /// Reads a text in UTF-8.
    init(_ text: [UInt8]) throws(Failure) {
        let parser = EventReader(text)
        var builder = Builder(parser: parser)
        root = try builder.document()
    }

    /// A part, and how many it is with all that is in it.
    private struct Sized {
        let node: YAMLNode
        let count: Int
    }

    /// Builds the nodes of what the parser finds.
    private struct Builder {
        let parser: EventReader
        var anchors: [String: Sized] = [:]

        mutating func document() throws(Failure) -> YAMLNode {
            var found: YAMLNode?
            while let event = try parser.next() {
                switch event.kind {
                case .structure: continue
                case .end: break
                default:
                    if found != nil {
                        throw Failure(place: event.place, reason: "a second document begins here")
                    }
                    found = try node(event, depth: 0).node
                }
            }
            guard let found else { throw Failure(place: .init(line: 1, column: 1), reason: "there is nothing in it") }
            return found
        }

        private mutating func node(_ event: EventReader.Event, depth: Int) throws(Failure) -> Sized {
            guard depth < YAMLDocument.deepestNesting else {
                throw Failure(
                    place: event.place, reason: "more than \(YAMLDocument.deepestNesting) things lie in each other here"
                )
            }
            let sized: Sized
            switch event.kind {
            case .alias(let name):
                guard let anchor = anchors[name] else {
                    throw Failure(place: event.place, reason: "nothing above is marked &\(name)")
                }
                return Sized(node: anchor.node, count: anchor.count)
            case .scalar(let text, let style):
                sized = Sized(node: YAMLNode(place: event.place, content: .scalar(text, style)), count: 1)
            case .sequenceStart: sized = try sequence(event, depth)
            case .mappingStart: sized = try mapping(event, depth)
            case .end, .structure:
                throw Failure(place: event.place, reason: "something is missing here")
            }
            if let anchor = event.anchor { anchors[anchor] = sized }
            return sized
        }

        private mutating func sequence(_ start: EventReader.Event, _ depth: Int) throws(Failure) -> Sized {
            var nodes: [YAMLNode] = []
            var count = 1
            while true {
                let event = try parser.required(after: start)
                if case .end = event.kind { break }
                let element = try node(event, depth: depth + 1)
                try add(element, to: &count)
                nodes.append(element.node)
            }
            return Sized(node: YAMLNode(place: start.place, content: .sequence(nodes)), count: count)
        }

        private mutating func mapping(_ start: EventReader.Event, _ depth: Int) throws(Failure) -> Sized {
            var entries: [YAMLNode.Entry] = []
            var names: Set<String> = []
            var count = 1
            while true {
                let event = try parser.required(after: start)
                if case .end = event.kind { break }
                let key = try node(event, depth: depth + 1)
                if let name = key.node.text, !names.insert(name).inserted {
                    throw Failure(place: event.place, reason: "\(name) stands twice in one mapping")
                }
                let value = try node(parser.required(after: event), depth: depth + 1)
                try add(key, to: &count)
                try add(value, to: &count)
                entries.append(YAMLNode.Entry(key: key.node, value: value.node))
            }
            return Sized(node: YAMLNode(place: start.place, content: .mapping(entries)), count: count)
        }

        private func add(_ part: Sized, to count: inout Int) throws(Failure) {
            count += part.count
            guard count <= YAMLDocument.mostNodes else {
                throw Failure(place: part.node.place, reason: "its aliases write out to more than can be read")
            }
        }
    }

    /// What libyaml finds in a text, one after the other.
    @safe
    private final class EventReader {
        // @safe: the parser is initialised once, reads from the bytes that are kept beside it, and is deleted in `deinit`.

        enum Kind {
            case alias(String)
            case scalar(String, YAMLNode.ScalarStyle)
            case sequenceStart
            case mappingStart
            /// Of a list or a mapping.
            case end
            /// Of the stream or the document.
            case structure
        }

        struct Event {
            let kind: Kind
            let place: YAMLNode.Place
            let anchor: String?
        }

        private let parser: UnsafeMutablePointer<yaml_parser_t>
        private let text: UnsafeMutableBufferPointer<UInt8>
        private var isAtEnd = false

        init(_ bytes: [UInt8]) {
            unsafe parser = .allocate(capacity: 1)
            // SAFETY: libyaml clears the structure before it uses it; it fails only without memory.
            let isReady = unsafe yaml_parser_initialize(parser)
            precondition(isReady != 0, "there is memory for a parser")
            unsafe text = .allocate(capacity: max(bytes.count, 1))
            _ = unsafe text.initialize(from: bytes)
            unsafe yaml_parser_set_input_string(parser, text.baseAddress, bytes.count)
            unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        }

        deinit {
            unsafe yaml_parser_delete(parser)
            unsafe parser.deallocate()
            unsafe text.deallocate()
        }

        /// The next event; there is one, or the text ends in the middle of `start`.
        func required(after start: Event) throws(Failure) -> Event {
            guard let event = try next() else { throw Failure(place: start.place, reason: "it has no end") }
            return event
        }

        /// The next event; nil at the end.
        func next() throws(Failure) -> Event? {
            guard !isAtEnd else { return nil }
            var event = unsafe yaml_event_t()
            // SAFETY: the event is a local that libyaml fills in, and is deleted below.
            guard unsafe yaml_parser_parse(parser, &event) != 0 else { throw failure() }
            defer { unsafe yaml_event_delete(&event) }
            let place = unsafe YAMLNode.Place(
                line: event.start_mark.line + 1,
                column: event.start_mark.column + 1
            )
            // SAFETY: the event's type says which member of the union is meant; its texts end with a zero and live until
            // the event is deleted.
            switch unsafe event.type {
            case YAML_STREAM_END_EVENT:
                isAtEnd = true
                return nil
            case YAML_ALIAS_EVENT:
                let name = unsafe Self.string(event.data.alias.anchor) ?? ""
                return Event(kind: .alias(name), place: place, anchor: nil)
            case YAML_SCALAR_EVENT:
                let scalar = unsafe event.data.scalar
                let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
                let style: YAMLNode.ScalarStyle = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE ? .plain : .quoted
                let text = unsafe String(decoding: bytes, as: UTF8.self)
                return unsafe Event(kind: .scalar(text, style), place: place, anchor: Self.string(scalar.anchor))
            case YAML_SEQUENCE_START_EVENT:
                let anchor = unsafe Self.string(event.data.sequence_start.anchor)
                return Event(kind: .sequenceStart, place: place, anchor: anchor)
            case YAML_MAPPING_START_EVENT:
                let anchor = unsafe Self.string(event.data.mapping_start.anchor)
                return Event(kind: .mappingStart, place: place, anchor: anchor)
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
                return Event(kind: .end, place: place, anchor: nil)
            default: return Event(kind: .structure, place: place, anchor: nil)
            }
        }

        private static func string(_ text: UnsafeMutablePointer<UInt8>?) -> String? {
            guard let text = unsafe text else { return nil }
            return unsafe String(cString: text)
        }

        private func failure() -> Failure {
            let mark = unsafe parser.pointee.problem_mark
            let place = YAMLNode.Place(line: mark.line + 1, column: mark.column + 1)
            // SAFETY: libyaml's messages are constants of its own.
            guard let problem = unsafe parser.pointee.problem else {
                return Failure(place: place, reason: "it can't be understood")
            }
            return unsafe Failure(place: place, reason: String(cString: problem))
        }
    }
}
