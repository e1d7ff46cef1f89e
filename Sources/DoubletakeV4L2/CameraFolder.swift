import DoubletakeCapture
import DoubletakeMedia
import Glibc

/// A camera that is there now.
struct FoundCamera: Sendable {
    /// Where it is now.
    let path: String
    /// What it is called by, also when it comes back at another place in the folder.
    let identity: String
    let card: String
    let bus: String
    let position: CameraDescription.Position
    let authorization: CameraDescription.Authorization

    /// The camera as a device.
    var device: CaptureDevice {
        CaptureDevice(id: identity, name: card, kind: .camera)
    }
}

/// A folder in which cameras have their files: `/dev`, or another one that is laid out like it.
///
/// A file needn't be a character device: whatever answers as a camera is one.
struct CameraFolder: Sendable {
    /// Where it is.
    let path: String

    /// What udev puts behind a camera's own name, for the file that has its pictures.
    private static let linkSuffix = "-video-index0"

    private struct Candidate {
        let path: String
        let number: Int
        let link: String?
        let capability: VideoNode.Capability?
        let position: CameraDescription.Position?
        let error: SystemCallError?
    }

    /// The cameras, in the order of the places where they are plugged in.
    func cameras() -> [FoundCamera] {
        let links = links()
        let files = entries(of: path).compactMap { name in
            name.hasPrefix("video") ? Int(name.dropFirst(5)).map { (name: name, number: $0) } : nil
        }
        let candidates = files.compactMap { Self.look(at: "\(path)/\($0.name)", $0.number, links[$0.name]) }
        return candidates.map { Self.camera($0, among: candidates) }
            .sorted { ($0.bus, $0.identity) < ($1.bus, $1.identity) }
    }

    /// The camera with that identity; nil when it isn't there.
    func camera(_ identity: String) -> FoundCamera? {
        cameras().first { $0.identity == identity }
    }

    /// A camera that was found before; nil when it isn't there.
    ///
    /// Where another one like it was connected meanwhile, its name may mean that one, or none: then it is the one of its
    /// kind that is where it was.
    func camera(again known: FoundCamera) -> FoundCamera? {
        let all = cameras()
        if let found = all.first(where: { $0.identity == known.identity }) { return found }
        return all.first { !known.bus.isEmpty && $0.bus == known.bus && $0.card == known.card }
    }

    /// A camera, and the folder that it is looked for in when it comes back.
    struct Place: Sendable {
        let folder: CameraFolder
        let found: FoundCamera
    }

    /// The camera at a path; nil when there is none.
    static func holding(_ path: String) -> Place? {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
        let folder = CameraFolder(path: String(path[..<slash]))
        return folder.cameras().first { $0.path == path }.map { Place(folder: folder, found: $0) }
    }

    /// Looks at a file; nil when it is no camera.
    private static func look(at path: String, _ number: Int, _ link: String?) -> Candidate? {
        do throws(SystemCallError) {
            let node = try VideoNode(path)
            guard let capability = try node.capability() else { return nil }
            return Candidate(
                path: path,
                number: number,
                link: link,
                capability: capability,
                position: try node.position() ?? (isBuiltIn(path) ? .front : nil),
                error: nil
            )
        } catch {
            // One that may not be opened is there all the same, and says what to do.
            guard [EACCES, EPERM].contains(error.errorNumber) else { return nil }
            return Candidate(path: path, number: number, link: link, capability: nil, position: nil, error: error)
        }
    }

    private static func camera(_ candidate: Candidate, among all: [Candidate]) -> FoundCamera {
        let card = candidate.capability?.card ?? candidate.link ?? candidate.path
        let bus = candidate.capability?.bus ?? ""
        // Of two that are alike udev names only one, if they have no numbers of their own: then the name means nothing.
        let isNameCommon = all.contains { $0.capability?.card == card && $0.link == nil }
        let isBusCommon = all.contains { $0.number != candidate.number && $0.capability?.bus == bus }
        let identity: String =
            if let link = candidate.link, !isNameCommon {
                link
            } else if !bus.isEmpty, !isBusCommon {
                bus
            } else {
                candidate.path
            }
        return FoundCamera(
            path: candidate.path,
            identity: identity,
            card: card,
            bus: bus,
            position: candidate.position ?? .external,
            authorization: CameraAccess.authorization(after: candidate.error)
        )
    }

    /// Whether the kernel says that what a camera's file belongs to can't be unplugged.
    private static func isBuiltIn(_ path: String) -> Bool {
        guard path.hasPrefix("/dev/") else { return false }
        let file = "/sys/class/video4linux/\(path.dropFirst(5))/device/../removable"
        // SAFETY: the string is passed for the call, and the array with its own count.
        let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        return bytes.prefix(max(count, 0)).starts(with: Array("fixed".utf8))
    }

    /// The names that udev makes of maker, model and serial number, by the files that they lead to.
    private func links() -> [String: String] {
        let folder = "\(path)/v4l/by-id"
        var links: [String: String] = [:]
        for name in entries(of: folder) where name.hasSuffix(Self.linkSuffix) {
            var bytes = [CChar](repeating: 0, count: 4_096)
            // SAFETY: the array is passed with its own count.
            let count = unsafe readlink("\(folder)/\(name)", &bytes, bytes.count)
            guard count > 0 else { continue }
            let target = String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard let file = target.split(separator: "/").last else { continue }
            links[String(file)] = String(name.dropLast(Self.linkSuffix.count))
        }
        return links
    }

    /// The names in a folder; none when it can't be read.
    private func entries(of folder: String) -> [String] {
        // SAFETY: the folder is open until the end; an entry is read before the next one is asked for.
        guard let stream = unsafe opendir(folder) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) { unsafe names.append(VideoNode.text(entry.pointee.d_name)) }
        return names
    }
}
