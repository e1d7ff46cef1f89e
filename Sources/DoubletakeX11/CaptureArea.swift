import DoubletakeMedia

/// Which part of a screen or a window is recorded, and where it is now.
///
/// The pixels of that screen or window are meant where the picture's own aren't.
struct CaptureArea: Equatable {
    /// Where the picture's top left pixel is.
    let originX: Int
    /// As `originX`, downwards.
    let originY: Int
    /// The picture's size.
    let size: PixelSize
    /// What of the picture can be read, in rectangles that may overlap; the rest is black.
    let shown: [PixelRect]
    /// The smallest rectangle around what can be read.
    let visible: PixelRect

    /// Finds the part of a device.
    ///
    /// - Parameters:
    ///   - region: the part of the device, in its own pixels; nil for all of it.
    ///   - size: the size of the pictures; nil for that of the part.
    ///   - device: where the device is on the screen or in the window.
    ///   - whole: the size of the screen or window.
    ///   - monitors: what of the screen any monitor shows; nil for all of it.
    init(
        _ region: PixelRect?,
        size: PixelSize? = nil,
        of device: PixelRect,
        on whole: PixelSize,
        shownBy monitors: [PixelRect]? = nil
    ) {
        let part = region ?? PixelRect(device.size)
        originX = device.x + part.x
        originY = device.y + part.y
        self.size = size ?? part.size
        let bounds = part.offsetBy(x: device.x, y: device.y).intersection(device).intersection(PixelRect(whole))
        let parts = (monitors ?? [bounds]).map { $0.intersection(bounds) }.filter { !$0.isEmpty }
        // Mostly one monitor shows all of it.
        shown = parts.contains(bounds) ? [bounds] : parts
        visible = parts.reduce(PixelRect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
    }

    /// A rectangle of the screen or window as one of the picture.
    func inPicture(_ rect: PixelRect) -> PixelRect {
        rect.offsetBy(x: -originX, y: -originY)
    }

    /// A rectangle of the picture as one of the screen or window.
    func onScreen(_ rect: PixelRect) -> PixelRect {
        rect.offsetBy(x: originX, y: originY)
    }
}
