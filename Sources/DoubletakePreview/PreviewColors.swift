import DoubletakeDrawing

/// The colours of the preview's controls.
enum PreviewColors {
    static let strip = DrawingColor(red: 0.106, green: 0.114, blue: 0.129)
    static let line = DrawingColor(red: 0.20, green: 0.21, blue: 0.235)
    static let face = DrawingColor(red: 0.192, green: 0.204, blue: 0.231)
    static let hovered = DrawingColor(red: 0.262, green: 0.278, blue: 0.314)
    static let pressed = DrawingColor(red: 0.145, green: 0.153, blue: 0.176)
    static let menu = DrawingColor(red: 0.149, green: 0.157, blue: 0.180)
    static let ink = DrawingColor(red: 0.94, green: 0.945, blue: 0.955)
    static let quiet = DrawingColor(red: 0.62, green: 0.64, blue: 0.68)
    static let red = DrawingColor(red: 0.937, green: 0.267, blue: 0.267)
    static let amber = DrawingColor(red: 0.98, green: 0.75, blue: 0.24)
    static let green = DrawingColor(red: 0.29, green: 0.78, blue: 0.47)
    static let focus = DrawingColor(red: 0.38, green: 0.65, blue: 0.98)
    /// How much is seen of what does nothing now.
    static let disabled = 0.32
}
