import CXCB
package import DoubletakeMedia

/// What a server says of its screen when one connects: it describes the root window and how pixels lie in images.
package struct X11Screen: Hashable, Sendable {
    /// How a pixel's number becomes a colour.
    package enum ColorModel: Hashable, Sendable {
        /// The bits under each mask are the colour's own value.
        case direct(redMask: UInt32, greenMask: UInt32, blueMask: UInt32)
        /// The number is an index into a table.
        case indexed
    }

    /// The order of the bytes of a pixel.
    package enum ByteOrder: Hashable, Sendable {
        /// The lowest byte comes first.
        case littleEndian
        /// The highest byte comes first.
        case bigEndian
    }

    /// The window behind all windows.
    package let root: X11ID
    /// The root's size at the time of the connection; screens can be resized.
    package let size: PixelSize
    /// How many bits of a pixel mean something.
    package let depth: Int
    /// How a pixel's number becomes a colour.
    package let colorModel: ColorModel
    /// The bits that a pixel takes in an image.
    package let bitsPerPixel: Int
    /// What the bits of a row of an image are rounded up to.
    package let rowPaddingBits: Int
    /// The order of a pixel's bytes.
    package let byteOrder: ByteOrder
    /// The root's visual.
    package let visual: X11ID

    /// The bytes of a row of that many pixels in an image.
    package func bytesPerRow(width: Int) -> Int {
        (width * bitsPerPixel + rowPaddingBits - 1) / rowPaddingBits * rowPaddingBits / 8
    }

    /// Reads what the server said of a screen; nil when there is none of that number.
    ///
    /// The corresponding C function is `xcb_get_setup`.
    init?(_ connection: OpaquePointer, number: Int) {
        // SAFETY: the setup belongs to the connection and lives as long; iterators stay within it.
        guard let setup = unsafe xcb_get_setup(connection) else { return nil }
        var screens = unsafe xcb_setup_roots_iterator(setup)
        for _ in 0..<number where unsafe screens.rem > 0 { unsafe xcb_screen_next(&screens) }
        guard unsafe screens.rem > 0, let screen = unsafe screens.data else { return nil }
        root = unsafe X11ID(screen.pointee.root)
        size = unsafe PixelSize(
            width: Int(screen.pointee.width_in_pixels),
            height: Int(screen.pointee.height_in_pixels)
        )
        depth = unsafe Int(screen.pointee.root_depth)
        visual = unsafe X11ID(screen.pointee.root_visual)
        colorModel = unsafe Self.colorModel(of: screen)
        byteOrder = unsafe setup.pointee.image_byte_order == 0 ? .littleEndian : .bigEndian
        var formats = unsafe xcb_setup_pixmap_formats_iterator(setup)
        var found: xcb_format_t?
        while unsafe formats.rem > 0 {
            if let format = unsafe formats.data, unsafe Int(format.pointee.depth) == depth {
                found = unsafe format.pointee
            }
            unsafe xcb_format_next(&formats)
        }
        guard let found else { return nil }
        bitsPerPixel = Int(found.bits_per_pixel)
        rowPaddingBits = Int(found.scanline_pad)
    }

    private static func colorModel(of screen: UnsafeMutablePointer<xcb_screen_t>) -> ColorModel {
        // SAFETY: as above.
        var depths = unsafe xcb_screen_allowed_depths_iterator(screen)
        while unsafe depths.rem > 0 {
            var visuals = unsafe xcb_depth_visuals_iterator(depths.data)
            while unsafe visuals.rem > 0 {
                if let visual = unsafe visuals.data?.pointee, unsafe visual.visual_id == screen.pointee.root_visual {
                    let isDirect =
                        UInt32(visual._class) == XCB_VISUAL_CLASS_TRUE_COLOR.rawValue
                        || UInt32(visual._class) == XCB_VISUAL_CLASS_DIRECT_COLOR.rawValue
                    if !isDirect { return .indexed }
                    return .direct(
                        redMask: visual.red_mask,
                        greenMask: visual.green_mask,
                        blueMask: visual.blue_mask
                    )
                }
                unsafe xcb_visualtype_next(&visuals)
            }
            unsafe xcb_depth_next(&depths)
        }
        return .indexed
    }
}
