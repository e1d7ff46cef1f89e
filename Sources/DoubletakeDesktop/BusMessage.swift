import CSystemd

/// A message that is being made, or has come.
///
/// The corresponding C type is `sd_bus_message`. One thread uses it: that of its connection.
@safe
struct BusMessage: ~Copyable {
    // @safe: the pointer comes from the library with one reference, which `deinit` gives back.
    let pointer: OpaquePointer

    /// Takes over a reference.
    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        _ = unsafe sd_bus_message_unref(pointer)
    }

    // MARK: What it is

    /// Whether it is a signal with that name.
    ///
    /// The corresponding C function is `sd_bus_message_is_signal`.
    func isSignal(_ interface: String, _ member: String) -> Bool {
        unsafe sd_bus_message_is_signal(pointer, interface, member) > 0
    }

    /// Whether somebody calls that method of us.
    ///
    /// The corresponding C function is `sd_bus_message_is_method_call`.
    func isCall(_ interface: String, _ member: String) -> Bool {
        unsafe sd_bus_message_is_method_call(pointer, interface, member) > 0
    }

    /// Whether somebody calls a method of us and waits for the answer.
    var wantsAnswer: Bool {
        unsafe sd_bus_message_is_method_call(pointer, nil, nil) > 0 && sd_bus_message_get_expect_reply(pointer) > 0
    }

    // MARK: What is in it

    /// Puts values behind those that are in it.
    ///
    /// The corresponding C functions are `sd_bus_message_append_basic` and `sd_bus_message_open_container`.
    func append(_ values: [BusValue]) throws(BusError) {
        for value in values { try append(value) }
    }

    private func append(_ value: BusValue) throws(BusError) {
        switch value {
        case .string(let text): try append(text, as: "s")
        case .objectPath(let path): try append(path, as: "o")
        case .uint32(var number): try append("u") { unsafe sd_bus_message_append_basic(pointer, $0, &number) }
        case .int32(var number): try append("i") { unsafe sd_bus_message_append_basic(pointer, $0, &number) }
        case .byte(var number): try append("y") { unsafe sd_bus_message_append_basic(pointer, $0, &number) }
        case .boolean(let isTrue):
            // The library takes a C int for it.
            var number: Int32 = isTrue ? 1 : 0
            try append("b") { unsafe sd_bus_message_append_basic(pointer, $0, &number) }
        case .descriptor(let file):
            var number = file.descriptor
            try append("h") { unsafe sd_bus_message_append_basic(pointer, $0, &number) }
        case .array(let element, let values): try append("a", element, values)
        case .structure(let values): try append("r", values.map(\.signature).joined(), values)
        case .variant(let value): try append("v", value.signature, [value])
        case .entry(let key, let value): try append("e", key.signature + value.signature, [key, value])
        }
    }

    private func append(_ text: String, as type: Character) throws(BusError) {
        // SAFETY: the text is valid within the call, which copies it.
        try append(type) { kind in
            unsafe text.withCString { unsafe sd_bus_message_append_basic(pointer, kind, $0) }
        }
    }

    private func append(_ type: Character, _ body: (CChar) -> Int32) throws(BusError) {
        try Self.check("sd_bus_message_append_basic", body(Self.code(type)))
    }

    private func append(_ container: Character, _ contents: String, _ values: [BusValue]) throws(BusError) {
        try Self.check(
            "sd_bus_message_open_container",
            unsafe sd_bus_message_open_container(pointer, Self.code(container), contents)
        )
        try append(values)
        try Self.check("sd_bus_message_close_container", unsafe sd_bus_message_close_container(pointer))
    }

    /// Reads all values that are left in it, or in the container that was entered; those of types that nobody here needs
    /// are passed over.
    ///
    /// The corresponding C functions are `sd_bus_message_peek_type` and `sd_bus_message_read_basic`.
    func values() throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while true {
            var type: CChar = 0
            var contents: UnsafePointer<CChar>?
            // SAFETY: the call fills in two locals; the text belongs to the message.
            let status = unsafe sd_bus_message_peek_type(pointer, &type, &contents)
            try Self.check("sd_bus_message_peek_type", status)
            if status == 0 { return values }
            let signature = unsafe contents.map { unsafe String(cString: $0) } ?? ""
            if let value = try value(Character(UnicodeScalar(UInt8(bitPattern: type))), signature) {
                values.append(value)
            }
        }
    }

    private func value(_ type: Character, _ contents: String) throws(BusError) -> BusValue? {
        switch type {
        case "s", "o", "g":
            var text: UnsafePointer<CChar>?
            // SAFETY: the call fills in a local; the text belongs to the message and is copied.
            try read(type) { unsafe sd_bus_message_read_basic(pointer, $0, &text) }
            let string = unsafe text.map { unsafe String(cString: $0) } ?? ""
            return type == "o" ? .objectPath(string) : .string(string)
        case "u":
            var number: UInt32 = 0
            try read(type) { unsafe sd_bus_message_read_basic(pointer, $0, &number) }
            return .uint32(number)
        case "i":
            var number: Int32 = 0
            try read(type) { unsafe sd_bus_message_read_basic(pointer, $0, &number) }
            return .int32(number)
        case "y":
            var number: UInt8 = 0
            try read(type) { unsafe sd_bus_message_read_basic(pointer, $0, &number) }
            return .byte(number)
        case "b":
            var number: Int32 = 0
            try read(type) { unsafe sd_bus_message_read_basic(pointer, $0, &number) }
            return .boolean(number != 0)
        case "h":
            var number: Int32 = -1
            try read(type) { unsafe sd_bus_message_read_basic(pointer, $0, &number) }
            return BusDescriptor(copying: number).map { .descriptor($0) }
        case "a": return .array(of: contents, try inside(type, contents))
        case "r": return .structure(try inside(type, contents))
        case "v": return try inside(type, contents).first.map { .variant($0) }
        case "e":
            let both = try inside(type, contents)
            return both.count == 2 ? .entry(both[0], both[1]) : nil
        default:
            try Self.check("sd_bus_message_skip", unsafe sd_bus_message_skip(pointer, String(type)))
            return nil
        }
    }

    private func inside(_ container: Character, _ contents: String) throws(BusError) -> [BusValue] {
        try Self.check(
            "sd_bus_message_enter_container",
            unsafe sd_bus_message_enter_container(pointer, Self.code(container), contents)
        )
        let values = try values()
        try Self.check("sd_bus_message_exit_container", unsafe sd_bus_message_exit_container(pointer))
        return values
    }

    private func read(_ type: Character, _ body: (CChar) -> Int32) throws(BusError) {
        try Self.check("sd_bus_message_read_basic", body(Self.code(type)))
    }

    private static func code(_ type: Character) -> CChar {
        CChar(bitPattern: type.asciiValue ?? 0)
    }

    /// Throws what a call's status says.
    static func check(_ call: String, _ status: Int32) throws(BusError) {
        if status < 0 { throw .system(call: call, errorNumber: -status) }
    }
}
