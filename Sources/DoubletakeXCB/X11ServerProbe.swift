import CXCB
import DoubletakeMedia
import Glibc

/// Finds out why a connection failed, which libxcb doesn't say: it has one number for a server that isn't there and
/// one that refuses.
struct X11ServerProbe {
    let display: X11DisplayName

    /// How long a server may think about its answer, in seconds.
    ///
    /// With less a busy server would seem mute; with more a dead one would hold up the error message.
    private static let patience = 2

    /// What to tell of the display's server.
    func explanation() -> X11Error {
        guard let path = display.socketPath else {
            return .noServer(display: display.text, reason: "the connection to \(display.host) failed")
        }
        // Servers listen on a file and, on Linux, on a name without one; libxcb tries both. What is said of a name that
        // nobody listens on is always the same, so the file's error is the one that tells something.
        var failure: Int32?
        for name in [path, "\0" + path] {
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            if descriptor < 0 { return .system(.last(call: "socket", subject: "DISPLAY \(display.text)")) }
            defer { close(descriptor) }
            if Self.connect(descriptor, to: name) {
                return .refused(display: display.text, reason: Self.refusal(on: descriptor) ?? "it gave no reason")
            }
            failure = failure ?? errno
        }
        let call = SystemCallError(call: "connect", subject: path, errorNumber: failure ?? ENOENT)
        return .noServer(display: display.text, reason: call.reason)
    }

    private static func connect(_ descriptor: Int32, to name: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(name.utf8)
        // SAFETY: the name is shorter than the field, and the address is passed with its own length.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let byteCount = MemoryLayout<sa_family_t>.size + bytes.count + (name.hasPrefix("\0") ? 0 : 1)
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe Glibc.connect(descriptor, address, socklen_t(byteCount))
            }
        } == 0
    }

    /// What the server says to someone who comes without authorisation; nil when it lets them in, or says nothing.
    ///
    /// The bytes are the connection setup of the X protocol, version 11.
    private static func refusal(on descriptor: Int32) -> String? {
        var limit = timeval(tv_sec: patience, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        // SAFETY: locals are passed with their own sizes.
        guard unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size) == 0 else { return nil }
        let littleEndian: [UInt8] = [0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        let sent = unsafe Glibc.send(descriptor, littleEndian, littleEndian.count, Int32(MSG_NOSIGNAL))
        guard sent == littleEndian.count else { return nil }
        // The outcome, the length of the reason, the version, and the length of what follows in units of four bytes.
        let headByteCount = 8
        var answer = [UInt8](repeating: 0, count: headByteCount + 255)
        var count = 0
        while count < headByteCount || count < headByteCount + Int(answer[1]) {
            let start = count
            // SAFETY: the buffer has room for what is asked for.
            let received = unsafe answer.withUnsafeMutableBytes { buffer in
                unsafe recv(descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start, 0)
            }
            guard received > 0 else { return nil }
            count += received
            // Anything but 0 in the first byte is no refusal.
            if answer[0] != 0 { return nil }
        }
        let reason = String(decoding: answer[headByteCount..<headByteCount + Int(answer[1])], as: UTF8.self)
        let words = reason.split { $0 == "\n" || $0 == "\0" }.joined(separator: " ")
        return words.isEmpty ? nil : words
    }
}
