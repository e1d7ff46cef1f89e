import Glibc

/// The memory of one picture: a block that starts at a multiple of 64 bytes, which suits every vector instruction.
@safe
final class PixelMemory: @unchecked Sendable {
    // @safe: the pointer is the whole block, for the life of the object.
    // @unchecked: the block itself never changes; who may write into it is `PixelBuffer`'s contract.
    static let alignment = 64

    let bytes: UnsafeMutableRawBufferPointer

    init(byteCount: Int) {
        // SAFETY: owned by this object alone and freed in `deinit`; zeroed, so that no byte is ever read uninitialised.
        unsafe bytes = .allocate(byteCount: byteCount, alignment: Self.alignment)
        // The standard library's own way takes a call a byte in a debug build.
        if let start = unsafe bytes.baseAddress { unsafe memset(start, 0, byteCount) }
    }

    deinit {
        unsafe bytes.deallocate()
    }
}
