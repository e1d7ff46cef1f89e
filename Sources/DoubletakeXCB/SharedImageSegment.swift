import CXCB
import DoubletakeMedia
import Glibc

/// Memory that we and the X server both see, into which the server writes images.
///
/// The corresponding C type is `xcb_shm_seg_t`. One thread uses it at a time.
@safe
final class SharedImageSegment {
    // @safe: the memory is mapped here, with `byteCount` bytes, and unmapped in `deinit` alone.

    /// How both sides came to the same memory.
    enum Origin {
        /// The server made it and passed a descriptor: nothing stays behind, whatever happens to us.
        case passedDescriptor
        /// We made it by System V's calls, for servers that are too old for the other way, or can't pass a descriptor.
        case systemV
    }

    let origin: Origin
    let byteCount: Int
    let id: X11ID
    private let connection: X11Connection
    private let memory: UnsafeMutableRawPointer

    /// Makes the memory and shows it to the server.
    ///
    /// - Throws: what kept the server from it, such as being on another machine.
    init(_ connection: X11Connection, byteCount: Int, origin: Origin) throws(X11Error) {
        self.origin = origin
        self.byteCount = byteCount
        self.connection = connection
        try connection.require(.sharedMemory)
        id = try connection.makeID()
        switch origin {
        case .passedDescriptor:
            unsafe memory = try unsafe Self.mapServersMemory(connection, id: id, byteCount: byteCount)
        case .systemV:
            unsafe memory = try unsafe Self.attachOwnMemory(connection, id: id, byteCount: byteCount)
        }
    }

    deinit {
        unsafe connection.send { unsafe xcb_shm_detach_checked($0, id.rawValue) }
        // SAFETY: nobody else has the memory, and it was mapped in the way that it is unmapped.
        switch origin {
        case .passedDescriptor: _ = unsafe munmap(memory, byteCount)
        case .systemV: _ = unsafe shmdt(memory)
        }
    }

    /// Lends a part for reading.
    func withBytes<Result>(_ range: Range<Int>, _ body: (RawSpan) -> Result) -> Result {
        precondition(range.lowerBound >= 0 && range.upperBound <= byteCount, "the segment ends before the image does")
        // SAFETY: the range lies in the mapped memory, which lives as long as this object.
        let start = unsafe UnsafeRawPointer(memory) + range.lowerBound
        return body(unsafe RawSpan(_unsafeStart: start, byteCount: range.count))
    }

    /// Copies bytes to the beginning, for the server to read.
    func write(_ bytes: RawSpan) {
        precondition(bytes.byteCount <= byteCount, "the segment ends before the image does")
        // SAFETY: both have as many bytes, and don't overlap.
        unsafe bytes.withUnsafeBytes { source in
            if let start = source.baseAddress { _ = unsafe memcpy(memory, start, source.count) }
        }
    }

    /// The corresponding C functions are `xcb_shm_create_segment` and `mmap`.
    private static func mapServersMemory(
        _ connection: X11Connection,
        id: X11ID,
        byteCount: Int
    ) throws(X11Error) -> UnsafeMutableRawPointer {
        let needed = X11Extension.Version(1, 2)
        let version = try connection.require(.sharedMemory)
        guard version >= needed else {
            throw .missingExtension(
                display: connection.displayName,
                name: X11Extension.sharedMemory.name,
                needed: needed.description,
                found: version.description
            )
        }
        let answer = try unsafe connection.reply(to: "ShmCreateSegment") { connection, failure in
            let cookie = unsafe xcb_shm_create_segment(connection, id.rawValue, UInt32(byteCount), 0)
            return unsafe xcb_shm_create_segment_reply(connection, cookie, failure)
        }
        // SAFETY: the descriptors lie behind the reply, and are ours.
        let descriptor = unsafe xcb_shm_create_segment_reply_fds(connection.pointer, answer.pointer)[0]
        defer { close(descriptor) }
        let memory = unsafe mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
            throw .system(.last(call: "mmap", subject: "the X server's shared memory"))
        }
        return unsafe memory
    }

    /// The corresponding C functions are `shmget`, `shmat` and `xcb_shm_attach`.
    private static func attachOwnMemory(
        _ connection: X11Connection,
        id: X11ID,
        byteCount: Int
    ) throws(X11Error) -> UnsafeMutableRawPointer {
        let subject = "shared memory for the X server"
        let number = shmget(IPC_PRIVATE, byteCount, IPC_CREAT | 0o600)
        guard number >= 0 else { throw .system(.last(call: "shmget", subject: subject)) }
        // It stays until both sides let it go, and no longer, also after a crash of either.
        defer { _ = shmctl(number, IPC_RMID, nil) }
        guard let memory = unsafe shmat(number, nil, 0), Int(bitPattern: memory) != -1 else {
            throw .system(.last(call: "shmat", subject: subject))
        }
        do {
            try unsafe connection.check("ShmAttach") { connection in
                unsafe xcb_shm_attach_checked(connection, id.rawValue, UInt32(bitPattern: number), 0)
            }
        } catch {
            _ = unsafe shmdt(memory)
            throw error
        }
        return unsafe memory
    }
}
