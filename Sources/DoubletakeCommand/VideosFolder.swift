import DoubletakeMedia

/// The folder in which the desktop keeps videos (xdg-user-dirs).
enum VideosFolder {
    /// `XDG_VIDEOS_DIR` of the environment, else that of `user-dirs.dirs`, else `~/Videos`.
    static func path(environment: [String: String]) -> String {
        if let folder = environment["XDG_VIDEOS_DIR"], folder.hasPrefix("/") { return folder }
        let home = environment["HOME"] ?? "."
        let configuration = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "\(home)/.config"
        let text = read("\(configuration)/user-dirs.dirs")
        return text.flatMap { folder(in: $0, home: home) } ?? "\(home)/Videos"
    }

    /// Finds `XDG_VIDEOS_DIR="$HOME/Movies"` in the file's text; values are absolute or begin with `$HOME`.
    static func folder(in text: String, home: String) -> String? {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0] == "XDG_VIDEOS_DIR" else { continue }
            let value = parts[1].filter { $0 != "\"" }
            if value.hasPrefix("$HOME") { return home + value.dropFirst("$HOME".count) }
            if value.hasPrefix("/") { return value }
        }
        return nil
    }

    /// A file that isn't there says as much as one without the line.
    private static func read(_ path: String) -> String? {
        do throws(SystemCallError) {
            let file = try FileStorage(path: path, access: .readOnly)
            return String(decoding: try file.read(at: 0, count: Int(try file.byteCount())), as: UTF8.self)
        } catch {
            return nil
        }
    }
}
