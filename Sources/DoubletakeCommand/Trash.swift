import DoubletakeMedia
import Glibc

/// The trash of the desktop, from which a file can be had back (freedesktop.org's Trash specification 1.0).
///
/// A file goes to the trash of the file system that it is on: that of the home folder, else one at the top of the file
/// system. So it is never copied.
struct Trash: Sendable {
    private let home: String?
    private let user = getuid()

    /// The trash of the user whose environment that is.
    init(environment: [String: String]) {
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/share" : nil }
        self.home = (data ?? home).map { "\($0)/Trash" }
    }

    /// Moves a file to the trash; answers with where it is then.
    func move(_ file: String) throws(TrashError) -> String {
        do throws(SystemCallError) {
            let path = try Self.absolute(file)
            let device = try Self.status(of: path).st_dev
            var failure = SystemCallError(call: "rename", subject: path, errorNumber: EXDEV)
            for folder in try folders(for: path, on: device) {
                do throws(SystemCallError) {
                    return try Self.move(path, into: folder.path, named: folder.top)
                } catch {
                    failure = error
                }
            }
            throw failure
        } catch {
            throw TrashError(file: file, error: error)
        }
    }

    /// The trash folders for a file, the best first; `top` is what the paths in them are relative to.
    private func folders(for path: String, on device: dev_t) throws(SystemCallError) -> [(path: String, top: String?)] {
        if let home, Self.firstDevice(above: home) == device { return [(home, nil)] }
        var top = path
        while let parent = Self.parent(of: top), try Self.status(of: parent).st_dev == device { top = parent }
        let place = top == "/" ? "" : top
        var folders: [(path: String, top: String?)] = []
        // One that everybody may write to is only safe when nobody can remove what is others'.
        if let shared = Self.statusOrNil(of: "\(place)/.Trash"), shared.st_mode & S_IFMT == S_IFDIR,
            shared.st_mode & S_ISVTX != 0
        {
            folders.append(("\(place)/.Trash/\(user)", top))
        }
        folders.append(("\(place)/.Trash-\(user)", top))
        return folders
    }

    private static func move(
        _ path: String,
        into trash: String,
        named top: String?
    ) throws(SystemCallError) -> String {
        for folder in ["\(trash)/files", "\(trash)/info"] { try makeFolder(folder) }
        let original = top.map { top in String(path.dropFirst(top == "/" ? 1 : top.count + 1)) } ?? path
        let stamp = OutputPath.Stamp.now()
        let time = stamp.time.replacing("-", with: ":")
        let text = "[Trash Info]\nPath=\(encoded(original))\nDeletionDate=\(stamp.date)T\(time)\n"
        let name = String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
        var number = 1
        while true {
            let entry = number == 1 ? name : numbered(name, number)
            let info = "\(trash)/info/\(entry).trashinfo"
            // Whoever makes the information has the name.
            // SAFETY: the strings are passed for the time of the calls, here and below.
            let file = unsafe open(info, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if file < 0, errno == EEXIST {
                number += 1
                continue
            }
            guard file >= 0 else { throw .last(call: "open", subject: info) }
            defer { close(file) }
            let bytes = Array(text.utf8)
            let target = "\(trash)/files/\(entry)"
            let isWritten = unsafe write(file, bytes, bytes.count) == bytes.count
            if isWritten, unsafe access(target, F_OK) != 0, unsafe rename(path, target) == 0 { return target }
            let error = SystemCallError.last(call: isWritten ? "rename" : "write", subject: path)
            let isTaken = unsafe access(target, F_OK) == 0
            _ = unsafe unlink(info)
            guard isTaken else { throw error }
            number += 1
        }
    }

    /// `film-2.mp4`, as films are numbered.
    private static func numbered(_ name: String, _ number: Int) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(name)-\(number)" }
        return "\(name[..<dot])-\(number)\(name[dot...])"
    }

    /// As in an address: all but letters, digits and what is never misread has its bytes in hexadecimal numbers.
    private static func encoded(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return path.utf8.map { byte -> String in
            let character = Character(UnicodeScalar(byte))
            if byte < 0x80, character.isLetter || character.isNumber || "/-._~".contains(character) {
                return String(character)
            }
            return "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }.joined()
    }

    private static func absolute(_ file: String) throws(SystemCallError) -> String {
        // SAFETY: the call allocates a string, which is copied and freed.
        guard let path = unsafe realpath(file, nil) else { throw .last(call: "realpath", subject: file) }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    private static func parent(of path: String) -> String? {
        guard path != "/", let slash = path.lastIndex(of: "/") else { return nil }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What file system a folder that may have to be made would be on.
    private static func firstDevice(above path: String) -> dev_t? {
        var place: String? = path
        while let folder = place {
            if let status = statusOrNil(of: folder) { return status.st_dev }
            place = parent(of: folder)
        }
        return nil
    }

    private static func status(of path: String) throws(SystemCallError) -> Glibc.stat {
        guard let status = statusOrNil(of: path) else { throw .last(call: "lstat", subject: path) }
        return status
    }

    private static func statusOrNil(of path: String) -> Glibc.stat? {
        var status = Glibc.stat()
        // SAFETY: the call fills in a local of the right type.
        return unsafe lstat(path, &status) == 0 ? status : nil
    }

    private static func makeFolder(_ path: String) throws(SystemCallError) {
        // SAFETY: the string is passed for the time of the call.
        if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let parent = parent(of: path) else { throw .last(call: "mkdir", subject: path) }
        try makeFolder(parent)
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw .last(call: "mkdir", subject: path) }
    }
}
