/// The names of cameras' own films: `NAME.CAMERA.mp4` beside `NAME.mp4`.
struct CameraFileNames {
    /// The longest part of a name that stands for a camera: some cameras' ids have more than a hundred characters.
    ///
    /// Longer, and the film's own name is cut off to make room for it; shorter, and cameras of one maker look alike.
    private static let longestName = 64

    /// A path for each of the cameras, in their order.
    let paths: [String]

    /// Makes the paths.
    ///
    /// - Parameters:
    ///   - selections: what the cameras were called when they were chosen.
    ///   - film: the path of the film.
    init(of selections: [String], beside film: String) {
        guard let name = FilmName(path: film) else {
            preconditionFailure("\(film) has an extension: its container is known")
        }
        var used: Set<String> = []
        paths = selections.map { selection in
            let safe = Self.safe(selection)
            var unique = safe
            var number = 2
            while !used.insert(unique).inserted {
                unique = "\(safe)-\(number)"
                number += 1
            }
            return name.folder + name.ofCamera(unique)
        }
    }

    /// A camera's name as a part of a file's: of a path the last step, and nothing that means something to a file system,
    /// to a shell, or to the names of films.
    private static func safe(_ selection: String) -> String {
        let last = selection.split(separator: "/").last ?? ""
        let words = last.split { character in
            !(character.isLetter || character.isNumber || character == "_" || character == "-")
        }
        let name = words.joined(separator: "-").prefix(longestName)
        if name.isEmpty { return "camera" }
        // `NAME.part.mp4` is what the film is called while it is recorded.
        return name == "part" ? "part-camera" : String(name)
    }
}
