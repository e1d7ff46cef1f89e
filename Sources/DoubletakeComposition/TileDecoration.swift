import DoubletakeDrawing
import DoubletakeMedia
import DoubletakePixels

/// What lies over a tile's picture and around it: made once, when the tile gets its place.
struct TileDecoration {
    /// Where the tile can be seen, and how far through; nil when everywhere and wholly.
    let mask: PixelBuffer?
    /// The line around the tile, in its own pixels; nil for none.
    let border: VideoFrame.Overlay?
    /// What is written over the tile's picture; nil for nothing.
    let label: VideoFrame.Overlay?

    /// How round the corners of a rounded tile are, as a part of its shorter side.
    private static let cornerShare = 0.12
    /// Letters smaller than this can't be read in a film.
    private static let smallestText = 12.0
    /// Letters larger than this hide more than they say.
    private static let largestText = 36.0

    /// Creates what a tile of that size needs.
    init(_ style: TileStyle, size: PixelSize) {
        let shape = Self.shape(style.outline, of: size)
        mask = style.isOpaque ? nil : Self.mask(shape, opacity: style.opacity, size: size)
        border = style.borderWidth > 0 ? Self.border(shape, width: style.borderWidth, size: size) : nil
        label = style.label.flatMap { $0.isEmpty ? nil : Self.label($0, style.outline, in: size) }
    }

    /// What is drawn over each picture, the topmost last.
    var overlays: [VideoFrame.Overlay] {
        [border, label].compactMap { $0 }
    }

    /// The picture of a source that delivers none: a dark surface with its name, and what is the matter.
    static func placeholder(_ name: String, size: PixelSize, color: ColorDescription) -> PixelBuffer {
        let drawn = PixelBuffer(format: .bgra, displaySize: size, color: .sRGB)
        let letters = textSize(in: size)
        let lines = [
            (DrawingText("no signal", size: letters * 1.3, weight: .bold), DrawingColor.white.opacity(0.9)),
            (DrawingText(name, size: letters), DrawingColor.white.opacity(0.6)),
        ]
        drawn.draw { drawing in
            drawing.fill(.rectangle(PixelRect(size)), with: DrawingColor(red: 0.13, green: 0.14, blue: 0.16))
            let sizes = lines.map { drawing.size(of: $0.0, width: size.width) }
            var top = Double(size.height - sizes.reduce(0) { $0 + $1.height }) / 2
            for ((text, color), room) in zip(lines, sizes) {
                let left = Double(size.width - room.width) / 2
                drawing.draw(text, x: max(left, 0), y: top, width: size.width, with: color)
                top += Double(room.height)
            }
        }
        let picture = PixelBuffer(format: .i420, displaySize: size, color: color)
        ScreenConverter.convert(PixelRect(size), of: drawn, into: picture)
        return picture
    }

    private static func textSize(in size: PixelSize) -> Double {
        min(max(Double(size.height) / 16, smallestText), largestText)
    }

    private static func shape(_ outline: TileStyle.Outline, of size: PixelSize) -> DrawingShape {
        let whole = PixelRect(size)
        return switch outline {
        case .rectangle: .rectangle(whole)
        case .rounded: .rounded(whole, radius: Double(min(size.width, size.height)) * cornerShare)
        case .round: .ellipse(whole)
        }
    }

    private static func mask(_ shape: DrawingShape, opacity: Double, size: PixelSize) -> PixelBuffer {
        let mask = PixelBuffer(format: .alpha, displaySize: size, color: .sRGB)
        mask.draw { $0.fill(shape, with: DrawingColor.white.opacity(min(max(opacity, 0), 1))) }
        return mask
    }

    private static func border(_ shape: DrawingShape, width: Int, size: PixelSize) -> VideoFrame.Overlay {
        let picture = PixelBuffer(format: .bgra, displaySize: size, color: .sRGB)
        picture.draw { $0.stroke(shape, width: Double(width), with: .white) }
        return VideoFrame.Overlay(picture: picture, x: 0, y: 0)
    }

    /// How far something at a corner is from both edges, as a part of the corner's radius, so that none of it is cut off:
    /// one less the sine of 45 degrees.
    private static let cornerInset = 0.293

    /// White letters on a dark, half transparent ground at the lower left, or below the middle of a circle.
    private static func label(_ label: String, _ outline: TileStyle.Outline, in size: PixelSize) -> VideoFrame.Overlay?
    {
        let text = DrawingText(label, size: textSize(in: size))
        let padding = Int(text.size / 2)
        let radius = outline == .rounded ? Double(min(size.width, size.height)) * cornerShare : 0
        let inset = padding + Int(radius * cornerInset)
        let widest = (outline == .round ? size.width * 6 / 10 : size.width) - 2 * padding - 2 * inset
        guard widest > 0 else { return nil }
        let scratch = PixelBuffer(format: .bgra, displaySize: PixelSize(width: 1, height: 1), color: .sRGB)
        let room = scratch.draw { $0.size(of: text, width: widest) }
        let box = PixelSize(width: room.width + 2 * padding, height: room.height + padding)
        guard room.width > 0, box.height + inset <= size.height else { return nil }
        let picture = PixelBuffer(format: .bgra, displaySize: box, color: .sRGB)
        picture.draw { drawing in
            drawing.fill(.rounded(PixelRect(box), radius: Double(padding)), with: DrawingColor.black.opacity(0.55))
            drawing.draw(text, x: Double(padding), y: Double(padding) / 2, width: widest, with: .white)
        }
        return outline == .round
            ? VideoFrame.Overlay(
                picture: picture, x: (size.width - box.width) / 2, y: size.height * 8 / 10 - box.height / 2)
            : VideoFrame.Overlay(picture: picture, x: inset, y: size.height - box.height - inset)
    }
}
