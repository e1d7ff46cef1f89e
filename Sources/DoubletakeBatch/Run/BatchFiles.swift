import DoubletakeMedia
import Glibc

/// Folders and files that a batch makes, moves and takes away.
enum BatchFiles {
    /// Makes a folder and those above it.
    static func makeFolder(_ path: String) throws(TakeError) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/\(part)"
            // SAFETY: the string is passed for the time of the call.
            if unsafe mkdir(made, 0o777) != 0, errno != EEXIST {
                throw TakeError(SystemCallError.last(call: "mkdir", subject: made))
            }
        }
    }

    /// Makes a folder for sockets, which nobody else may look into.
    ///
    /// - Parameter prefix: what its path begins with.
    static func makeSocketFolder(_ prefix: String) throws(TakeError) -> String {
        var template = Array("\(prefix)XXXXXX".utf8CString)
        // SAFETY: the template ends with a zero, and the call fills in its last letters.
        guard unsafe mkdtemp(&template) != nil else {
            throw TakeError(SystemCallError.last(call: "mkdtemp", subject: folder(of: prefix)))
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Takes a folder away with all that is in it; links in it are not followed.
    static func removeFolder(_ path: String) {
        for name in names(in: path) {
            let inside = "\(path)/\(name)"
            // SAFETY: the strings are passed for the time of the calls.
            if unsafe unlink(inside) != 0, errno == EISDIR { removeFolder(inside) }
        }
        // SAFETY: as above.
        _ = unsafe rmdir(path)
    }

    /// What is in a folder; nothing when it can't be read.
    static func names(in folder: String) -> [String] {
        // SAFETY: the folder is closed below; an entry is read before the next one is asked for.
        guard let entries = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(entries) }
        var names: [String] = []
        while let entry = unsafe readdir(entries) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Gives a file another name, and replaces what has that.
    static func move(_ path: String, to other: String) throws(TakeError) {
        // SAFETY: the strings are passed for the time of the call.
        if unsafe rename(path, other) != 0 { throw TakeError(SystemCallError.last(call: "rename", subject: other)) }
    }

    /// Whether there is a file of that name that can be read.
    static func isReadable(_ path: String) -> Bool {
        // SAFETY: the string is passed for the time of the call.
        unsafe access(path, R_OK) == 0
    }

    /// All of a file; nil when it can't be read.
    static func read(_ path: String) -> [UInt8]? {
        do throws(SystemCallError) {
            return try FileBytes.read(path)
        } catch {
            // What can't be read is as good as not there for all who ask.
            return nil
        }
    }

    /// Writes a file whole or not at all: who reads it meanwhile sees the old one.
    static func write(_ text: String, to path: String) throws(TakeError) {
        let part = path + ".part"
        // SAFETY: the string is passed for the time of the call.
        let descriptor = unsafe open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw TakeError(SystemCallError.last(call: "open", subject: part)) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // SAFETY: the bytes are passed with their own count.
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                let error = SystemCallError.last(call: "write", subject: part)
                close(descriptor)
                _ = unsafe unlink(part)
                throw TakeError(error)
            }
            rest = rest.dropFirst(count)
        }
        close(descriptor)
        try move(part, to: path)
    }

    /// The folder that a path lies in: `.` for a name alone.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// A path from the root on.
    static func absolute(_ path: String) -> String {
        // SAFETY: the answer is allocated by the call, and freed here.
        guard let resolved = unsafe realpath(path, nil) else {
            guard !path.hasPrefix("/"), let current = unsafe getcwd(nil, 0) else { return path }
            defer { unsafe free(current) }
            return unsafe "\(String(cString: current))/\(path)"
        }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }

    /// A path as it is seen from a folder.
    static func path(_ path: String, in folder: String) -> String {
        path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }
}
