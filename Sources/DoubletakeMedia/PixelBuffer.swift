/// One picture: planes of samples, what they mean, and how much of them is shown.
///
/// Whoever makes a buffer may write into it until it is handed on; from then on nobody does, as long as anyone else
/// holds it. It may be read from any thread.
public final class PixelBuffer: @unchecked Sendable {
    // @unchecked: by the contract above there is one writer, before there are readers.

    /// A picture that lies outside the process's own memory, such as a DMA-BUF: adapters that know its kind use it.
    public protocol ExternalHandle: Sendable {}

    /// Where the samples are.
    enum Storage {
        case memory(PixelMemory)
        case external(any ExternalHandle)
    }

    /// Where a plane lies in the memory.
    private struct PlaneLayout {
        let offset: Int
        let bytesPerRow: Int
        let rowCount: Int
    }

    /// How the samples lie in memory.
    public let format: PixelFormat
    /// The size of the planes, as the encoder needs it (even for 4:2:0).
    public let codedSize: PixelSize
    /// The size that was asked for: the top left part of the coded size.
    ///
    /// The rest repeats its last column and row.
    public let displaySize: PixelSize
    /// What the samples mean.
    public let color: ColorDescription

    private let storage: Storage
    private let layout: [PlaneLayout]
    private let onRelease: (@Sendable (PixelMemory) -> Void)?

    /// Creates a buffer with memory of its own, filled with zeros.
    ///
    /// - Parameters:
    ///   - format: how the samples shall lie.
    ///   - displaySize: what shall be shown, at least 1x1; the coded size is rounded up to even for 4:2:0.
    ///   - color: what the samples will mean.
    public convenience init(format: PixelFormat, displaySize: PixelSize, color: ColorDescription) {
        let memory = PixelMemory(byteCount: Self.byteCount(format: format, displaySize: displaySize))
        self.init(format: format, displaySize: displaySize, color: color, memory: memory, onRelease: nil)
    }

    /// Creates a buffer for a picture outside the process's memory.
    public init(
        external handle: any ExternalHandle,
        format: PixelFormat,
        codedSize: PixelSize,
        displaySize: PixelSize,
        color: ColorDescription
    ) {
        self.format = format
        self.codedSize = codedSize
        self.displaySize = displaySize
        self.color = color
        storage = .external(handle)
        layout = []
        onRelease = nil
    }

    init(
        format: PixelFormat,
        displaySize: PixelSize,
        color: ColorDescription,
        memory: PixelMemory,
        onRelease: (@Sendable (PixelMemory) -> Void)?
    ) {
        precondition(displaySize.width >= 1 && displaySize.height >= 1, "a picture has at least one pixel")
        self.format = format
        self.displaySize = displaySize
        self.color = color
        codedSize = Self.codedSize(format: format, displaySize: displaySize)
        layout = Self.layout(format: format, codedSize: codedSize)
        storage = .memory(memory)
        self.onRelease = onRelease
    }

    deinit {
        if case .memory(let memory) = storage { onRelease?(memory) }
    }

    /// The handle of a picture outside the process's memory; nil when it is in memory.
    public var externalHandle: (any ExternalHandle)? {
        if case .external(let handle) = storage { return handle }
        return nil
    }

    /// How far apart two rows of a plane are, in bytes; a multiple of 64.
    public func bytesPerRow(ofPlane plane: Int) -> Int {
        layout[plane].bytesPerRow
    }

    /// How many rows a plane has.
    public func rowCount(ofPlane plane: Int) -> Int {
        layout[plane].rowCount
    }

    /// Lets `body` read a plane: `rowCount` rows, `bytesPerRow` apart.
    ///
    /// The picture must be in memory.
    public func withBytes<Result, Failure: Error>(
        ofPlane plane: Int,
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: the range lies within the block (see `layout`), which lives as long as this object.
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: memory.bytes[range(ofPlane: plane)])
        return try body(unsafe RawSpan(_unsafeBytes: bytes))
    }

    /// Lets `body` write a plane.
    ///
    /// Only for the buffer's maker, before it hands the buffer on.
    public func withMutableBytes<Result, Failure: Error>(
        ofPlane plane: Int,
        _ body: (inout MutableRawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: as above; and by the contract of this type nobody else reads or writes at this time.
        let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: memory.bytes[range(ofPlane: plane)])
        var span = unsafe MutableRawSpan(_unsafeBytes: bytes)
        return try body(&span)
    }

    private var memory: PixelMemory {
        guard case .memory(let memory) = storage else {
            preconditionFailure("an external picture has no bytes to read; ask for its handle")
        }
        return memory
    }

    private func range(ofPlane plane: Int) -> Range<Int> {
        let place = layout[plane]
        return place.offset..<place.offset + place.bytesPerRow * place.rowCount
    }

    static func byteCount(format: PixelFormat, displaySize: PixelSize) -> Int {
        let last = layout(format: format, codedSize: codedSize(format: format, displaySize: displaySize)).last
        return last.map { $0.offset + $0.bytesPerRow * $0.rowCount } ?? 0
    }

    private static func codedSize(format: PixelFormat, displaySize: PixelSize) -> PixelSize {
        let isSubsampled = format.planes.contains { $0.columnsPerElement > 1 || $0.rowsPerElement > 1 }
        return isSubsampled ? displaySize.roundedUpToEven : displaySize
    }

    private static func layout(format: PixelFormat, codedSize: PixelSize) -> [PlaneLayout] {
        var offset = 0
        return format.planes.map { plane in
            let columns = (codedSize.width + plane.columnsPerElement - 1) / plane.columnsPerElement
            let rows = (codedSize.height + plane.rowsPerElement - 1) / plane.rowsPerElement
            let unit = PixelMemory.alignment
            let bytesPerRow = (columns * plane.bytesPerElement + unit - 1) / unit * unit
            defer { offset += bytesPerRow * rows }
            return PlaneLayout(offset: offset, bytesPerRow: bytesPerRow, rowCount: rows)
        }
    }
}
