/// The names of a film: the one that was asked for, the numbered ones when it is taken, and those of the part files
/// while it is recorded.
///
/// A file system holds names of up to 255 bytes. A name that grows past that by its number or its `.part` is cut at a
/// character's boundary, so that it stays readable.
struct FilmName: Hashable {
    /// Linux's `NAME_MAX`.
    private static let longestName = 255

    /// The folder with a slash at its end; empty for the working folder.
    let folder: String
    /// The name without its extension.
    let stem: String
    /// The extension without its dot.
    let fileExtension: String

    /// Takes a path apart; nil when it has no extension.
    init?(path: String) {
        let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        folder = String(path[..<nameStart])
        let name = path[nameStart...]
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex, name.index(after: dot) != name.endIndex else {
            return nil
        }
        stem = String(name[..<dot])
        fileExtension = String(name[name.index(after: dot)...])
    }

    /// The folder as a path of its own: without a slash at its end, `.` for the working folder.
    var folderPath: String {
        var path = folder[...]
        while path.count > 1, path.last == "/" { path.removeLast() }
        return path.isEmpty ? "." : String(path)
    }

    /// The film's name in its folder: as asked for, then with `-2`, `-3` and so on before its extension.
    func film(_ number: Int) -> String {
        name(ending: "\(Self.suffix(number)).\(fileExtension)")
    }

    /// The film's name while it is recorded: `NAME.part.mp4`, then `NAME-2.part.mp4` and so on.
    func part(_ number: Int) -> String {
        name(ending: "\(Self.suffix(number)).part.\(fileExtension)")
    }

    /// The name of a camera's own film beside this one: `NAME.CAMERA.mp4`.
    ///
    /// Of a long name the camera's part stays whole.
    func ofCamera(_ camera: String) -> String {
        name(ending: ".\(camera).\(fileExtension)")
    }

    /// The path of the film when this is the name of a part file; nil when it is no such name.
    var filmOfPart: String? {
        let ending = ".part"
        guard stem.hasSuffix(ending), stem.count > ending.count else { return nil }
        return "\(folder)\(stem.dropLast(ending.count)).\(fileExtension)"
    }

    private static func suffix(_ number: Int) -> String {
        number > 1 ? "-\(number)" : ""
    }

    private func name(ending: String) -> String {
        var stem = stem[...]
        while stem.utf8.count + ending.utf8.count > Self.longestName, !stem.isEmpty { stem.removeLast() }
        return "\(stem)\(ending)"
    }
}
