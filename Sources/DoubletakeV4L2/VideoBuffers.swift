import CVideo4Linux
import DoubletakeMedia
import Glibc

/// The buffers that a camera fills, mapped into this process.
///
/// They belong to the thread that takes the pictures. The corresponding C functions are `mmap` and `munmap`, around
/// `VIDIOC_REQBUFS`.
@safe
struct VideoBuffers: ~Copyable {
    /// How many are asked for.
    ///
    /// One is read, one is filled, and two wait. With fewer a camera drops pictures while one is decoded.
    private static let count: UInt32 = 4

    private let node: VideoNode
    private var mappings: [UnsafeMutableRawBufferPointer] = unsafe []

    /// Makes the buffers and gives all of them to the camera.
    init(_ node: VideoNode) throws(SystemCallError) {
        self.node = node
        var request = v4l2_requestbuffers()
        request.count = Self.count
        request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        request.memory = V4L2_MEMORY_MMAP.rawValue
        try node.request("VIDIOC_REQBUFS", DOUBLETAKE_VIDIOC_REQBUFS, &request)
        for index in 0..<request.count {
            let buffer = try Self.request("VIDIOC_QUERYBUF", DOUBLETAKE_VIDIOC_QUERYBUF, index, node)
            let offset = Int(buffer.offset)
            // SAFETY: a new mapping, of the part that the kernel has named; it is unmapped in `deinit`.
            let start = unsafe mmap(nil, Int(buffer.length), PROT_READ, MAP_SHARED, node.descriptor, offset)
            guard let start = unsafe start, unsafe start != MAP_FAILED else {
                throw .last(call: "mmap", subject: node.path)
            }
            unsafe mappings.append(UnsafeMutableRawBufferPointer(start: start, count: Int(buffer.length)))
        }
        for index in 0..<request.count { try give(index) }
    }

    deinit {
        // SAFETY: each was mapped once, and nobody reads them any more.
        for index in unsafe mappings.indices {
            unsafe munmap(mappings[index].baseAddress, mappings[index].count)
        }
        // The camera is free for others from here on; one that is gone is free already.
        var request = v4l2_requestbuffers()
        request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        request.memory = V4L2_MEMORY_MMAP.rawValue
        do throws(SystemCallError) {
            try node.request("VIDIOC_REQBUFS", DOUBLETAKE_VIDIOC_REQBUFS, &request)
        } catch {}
    }

    /// Begins to fill them.
    func streamOn() throws(SystemCallError) {
        var type = Int32(V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
        try node.request("VIDIOC_STREAMON", DOUBLETAKE_VIDIOC_STREAMON, &type)
    }

    /// Ends filling them.
    func streamOff() throws(SystemCallError) {
        var type = Int32(V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue)
        try node.request("VIDIOC_STREAMOFF", DOUBLETAKE_VIDIOC_STREAMOFF, &type)
    }

    /// Takes the one that was filled first; nil when none is.
    func take() throws(SystemCallError) -> FilledBuffer? {
        do throws(SystemCallError) {
            return FilledBuffer(try Self.request("VIDIOC_DQBUF", DOUBLETAKE_VIDIOC_DQBUF, 0, node))
        } catch {
            if error.errorNumber == EAGAIN { return nil }
            throw error
        }
    }

    /// Gives one back to the camera.
    func give(_ index: UInt32) throws(SystemCallError) {
        _ = try Self.request("VIDIOC_QBUF", DOUBLETAKE_VIDIOC_QBUF, index, node)
    }

    /// Lets `body` read what was filled into one.
    func withBytes<Result>(of filled: FilledBuffer, _ body: (RawSpan) -> Result) -> Result {
        let mapping = unsafe mappings[Int(filled.index)]
        let count = min(filled.byteCount, mapping.count)
        // SAFETY: the camera doesn't write into a buffer that was taken from it, and the mapping lives longer.
        return unsafe body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(rebasing: mapping[..<count])))
    }

    private static func request(
        _ name: String,
        _ number: UInt,
        _ index: UInt32,
        _ node: VideoNode
    ) throws(SystemCallError) -> doubletake_video_buffer {
        var buffer = doubletake_video_buffer()
        buffer.index = index
        // SAFETY: the call fills in a local.
        if unsafe doubletake_video_buffer_request(node.descriptor, number, &buffer) < 0 {
            throw .last(call: name, subject: node.path)
        }
        return buffer
    }
}

/// A buffer with a picture in it.
struct FilledBuffer {
    /// Which one it is.
    let index: UInt32
    /// How many bytes the picture has.
    let byteCount: Int
    /// The driver's count of pictures since it began.
    let sequence: UInt32
    /// The driver's stamp, in microseconds.
    let microseconds: UInt64
    /// Whether the stamp is of the kernel's monotonic clock.
    let isMonotonic: Bool
    /// Whether the driver says that the picture is damaged.
    let isFlawed: Bool

    fileprivate init(_ buffer: doubletake_video_buffer) {
        index = buffer.index
        byteCount = Int(buffer.byte_count)
        sequence = buffer.sequence
        microseconds = buffer.microseconds
        let kind = buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK)
        isMonotonic = kind == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
        isFlawed = buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0
    }
}
