import CVideo4Linux
import DoubletakeMedia
import Glibc

/// The open file of a camera, through which everything is asked of it.
///
/// It may be used from any thread: the kernel puts requests in order. The corresponding C functions are `open`, `ioctl`
/// and `close`.
final class VideoNode: Sendable {
    /// Where it is.
    let path: String
    /// What can be polled.
    let descriptor: Int32

    /// Opens the file; nothing waits in it.
    init(_ path: String) throws(SystemCallError) {
        self.path = path
        // SAFETY: the string is passed for the time of the call.
        descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        if descriptor < 0 { throw .last(call: "open", subject: path) }
    }

    deinit {
        close(descriptor)
    }

    /// Makes a request, whose structure is the one that belongs to it.
    func request<Argument>(_ name: String, _ number: UInt, _ argument: inout Argument) throws(SystemCallError) {
        // SAFETY: the kernel reads and writes exactly the structure, whose size is part of the number.
        let result = unsafe withUnsafeMutablePointer(to: &argument) { pointer in
            unsafe doubletake_video_request(descriptor, number, pointer)
        }
        if result < 0 { throw .last(call: name, subject: path) }
    }

    /// Makes a request about one of a list's entries.
    ///
    /// - Returns: nil after the last, or where the device has no such list.
    func entry<Argument>(_ name: String, _ number: UInt, _ argument: Argument) throws(SystemCallError) -> Argument? {
        var result = argument
        do throws(SystemCallError) {
            try request(name, number, &result)
        } catch {
            if [EINVAL, ENOTTY, ENODATA].contains(error.errorNumber) { return nil }
            throw error
        }
        return result
    }

    /// What the device is; nil when it is no camera whose pictures can be mapped.
    func capability() throws(SystemCallError) -> Capability? {
        guard let raw = try entry("VIDIOC_QUERYCAP", DOUBLETAKE_VIDIOC_QUERYCAP, v4l2_capability()) else { return nil }
        let isPerFile = raw.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
        let flags = isPerFile ? raw.device_caps : raw.capabilities
        let needed = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        guard flags & needed == needed else { return nil }
        return Capability(card: Self.text(raw.card), bus: Self.text(raw.bus_info))
    }

    /// What a device says of itself.
    struct Capability {
        /// Its name.
        let card: String
        /// Where it is plugged in.
        let bus: String
    }

    /// The text in a field of fixed length, which ends with a zero unless it fills the field.
    static func text<Field>(_ field: Field) -> String {
        // SAFETY: the field is a tuple of bytes.
        unsafe withUnsafeBytes(of: field) { bytes in
            let end = unsafe bytes.firstIndex(of: 0) ?? bytes.endIndex
            return unsafe String(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<end]), as: UTF8.self)
        }
    }
}
