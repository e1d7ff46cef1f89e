/// What a picture's numbers mean as colours, in the code points of ITU-T H.273, which containers and codecs share.
///
/// A picture's tag and its data come from the same value, so that a player never has to guess.
public struct ColorDescription: Hashable, Sendable {
    /// Whether black is 0 or 16.
    public enum Range: Sendable {
        /// 16 to 235 for luma, 16 to 240 for chroma, as video has it.
        case limited
        /// 0 to 255, as screens have it.
        case full
    }

    /// `ColourPrimaries` (H.273, table 2).
    public let primaries: Int
    /// `TransferCharacteristics` (H.273, table 3).
    public let transfer: Int
    /// `MatrixCoefficients` (H.273, table 4).
    public let matrix: Int
    /// Limited or full.
    public let range: Range

    /// Creates a description from code points.
    public init(primaries: Int, transfer: Int, matrix: Int, range: Range) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.range = range
    }

    /// ITU-R BT.709 with limited range: what every player expects of HD, and what we write.
    public static let bt709Limited = ColorDescription(primaries: 1, transfer: 1, matrix: 1, range: .limited)

    /// A screen's RGB: BT.709 primaries, the sRGB curve, identity matrix, full range.
    public static let sRGB = ColorDescription(primaries: 1, transfer: 13, matrix: 0, range: .full)
}
