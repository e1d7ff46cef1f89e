private import CCairo
package import DoubletakeMedia

/// A drawing that goes on in a picture; exists only while `PixelBuffer.draw` runs.
///
/// The corresponding C type is `cairo_t`.
@safe
package struct Drawing: ~Copyable {
    // @safe: the context is made and destroyed here, and used by the one thread that draws.
    private let context: OpaquePointer

    /// The corresponding C functions are `cairo_image_surface_create_for_data` and `cairo_create`.
    fileprivate init(
        into bytes: UnsafeMutableRawBufferPointer,
        format: cairo_format_t,
        size: PixelSize,
        bytesPerRow: Int
    ) {
        // SAFETY: the memory has the rows that are said, and outlives the drawing, which the caller lends it.
        let surface = unsafe cairo_image_surface_create_for_data(
            bytes.baseAddress?.assumingMemoryBound(to: UInt8.self),
            format,
            Int32(size.width),
            Int32(size.height),
            Int32(bytesPerRow)
        )
        let made = unsafe cairo_create(surface)
        // The context holds the surface from now on.
        unsafe cairo_surface_destroy(surface)
        guard let made = unsafe made, unsafe cairo_status(made) == CAIRO_STATUS_SUCCESS else {
            preconditionFailure("cairo draws into any picture while there is memory")
        }
        unsafe context = made
    }

    deinit {
        unsafe cairo_surface_flush(cairo_get_target(context))
        let status = unsafe cairo_status(context)
        unsafe cairo_destroy(context)
        // Any other failure is a call in the wrong order.
        precondition(status == CAIRO_STATUS_SUCCESS, "a drawing failed with \(status.rawValue)")
    }

    /// Makes everything transparent.
    ///
    /// The corresponding C functions are `cairo_set_operator` and `cairo_paint`.
    package func clear() {
        unsafe cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
        unsafe cairo_paint(context)
        unsafe cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    }

    /// Fills a shape.
    ///
    /// The corresponding C function is `cairo_fill`.
    package func fill(_ shape: DrawingShape, with color: DrawingColor) {
        setColor(color)
        addPath(shape, inset: 0)
        unsafe cairo_fill(context)
    }

    /// Draws the outline of a shape: inside of it, or along its lines where it is made of those.
    ///
    /// The corresponding C function is `cairo_stroke`.
    package func stroke(_ shape: DrawingShape, width: Double, with color: DrawingColor) {
        setColor(color)
        unsafe cairo_set_line_width(context, width)
        unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        addPath(shape, inset: width / 2)
        unsafe cairo_stroke(context)
    }

    /// Sets a line of text whose top left corner is at a place; what is wider than `width` is cut short with dots.
    ///
    /// The corresponding C function is `pango_cairo_show_layout`.
    package func draw(_ text: DrawingText, x: Double, y: Double, width: Int? = nil, with color: DrawingColor) {
        setColor(color)
        unsafe cairo_move_to(context, x, y)
        unsafe withLayout(of: text, width: width) { layout in unsafe pango_cairo_show_layout(context, layout) }
    }

    /// How much room a line of text takes.
    ///
    /// The corresponding C function is `pango_layout_get_pixel_size`.
    package func size(of text: DrawingText, width: Int? = nil) -> PixelSize {
        var (columns, rows): (Int32, Int32) = (0, 0)
        unsafe withLayout(of: text, width: width) { layout in
            unsafe pango_layout_get_pixel_size(layout, &columns, &rows)
        }
        return PixelSize(width: Int(max(columns, 0)), height: Int(max(rows, 0)))
    }

    private func withLayout(of text: DrawingText, width: Int?, _ body: (OpaquePointer) -> Void) {
        guard let layout = unsafe pango_cairo_create_layout(context), let font = unsafe pango_font_description_new()
        else { preconditionFailure("pango sets text while there is memory") }
        unsafe pango_font_description_set_family(font, "Sans")
        unsafe pango_font_description_set_absolute_size(font, text.size * Double(PANGO_SCALE))
        unsafe pango_font_description_set_weight(font, text.weight == .bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
        unsafe pango_layout_set_font_description(layout, font)
        unsafe pango_layout_set_single_paragraph_mode(layout, 1)
        unsafe pango_layout_set_text(layout, text.string, -1)
        if let width {
            unsafe pango_layout_set_width(layout, Int32(max(width, 0)) * PANGO_SCALE)
            unsafe pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        }
        unsafe body(layout)
        unsafe pango_font_description_free(font)
        unsafe g_object_unref(UnsafeMutableRawPointer(layout))
    }

    private func setColor(_ color: DrawingColor) {
        unsafe cairo_set_source_rgba(context, color.red, color.green, color.blue, color.opacity)
    }

    private func addPath(_ shape: DrawingShape, inset: Double) {
        unsafe cairo_new_path(context)
        switch shape {
        case .rectangle(let rect):
            let (width, height) = (Double(rect.width) - 2 * inset, Double(rect.height) - 2 * inset)
            unsafe cairo_rectangle(context, Double(rect.x) + inset, Double(rect.y) + inset, width, height)
        case .rounded(let rect, let radius): addRounded(rect, radius: radius, inset: inset)
        case .polygon(let points):
            addLines(points)
            unsafe cairo_close_path(context)
        case .lines(let points): addLines(points)
        case .ellipse(let rect):
            let (width, height) = (Double(rect.width) / 2 - inset, Double(rect.height) / 2 - inset)
            guard width > 0, height > 0 else { return }
            unsafe cairo_save(context)
            unsafe cairo_translate(
                context, Double(rect.x) + Double(rect.width) / 2, Double(rect.y) + Double(rect.height) / 2)
            unsafe cairo_scale(context, width, height)
            unsafe cairo_arc(context, 0, 0, 1, 0, 2 * .pi)
            unsafe cairo_restore(context)
        }
    }

    private func addLines(_ points: [DrawingPoint]) {
        guard let first = points.first else { return }
        unsafe cairo_move_to(context, first.x, first.y)
        for point in points.dropFirst() { unsafe cairo_line_to(context, point.x, point.y) }
    }

    private func addRounded(_ rect: PixelRect, radius: Double, inset: Double) {
        let (left, top) = (Double(rect.x) + inset, Double(rect.y) + inset)
        let (right, bottom) = (Double(rect.maxX) - inset, Double(rect.maxY) - inset)
        let radius = max(min(radius - inset, (right - left) / 2, (bottom - top) / 2), 0)
        unsafe cairo_arc(context, right - radius, top + radius, radius, -.pi / 2, 0)
        unsafe cairo_arc(context, right - radius, bottom - radius, radius, 0, .pi / 2)
        unsafe cairo_arc(context, left + radius, bottom - radius, radius, .pi / 2, .pi)
        unsafe cairo_arc(context, left + radius, top + radius, radius, .pi, 3 * .pi / 2)
        unsafe cairo_close_path(context)
    }
}

extension PixelBuffer {
    /// Lets `body` draw into the picture; for its only holder.
    ///
    /// The picture is BGRA, whose colours are multiplied by alpha, or `alpha`, where only opacity counts. It shows what was
    /// in it before, under what is drawn.
    package func draw<Result>(_ body: (borrowing Drawing) -> Result) -> Result {
        precondition(format == .bgra || format == .alpha, "a \(format) picture can't be drawn into")
        let (size, bytesPerRow) = (displaySize, bytesPerRow(ofPlane: 0))
        let kind = format == .bgra ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_A8
        return withMutableBytes(ofPlane: 0) { bytes in
            // SAFETY: the drawing ends before the bytes are given back.
            unsafe bytes.withUnsafeMutableBytes { bytes in
                let drawing = unsafe Drawing(into: bytes, format: kind, size: size, bytesPerRow: bytesPerRow)
                return body(drawing)
            }
        }
    }
}
