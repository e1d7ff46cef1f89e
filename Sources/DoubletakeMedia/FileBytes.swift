import Glibc

/// Small files as a whole.
package enum FileBytes {
    /// All of a file.
    package static func read(_ path: String) throws(SystemCallError) -> [UInt8] {
        // SAFETY: the string is passed for the time of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 { throw .last(call: "open", subject: path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            // SAFETY: the array is passed with its own count.
            let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { throw .last(call: "read", subject: path) }
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
        }
    }

    /// Makes a file; what is there already stays, and is an error.
    package static func create(_ path: String, _ text: String) throws(SystemCallError) {
        // SAFETY: the string is passed for the time of the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw .last(call: "open", subject: path) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        // SAFETY: the array is passed with its own count.
        let count = unsafe write(descriptor, bytes, bytes.count)
        if count < bytes.count { throw .last(call: "write", subject: path) }
    }
}
