import DoubletakeCapture
import DoubletakeMedia
import Glibc

/// Whether this process may use a camera, and what to do when it may not.
enum CameraAccess {
    /// What the sandbox of Flatpak has in it: there a portal hands cameras out, and asks the person first.
    private static let sandboxMark = "/.flatpak-info"

    /// What opening a camera's file says.
    static func authorization(after error: SystemCallError?) -> CameraDescription.Authorization {
        switch error?.errorNumber {
        // SAFETY: the string is passed for the call.
        case EACCES where unsafe access(sandboxMark, F_OK) == 0:
            .notDetermined(help: "Allow the camera when the desktop asks for it, or run outside of the sandbox.")
        case EACCES: .denied(help: denialHelp(error?.subject ?? ""))
        case EPERM: .restricted(help: restrictionHelp)
        default: .authorized
        }
    }

    /// What to do about a file that others may open.
    static func denialHelp(_ path: String) -> String {
        guard let group = group(of: path) else { return "Ask who administers this machine to let you open \(path)." }
        return "Join the group \(group) (sudo usermod -aG \(group) $USER), and log in again."
    }

    /// What to do about a machine that lets nobody use a camera.
    static let restrictionHelp = "Ask who administers this machine to allow cameras."

    /// The group that a file belongs to; nil when that helps nobody.
    private static func group(of path: String) -> String? {
        var status = stat()
        // SAFETY: the calls fill in locals; the name is copied out of the buffer before it goes.
        guard unsafe stat(path, &status) == 0, status.st_gid != 0, status.st_mode & 0o060 == 0o060 else { return nil }
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            var entry = unsafe Glibc.group()
            var result: UnsafeMutablePointer<Glibc.group>?
            guard unsafe getgrgid_r(status.st_gid, &entry, start, buffer.count, &result) == 0, unsafe result != nil
            else { return nil }
            return unsafe String(cString: entry.gr_name)
        }
    }
}
