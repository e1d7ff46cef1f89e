import Doubletake
import FoundationEssentials

/// The part of the screen that was recorded last, which `--region last` takes again.
struct RememberedRegion {
    private let folder: String?
    private var file: String? { folder.map { "\($0)/last-region" } }

    /// That of the user whose environment that is.
    init(environment: [String: String]) {
        folder = StateFolder.path(environment: environment)
    }

    /// Keeps what is recorded, if it is a part of a screen; where there is no place for it, it is as if nothing was, which
    /// `--region last` then says.
    func remember(_ picture: PictureSelection) {
        guard let text = RegionText.text(picture), let folder, let file else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            return
        }
        _ = FileManager.default.createFile(
            atPath: file,
            contents: Data("\(text)\n".utf8),
            attributes: [.posixPermissions: 0o600]
        )
    }

    /// What was kept; nil when that is nothing, or nothing that can be read.
    var picture: PictureSelection? {
        guard let file, let bytes = FileManager.default.contents(atPath: file) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return RegionText.picture(String(text.prefix { !$0.isNewline }))
    }
}
