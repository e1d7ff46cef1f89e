import Glibc

/// A system call that failed: the only place where `errno` is read and put into words.
public struct SystemCallError: Error, Hashable, Sendable {
    /// The call, as the manual names it: `pwrite`.
    public let call: String
    /// What it was about, as a person would name it: a path, a device.
    public let subject: String
    /// The error number, such as `ENOSPC`.
    public let errorNumber: Int32

    /// Creates the error from a number.
    public init(call: String, subject: String, errorNumber: Int32) {
        self.call = call
        self.subject = subject
        self.errorNumber = errorNumber
    }

    /// Creates the error from the calling thread's `errno`; to be made right after the call.
    public static func last(call: String, subject: String) -> SystemCallError {
        SystemCallError(call: call, subject: subject, errorNumber: errno)
    }

    /// The system's own words: "No space left on device".
    public var reason: String {
        // SAFETY: the buffer is passed with its own length, and glibc ends it with a zero.
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress,
                unsafe strerror_r(errorNumber, start, buffer.count) == 0
            else { return "error \(errorNumber)" }
            return unsafe String(cString: start)
        }
    }
}

extension SystemCallError: CustomStringConvertible {
    /// `/mnt/film.mp4: pwrite: No space left on device`.
    public var description: String {
        "\(subject): \(call): \(reason)"
    }
}
