private import DoubletakeKernels
import DoubletakeMedia

/// What the samples of a camera's pictures mean.
///
/// The primaries and the curve are those of BT.709 and sRGB with every camera that has no row of its own.
package enum CameraColor: Hashable, Sendable {
    /// ITU-R BT.601 with limited range, as most cameras' raw pictures.
    case bt601Limited
    /// ITU-R BT.601 with full range, as JPEG.
    case bt601Full
    /// ITU-R BT.709 with limited range: what the encoders take.
    case bt709Limited
    /// ITU-R BT.709 with full range.
    case bt709Full
}

extension PixelBuffer {
    /// Turns a part of an I420 picture, whose samples mean something else than its tag says, into what the tag says.
    ///
    /// The corresponding C function is `doubletake_i420_to_bt709`.
    func recolor(_ rect: PixelRect, from color: CameraColor) {
        guard let kind = color.kind else { return }
        let blocks = wholeBlocks(around: rect)
        // SAFETY: the planes have room for the blocks, which are whole.
        unsafe withMutableI420(from: blocks) { planes in
            unsafe doubletake_i420_to_bt709(planes, blocks.width, blocks.height, kind, doubletake_code_path_fastest)
        }
    }
}

extension CameraColor {
    fileprivate var kind: doubletake_yuv_kind? {
        switch self {
        case .bt601Limited: doubletake_yuv_bt601_limited
        case .bt601Full: doubletake_yuv_bt601_full
        case .bt709Limited: nil
        case .bt709Full: doubletake_yuv_bt709_full
        }
    }
}
