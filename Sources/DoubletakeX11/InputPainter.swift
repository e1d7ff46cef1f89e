import DoubletakeDrawing
import DoubletakeMedia

/// Draws halos and captions for pictures of one size.
///
/// Each halo is drawn once, and the caption once for each text: the same picture is the same overlay, which needs not be
/// drawn into the film again.
struct InputPainter {
    /// The size of the pictures that they lie over.
    let size: PixelSize
    /// How far a halo reaches from the pointer: more than the cursor's picture does, and not so far that it hides a button.
    private let radius: Int
    /// The size of the caption's letters, and how far it is from the picture's edges.
    private let letterSize: Double
    private let margin: Int
    private var halos: [ClickHalos.Look: PixelBuffer] = [:]
    private var caption: (parts: [KeyCaption.Part], picture: PixelBuffer)?

    /// How much larger a halo is at the end.
    private static let growth = 0.6
    /// What stands for the beginning of a text that has no room.
    private static let dots = KeyCaption.dots

    /// Creates a painter.
    init(size: PixelSize) {
        self.size = size
        let side = min(size.width, size.height)
        radius = min(max(side / 34, 15), 80)
        letterSize = Double(min(max(side / 24, 15), 96))
        margin = max(side / 18, 6)
    }

    /// A halo around a pixel.
    mutating func overlay(of look: ClickHalos.Look, x: Int, y: Int) -> VideoFrame.Overlay {
        let picture = halos[look] ?? draw(look)
        halos[look] = picture
        return VideoFrame.Overlay(
            picture: picture,
            x: x - picture.displaySize.width / 2,
            y: y - picture.displaySize.height / 2
        )
    }

    /// The caption, in the middle of the lower edge.
    mutating func overlay(of parts: [KeyCaption.Part]) -> VideoFrame.Overlay {
        let picture = caption.flatMap { $0.parts == parts ? $0.picture : nil } ?? draw(parts)
        caption = (parts, picture)
        // At even places a chroma sample is not shared with what is beside it.
        return VideoFrame.Overlay(
            picture: picture,
            x: (size.width - picture.displaySize.width) / 4 * 2,
            y: (size.height - margin - picture.displaySize.height) / 2 * 2
        )
    }

    private func draw(_ look: ClickHalos.Look) -> PixelBuffer {
        let faded = Double(look.step) / Double(ClickHalos.stepCount)
        let reach = Int((Double(radius) * (1 + Self.growth * faded)).rounded())
        let lineWidth = max(Double(radius) / 6, 2)
        // A dark seam makes it stand out from what is as bright.
        let side = 2 * (reach + 1)
        let picture = PixelBuffer(
            format: .bgra, displaySize: PixelSize(width: side + 1, height: side + 1), color: .sRGB)
        let outer = PixelRect(x: 0, y: 0, width: side + 1, height: side + 1)
        let inner = PixelRect(x: 1, y: 1, width: side - 1, height: side - 1)
        picture.draw { drawing in
            drawing.clear()
            drawing.fill(.ellipse(inner), with: look.color.opacity(0.4 * (1 - faded)))
            drawing.stroke(.ellipse(outer), width: lineWidth + 2, with: .black.opacity(0.45 * (1 - faded)))
            drawing.stroke(.ellipse(inner), width: lineWidth, with: look.color.opacity(1 - faded))
        }
        return picture
    }

    /// A part of the caption as it is set.
    private struct Box {
        let text: DrawingText
        let size: PixelSize
        let isKey: Bool
    }

    private func draw(_ parts: [KeyCaption.Part]) -> PixelBuffer {
        let padding = Int(letterSize * 0.55)
        let gap = Int(letterSize * 0.3)
        let rise = Int(letterSize * 0.28)
        let room = max(size.width - 2 * margin, 1)
        var boxes = boxes(of: parts, width: room - 2 * padding)
        func width() -> Int { boxes.reduce(-gap) { $0 + $1.size.width + 2 * padding + gap } }
        while boxes.count > 1, width() > room { boxes.removeFirst() }
        let height = (boxes.map(\.size.height).max() ?? 0) + 2 * rise
        let picture = PixelBuffer(
            format: .bgra,
            displaySize: PixelSize(width: max(width(), 1), height: height),
            color: .sRGB
        )
        picture.draw { drawing in
            drawing.clear()
            var x = 0
            for box in boxes {
                let place = PixelRect(x: x, y: 0, width: box.size.width + 2 * padding, height: height)
                let shape = DrawingShape.rounded(place, radius: letterSize * 0.4)
                drawing.fill(shape, with: Self.paper)
                if box.isKey { drawing.stroke(shape, width: max(letterSize / 14, 1.5), with: Self.rim) }
                drawing.draw(
                    box.text,
                    x: Double(x + padding),
                    y: Double((height - box.size.height) / 2),
                    width: box.size.width,
                    with: .white
                )
                x = place.maxX + gap
            }
        }
        return picture
    }

    /// What is behind the letters: dark enough for white ones on any picture.
    private static let paper = DrawingColor(red: 0.07, green: 0.08, blue: 0.1, opacity: 0.82)
    /// The edge of a key.
    private static let rim = DrawingColor.white.opacity(0.65)

    private func boxes(of parts: [KeyCaption.Part], width: Int) -> [Box] {
        let scratch = PixelBuffer(format: .bgra, displaySize: PixelSize(width: 1, height: 1), color: .sRGB)
        return scratch.draw { drawing in
            parts.map { part in
                var label = part.label
                var text = text(label, of: part)
                // What was typed last counts.
                while drawing.size(of: text).width > width, label.count > 2 {
                    label = String(Self.dots) + label.drop { $0 == Self.dots }.dropFirst()
                    text = self.text(label, of: part)
                }
                let size = drawing.size(of: text)
                return Box(
                    text: text,
                    size: PixelSize(width: min(size.width, max(width, 1)), height: size.height),
                    isKey: part.isKey
                )
            }
        }
    }

    private func text(_ label: String, of part: KeyCaption.Part) -> DrawingText {
        DrawingText(label, size: letterSize, weight: part.isKey ? .bold : .regular)
    }
}

extension KeyCaption.Part {
    fileprivate var isKey: Bool {
        if case .keys = self { true } else { false }
    }
}

extension ClickHalos.Look {
    /// Amber for the left button, violet for the middle one, blue for the right one.
    fileprivate var color: DrawingColor {
        switch button {
        case 1: DrawingColor(red: 1, green: 0.76, blue: 0.03)
        case 2: DrawingColor(red: 0.73, green: 0.41, blue: 0.98)
        default: DrawingColor(red: 0.25, green: 0.72, blue: 1)
        }
    }
}
