import CXCB
package import DoubletakeMedia

/// What a server says of its screen when one connects: it describes the root window and how pixels lie in images.
package struct X11Screen: Hashable, Sendable {
    /// The window behind all windows.
    package let root: X11ID
    /// The root's size at the time of the connection; screens can be resized.
    package let size: PixelSize
    /// The root's visual.
    package let visual: X11ID
    /// How the root's pixels lie.
    package let pixelFormat: X11PixelFormat
    private let pixelFormats: [X11ID: X11PixelFormat]

    /// How the pixels of a window with that visual lie; nil for a visual that the screen doesn't have.
    package func pixelFormat(ofVisual visual: X11ID) -> X11PixelFormat? {
        pixelFormats[visual]
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
        visual = unsafe X11ID(screen.pointee.root_visual)
        pixelFormats = unsafe Self.pixelFormats(of: screen, setup)
        guard let pixelFormat = pixelFormats[visual] else { return nil }
        self.pixelFormat = pixelFormat
    }

    /// The pixel format of each visual.
    private static func pixelFormats(
        of screen: UnsafeMutablePointer<xcb_screen_t>,
        _ setup: UnsafePointer<xcb_setup_t>
    ) -> [X11ID: X11PixelFormat] {
        // SAFETY: as above.
        let byteOrder: X11PixelFormat.ByteOrder =
            unsafe setup.pointee.image_byte_order == 0 ? .littleEndian : .bigEndian
        let images = unsafe imageFormats(setup)
        var found: [X11ID: X11PixelFormat] = [:]
        var depths = unsafe xcb_screen_allowed_depths_iterator(screen)
        while unsafe depths.rem > 0 {
            let depth = unsafe Int(depths.data.pointee.depth)
            var visuals = unsafe xcb_depth_visuals_iterator(depths.data)
            while unsafe visuals.rem > 0 {
                if let visual = unsafe visuals.data?.pointee, let image = images[depth] {
                    found[X11ID(visual.visual_id)] = X11PixelFormat(
                        depth: depth,
                        colorModel: colorModel(of: visual),
                        bitsPerPixel: Int(image.bits_per_pixel),
                        rowPaddingBits: Int(image.scanline_pad),
                        byteOrder: byteOrder
                    )
                }
                unsafe xcb_visualtype_next(&visuals)
            }
            unsafe xcb_depth_next(&depths)
        }
        return found
    }

    /// How images of each depth lie.
    private static func imageFormats(_ setup: UnsafePointer<xcb_setup_t>) -> [Int: xcb_format_t] {
        var found: [Int: xcb_format_t] = [:]
        // SAFETY: as above.
        var formats = unsafe xcb_setup_pixmap_formats_iterator(setup)
        while unsafe formats.rem > 0 {
            if let format = unsafe formats.data?.pointee { found[Int(format.depth)] = format }
            unsafe xcb_format_next(&formats)
        }
        return found
    }

    private static func colorModel(of visual: xcb_visualtype_t) -> X11PixelFormat.ColorModel {
        switch xcb_visual_class_t(UInt32(visual._class)) {
        case XCB_VISUAL_CLASS_TRUE_COLOR, XCB_VISUAL_CLASS_DIRECT_COLOR:
            .direct(redMask: visual.red_mask, greenMask: visual.green_mask, blueMask: visual.blue_mask)
        default: .indexed
        }
    }
}
