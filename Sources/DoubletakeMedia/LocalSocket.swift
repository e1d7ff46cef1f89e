import CLinux
import Glibc

/// A socket between two programs of this machine, named by a path.
///
/// The corresponding C function is `socket(AF_UNIX, SOCK_STREAM)`. It is closed with the object.
package final class LocalSocket: Sendable {
    /// What came of an attempt to receive.
    package enum Reception: Hashable, Sendable {
        /// These bytes came.
        case bytes([UInt8])
        /// Nothing is there yet; only where waiting is off.
        case nothing
        /// The other end sends no more.
        case ended
    }

    /// Whether calls wait for the other end.
    package enum Waiting: Sendable {
        case on
        case off
    }

    /// For `poll`; it stays this object's own.
    package let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    private static func make(_ path: String) throws(SystemCallError) -> LocalSocket {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw .last(call: "socket", subject: path) }
        // A child must not keep it.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return LocalSocket(descriptor: descriptor)
    }

    private static func address(_ path: String) throws(SystemCallError) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        // A zero ends it.
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemCallError(call: "bind", subject: path, errorNumber: ENAMETOOLONG)
        }
        // SAFETY: it is checked above that the bytes have room.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        return address
    }

    /// Makes the path and listens there, without waiting; only the path's owner may connect.
    ///
    /// - Parameter backlog: how many connections wait to be accepted.
    package static func listening(at path: String, backlog: Int32) throws(SystemCallError) -> LocalSocket {
        let socket = try make(path)
        var address = try address(path)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        // SAFETY: a local is passed as what it is, with its own size.
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(socket.descriptor, $0, size)
            }
        }
        guard status == 0 else { throw .last(call: "bind", subject: path) }
        // SAFETY: the string is passed for the time of the call.
        guard unsafe chmod(path, 0o600) == 0 else { throw .last(call: "chmod", subject: path) }
        guard listen(socket.descriptor, backlog) == 0 else { throw .last(call: "listen", subject: path) }
        socket.set(.off)
        return socket
    }

    /// Connects to who listens at a path; it waits from then on.
    package static func connected(to path: String) throws(SystemCallError) -> LocalSocket {
        let socket = try make(path)
        var address = try address(path)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        // SAFETY: a local is passed as what it is, with its own size.
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket.descriptor, $0, size)
            }
        }
        guard status == 0 else { throw .last(call: "connect", subject: path) }
        return socket
    }

    /// Takes the next connection, which doesn't wait; nil when none is there.
    package func accept() -> LocalSocket? {
        // Nobody asks for the other end's address.
        let connection = Glibc.accept(descriptor, nil, nil)
        guard connection >= 0 else { return nil }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        let socket = LocalSocket(descriptor: connection)
        socket.set(.off)
        return socket
    }

    /// The number of the user at the other end.
    package func peerUser() throws(SystemCallError) -> UInt32 {
        let user = doubletake_peer_user(descriptor)
        guard user >= 0 else { throw .last(call: "getsockopt", subject: "the socket") }
        return UInt32(user)
    }

    private func set(_ waiting: Waiting) {
        _ = fcntl(descriptor, F_SETFL, waiting == .off ? O_NONBLOCK : 0)
    }

    /// Receives up to `count` bytes.
    package func receive(upTo count: Int) throws(SystemCallError) -> Reception {
        var bytes = [UInt8](repeating: 0, count: count)
        while true {
            // SAFETY: the array is passed with its own count.
            let received = unsafe recv(descriptor, &bytes, bytes.count, 0)
            if received > 0 { return .bytes(Array(bytes.prefix(received))) }
            if received == 0 { return .ended }
            if errno == EAGAIN { return .nothing }
            if errno != EINTR { throw .last(call: "recv", subject: "the socket") }
        }
    }

    /// Sends as much as can be; answers with how many bytes that were.
    package func send(_ bytes: some Collection<UInt8>) throws(SystemCallError) -> Int {
        let bytes = Array(bytes)
        while true {
            // Who went away is an error of the call and no signal.
            // SAFETY: the array is passed with its own count.
            let sent = unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            if sent >= 0 { return sent }
            if errno == EAGAIN { return 0 }
            if errno != EINTR { throw .last(call: "send", subject: "the socket") }
        }
    }

    /// Ends the connection in both directions; who waits for it comes back.
    ///
    /// Any thread.
    package func hangUp() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
