import CX264
import DoubletakeMedia

/// A picture's macroblocks, 16 by 16 pixels each, and which of them are as they were in the picture before.
///
/// x264 skips those without looking at them. The memory is the `mb_info` of `x264_image_properties_t`, with
/// `X264_MBINFO_CONSTANT` as its flag.
@safe
struct MacroblockMap: ~Copyable {
    // @safe: the block is allocated here with one byte a macroblock, reached by checked indices, and freed in `deinit`.

    /// The width and height of a macroblock (H.264, 3.84).
    private static let side = 16

    /// Macroblocks in a row; the last one may reach over the picture's edge.
    let columnCount: Int
    /// Rows of macroblocks.
    let rowCount: Int
    private let flags: UnsafeMutableBufferPointer<UInt8>

    /// Creates a map of a picture of that size, in which nothing is constant.
    init(codedSize: PixelSize) {
        columnCount = (codedSize.width + Self.side - 1) / Self.side
        rowCount = (codedSize.height + Self.side - 1) / Self.side
        // SAFETY: owned by this value alone, and initialised before anyone reads it.
        unsafe flags = .allocate(capacity: columnCount * rowCount)
        unsafe flags.initialize(repeating: 0)
    }

    deinit {
        unsafe flags.deallocate()
    }

    /// Whether a macroblock is flagged.
    func isConstant(column: Int, row: Int) -> Bool {
        precondition((0..<columnCount).contains(column) && (0..<rowCount).contains(row), "no such macroblock")
        return unsafe flags[row * columnCount + column] != 0
    }

    /// Flags every macroblock in which no pixel of `rectangles` lies, and no other.
    func markConstant(outside rectangles: [PixelRect]) {
        // SAFETY: all indices are below columnCount * rowCount, since each rectangle is cut at the picture's edges.
        unsafe flags.update(repeating: UInt8(X264_MBINFO_CONSTANT))
        let picture = PixelRect(PixelSize(width: columnCount * Self.side, height: rowCount * Self.side))
        for rectangle in rectangles {
            let changed = rectangle.intersection(picture).expanded(toMultiplesOf: Self.side)
            guard !changed.isEmpty else { continue }
            let columns = changed.x / Self.side..<changed.maxX / Self.side
            for row in changed.y / Self.side..<changed.maxY / Self.side {
                let start = row * columnCount
                unsafe flags[start + columns.lowerBound..<start + columns.upperBound].update(repeating: 0)
            }
        }
    }

    /// Lends the flags to x264 with a picture.
    ///
    /// x264 keeps the pointer without copying, so this value must live until the encoder is closed, and may be changed
    /// only when the picture has come out again. There is no `mb_info_free`: with slices on several threads x264 164
    /// calls it when the last slice is done, while others may still be reading.
    func lend(to picture: inout x264_picture_t) {
        unsafe picture.prop.mb_info = flags.baseAddress
        unsafe picture.prop.mb_info_free = nil
    }
}
