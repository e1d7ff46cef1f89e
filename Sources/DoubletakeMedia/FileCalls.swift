import Glibc

/// The calls of the system that a file is made of: the seam at which tests let them be interrupted, cut short or fail.
///
/// Each answers as the C function of its name does, with -1 and `errno` for a failure.
@safe
struct FileCalls: Sendable {
    // @safe: buffers are lent for the time of a call, with their own lengths.
    var openat: @Sendable (Int32, String, Int32, mode_t) -> Int32 = { unsafe Glibc.openat($0, $1, $2, $3) }
    var fstat: @Sendable (Int32, inout stat) -> Int32 = { unsafe Glibc.fstat($0, &$1) }
    var pread: @Sendable (Int32, UnsafeMutableRawBufferPointer, off_t) -> Int = {
        unsafe Glibc.pread($0, $1.baseAddress, $1.count, $2)
    }
    var pwrite: @Sendable (Int32, UnsafeRawBufferPointer, off_t) -> Int = {
        unsafe Glibc.pwrite($0, $1.baseAddress, $1.count, $2)
    }
    var ftruncate: @Sendable (Int32, off_t) -> Int32 = { Glibc.ftruncate($0, $1) }
    var fdatasync: @Sendable (Int32) -> Int32 = { Glibc.fdatasync($0) }

    /// The system's own.
    static let system = FileCalls()

    /// Makes a call again when a signal came between, and turns -1 into an error.
    static func retrying<Result: SignedInteger>(
        _ name: String,
        of subject: String,
        _ call: () -> Result
    ) throws(SystemCallError) -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR { throw .last(call: name, subject: subject) }
        }
    }
}
