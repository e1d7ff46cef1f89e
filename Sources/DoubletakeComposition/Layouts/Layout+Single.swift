import DoubletakeMedia

extension Layout {
    /// The first picture alone.
    public static let single = Layout("single") { _, canvas in [PixelRect(canvas)] }
}
