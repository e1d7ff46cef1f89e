private import DoubletakeKernels

/// A colour as the samples of a picture in limited-range BT.709 (`ColorDescription.bt709Limited`), 8 bits each.
package struct YUVColor: Hashable, Sendable {
    /// The luma: 16 is black, 235 is white.
    package let luma: UInt8
    /// The blue difference: 128 is none.
    package let cb: UInt8
    /// The red difference: 128 is none.
    package let cr: UInt8

    /// Black.
    package static let black = YUVColor(red: 0, green: 0, blue: 0)

    /// Creates the colour that `ScreenConverter` gives to a surface of that full-range RGB colour.
    ///
    /// The corresponding C function is `doubletake_color_bt709_from_rgb`, where the formula is.
    package init(red: UInt8, green: UInt8, blue: UInt8) {
        let color = doubletake_color_bt709_from_rgb(red, green, blue)
        luma = color.luma
        cb = color.cb
        cr = color.cr
    }
}

extension YUVColor: CustomStringConvertible {
    /// `63,102,240`.
    package var description: String {
        "\(luma),\(cb),\(cr)"
    }
}
