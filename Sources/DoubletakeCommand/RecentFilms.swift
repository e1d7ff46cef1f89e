import DoubletakeDesktop
import DoubletakeMedia
import Glibc

/// The desktop's list of recent files, on which films are found.
enum RecentFilms {
    private static let types = [
        "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "mkv": "video/x-matroska",
        "webm": "video/webm",
    ]

    /// Puts films on the list of the user whose environment that is.
    static func add(_ films: [String], environment: [String: String]) {
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.local/share" : nil }
        guard let folder = data ?? home else { return }
        let recent = RecentFiles(dataFolder: folder)
        for film in films {
            let ending = film.split(separator: ".").last?.lowercased() ?? ""
            do throws(SystemCallError) {
                let path = OutputPath.absolute(film)
                try recent.add(path, type: types[ending] ?? "video/mp4", at: Int64(time(nil)))
            } catch {
                // A list that can't be written is no reason to say anything of a film that was saved.
            }
        }
    }
}
