import CSystemd
import DoubletakeMedia
import Glibc

/// Whom a call goes to, and what it is.
struct BusMethod: Sendable {
    let destination: String
    let path: String
    let interface: String
    let member: String

    init(_ destination: String, _ path: String, _ interface: String, _ member: String) {
        (self.destination, self.path, self.interface, self.member) = (destination, path, interface, member)
    }
}

/// A connection to a bus.
///
/// The corresponding C type is `sd_bus`. One thread uses it. Nothing waits longer than `patience` for an answer.
@safe
final class BusConnection {
    // @safe: the pointer comes from sd_bus_new and is closed in `deinit` alone; one thread has the object.

    /// How long a bus, or one who is called on it, may take to answer.
    ///
    /// With less a service that is only just started for the call would be missed; with more one that hangs would hold up
    /// the end of a recording.
    static let patience = Duration.seconds(1)

    private let pointer: OpaquePointer

    /// Connects to the bus of an address, such as `unix:path=/run/user/1000/bus`.
    ///
    /// The corresponding C functions are `sd_bus_new` and `sd_bus_start`.
    init(address: String) throws(BusError) {
        var made: OpaquePointer?
        // SAFETY: the call fills in a local, with the one reference.
        try BusMessage.check("sd_bus_new", unsafe sd_bus_new(&made))
        guard let pointer = unsafe made else { throw .system(call: "sd_bus_new", errorNumber: ENOMEM) }
        unsafe self.pointer = unsafe pointer
        try BusMessage.check("sd_bus_set_address", unsafe sd_bus_set_address(pointer, address))
        try BusMessage.check("sd_bus_set_bus_client", unsafe sd_bus_set_bus_client(pointer, 1))
        let limit = UInt64(Self.patience.inSeconds * 1_000_000)
        try BusMessage.check("sd_bus_set_method_call_timeout", unsafe sd_bus_set_method_call_timeout(pointer, limit))
        try BusMessage.check("sd_bus_start", unsafe sd_bus_start(pointer))
        // A call would wait for the bus's greeting without a limit.
        let clock = MonotonicClock()
        let deadline = clock.now + Self.patience
        while true {
            try BusMessage.check("sd_bus_process", unsafe sd_bus_process(pointer, nil))
            if unsafe sd_bus_is_ready(pointer) > 0 { return }
            let rest = deadline - clock.now
            if rest <= .zero { throw .silent }
            try BusMessage.check("sd_bus_wait", unsafe sd_bus_wait(pointer, UInt64(rest.inSeconds * 1_000_000)))
        }
    }

    deinit {
        // What was sent has left by then, or the bus doesn't take anything.
        _ = unsafe sd_bus_close_unref(pointer)
    }

    /// The descriptor that becomes readable when something comes.
    ///
    /// The corresponding C function is `sd_bus_get_fd`.
    var fileDescriptor: Int32 {
        unsafe sd_bus_get_fd(pointer)
    }

    /// The name that the bus has given us.
    ///
    /// The corresponding C function is `sd_bus_get_unique_name`.
    var uniqueName: String {
        var name: UnsafePointer<CChar>?
        // SAFETY: the call fills in a local; the text belongs to the connection and is copied.
        guard unsafe sd_bus_get_unique_name(pointer, &name) >= 0, let name = unsafe name else { return "" }
        return unsafe String(cString: name)
    }

    /// Calls somebody and waits for the answer.
    ///
    /// The corresponding C function is `sd_bus_call`.
    @discardableResult
    func call(_ method: BusMethod, _ arguments: [BusValue] = []) throws(BusError) -> [BusValue] {
        let message = try message(method, arguments)
        var error = unsafe sd_bus_error()
        defer { unsafe sd_bus_error_free(&error) }
        var answer: OpaquePointer?
        // SAFETY: the call fills in two locals; the answer comes with one reference.
        let status = unsafe sd_bus_call(pointer, message.pointer, 0, &error, &answer)
        if status < 0 {
            guard let name = unsafe error.name else { throw .system(call: "sd_bus_call", errorNumber: -status) }
            let words = unsafe error.message.map { unsafe String(cString: $0) } ?? ""
            throw unsafe .refused(name: String(cString: name), message: words)
        }
        guard let answer = unsafe answer else { return [] }
        return try unsafe BusMessage(answer).values()
    }

    /// Calls somebody whose answer nobody waits for; comes back when the call has left.
    ///
    /// The corresponding C functions are `sd_bus_message_set_expect_reply`, `sd_bus_send` and `sd_bus_flush`.
    func send(_ method: BusMethod, _ arguments: [BusValue] = []) throws(BusError) {
        let message = try message(method, arguments)
        let status = unsafe sd_bus_message_set_expect_reply(message.pointer, 0)
        try BusMessage.check("sd_bus_message_set_expect_reply", status)
        try BusMessage.check("sd_bus_send", unsafe sd_bus_send(pointer, message.pointer, nil))
        try BusMessage.check("sd_bus_flush", unsafe sd_bus_flush(pointer))
    }

    private func message(_ method: BusMethod, _ arguments: [BusValue]) throws(BusError) -> BusMessage {
        var made: OpaquePointer?
        // SAFETY: the call fills in a local, with the one reference; it copies the texts.
        let status = unsafe sd_bus_message_new_method_call(
            pointer,
            &made,
            method.destination,
            method.path,
            method.interface,
            method.member
        )
        try BusMessage.check("sd_bus_message_new_method_call", status)
        guard let made = unsafe made else { throw .system(call: "sd_bus_message_new_method_call", errorNumber: ENOMEM) }
        let message = unsafe BusMessage(made)
        try message.append(arguments)
        return message
    }

    /// Asks the bus to send the messages that a rule describes.
    ///
    /// The corresponding D-Bus method is `AddMatch`.
    func watch(_ rule: String) throws(BusError) {
        try call(BusMethod(Self.bus, "/org/freedesktop/DBus", Self.bus, "AddMatch"), [.string(rule)])
    }

    private static let bus = "org.freedesktop.DBus"

    /// Takes a name by which others find us.
    ///
    /// The corresponding C function is `sd_bus_request_name`.
    func take(name: String) throws(BusError) {
        try BusMessage.check("sd_bus_request_name", unsafe sd_bus_request_name(pointer, name, 0))
    }

    /// The next message that has come: a signal that was asked for, or a call of something of ours; nil when there is none.
    ///
    /// The corresponding C function is `sd_bus_process`.
    func nextMessage() throws(BusError) -> BusMessage? {
        while true {
            var message: OpaquePointer?
            // SAFETY: the call fills in a local, with one reference.
            let status = unsafe sd_bus_process(pointer, &message)
            try BusMessage.check("sd_bus_process", status)
            if let message = unsafe message { return unsafe BusMessage(message) }
            if status == 0 { return nil }
        }
    }

    /// Answers a call.
    ///
    /// The corresponding C functions are `sd_bus_message_new_method_return` and `sd_bus_send`.
    func answer(_ call: borrowing BusMessage, _ values: [BusValue]) throws(BusError) {
        var made: OpaquePointer?
        // SAFETY: the call fills in a local, with one reference.
        try BusMessage.check(
            "sd_bus_message_new_method_return",
            unsafe sd_bus_message_new_method_return(call.pointer, &made)
        )
        guard let made = unsafe made else { return }
        let message = unsafe BusMessage(made)
        try message.append(values)
        try BusMessage.check("sd_bus_send", unsafe sd_bus_send(pointer, message.pointer, nil))
    }

    /// Refuses a call that we don't know.
    ///
    /// The corresponding C function is `sd_bus_reply_method_errno`.
    func refuse(_ call: borrowing BusMessage) throws(BusError) {
        // SAFETY: no error's details are passed.
        let status = unsafe sd_bus_reply_method_errno(call.pointer, EOPNOTSUPP, nil)
        try BusMessage.check("sd_bus_reply_method_errno", status)
    }

    /// Tells everybody who listens.
    ///
    /// The corresponding C functions are `sd_bus_message_new_signal` and `sd_bus_send`.
    func signal(_ path: String, _ interface: String, _ member: String, _ values: [BusValue] = []) throws(BusError) {
        var made: OpaquePointer?
        // SAFETY: as above; the texts are copied.
        try BusMessage.check(
            "sd_bus_message_new_signal",
            unsafe sd_bus_message_new_signal(pointer, &made, path, interface, member)
        )
        guard let made = unsafe made else { return }
        let message = unsafe BusMessage(made)
        try message.append(values)
        try BusMessage.check("sd_bus_send", unsafe sd_bus_send(pointer, message.pointer, nil))
    }
}
