import DoubletakeDrawing
import DoubletakeMedia

/// How loud each source of sound is, as bars one below the other.
struct PreviewMeters {
    private let sounds: [PreviewStatus.Sound]
    private let scale: Double

    /// More would be too thin to read.
    private static let mostBars = 3
    /// What is quieter is no sound for a film.
    private static let quietest = -60.0
    /// From here on a voice is close to the end of the scale, and from the second value on it is cut off at times.
    private static let (loud, tooLoud) = (-12.0, -3.0)

    init(_ sounds: [PreviewStatus.Sound], scale: Double) {
        self.sounds = Array(sounds.prefix(Self.mostBars))
        self.scale = scale
    }

    /// How far a bar reaches for a level in decibels: 0 for what is not heard, 1 for full scale.
    static func share(of decibels: Double) -> Double {
        decibels.isNaN ? 0 : min(max(1 - decibels / quietest, 0), 1)
    }

    /// Draws the bars alone, over a whole BGRA picture of the room that they have.
    func draw(alone picture: PixelBuffer) {
        let whole = PixelRect(picture.displaySize)
        picture.draw { drawing in
            drawing.fill(.rectangle(whole), with: PreviewColors.strip)
            draw(in: whole, drawing)
        }
    }

    func draw(in area: PixelRect?, _ drawing: borrowing Drawing) {
        guard let area, !sounds.isEmpty else { return }
        let rowHeight = area.height / max(sounds.count, 2)
        let top = area.y + (area.height - rowHeight * sounds.count) / 2
        for (index, sound) in sounds.enumerated() {
            let row = PixelRect(x: area.x, y: top + index * rowHeight, width: area.width, height: rowHeight)
            draw(sound, in: row, drawing)
        }
    }

    private func draw(_ sound: PreviewStatus.Sound, in row: PixelRect, _ drawing: borrowing Drawing) {
        let label = DrawingText(sound.kind == .microphone ? "mic" : "apps", size: 11 * scale)
        let color = sound.isMuted ? PreviewColors.quiet.opacity(0.6) : PreviewColors.quiet
        let labelWidth = Int(34 * scale)
        let room = drawing.size(of: label, width: labelWidth)
        drawing.draw(
            label,
            x: Double(row.x + labelWidth - room.width) - 4 * scale,
            y: Double(row.y) + Double(row.height - room.height) / 2,
            with: color
        )
        let height = max(Int(6 * scale), 1)
        let bar = PixelRect(
            x: row.x + labelWidth,
            y: row.y + (row.height - height) / 2,
            width: row.width - labelWidth,
            height: height
        )
        let radius = Double(height) / 2
        drawing.fill(.rounded(bar, radius: radius), with: PreviewColors.line)
        if sound.isMuted { return }
        let loudness = Int(Double(bar.width) * Self.share(of: sound.level.rootMeanSquareDecibels))
        if loudness >= height {
            let part = PixelRect(x: bar.x, y: bar.y, width: loudness, height: height)
            drawing.fill(.rounded(part, radius: radius), with: Self.color(of: sound.level.peakDecibels))
        }
        let peak = Int(Double(bar.width) * Self.share(of: sound.level.peakDecibels))
        if peak > height {
            let width = max(Int(2 * scale), 1)
            let mark = PixelRect(x: bar.x + peak - width, y: bar.y, width: width, height: height)
            drawing.fill(.rectangle(mark), with: Self.color(of: sound.level.peakDecibels))
        }
    }

    private static func color(of decibels: Double) -> DrawingColor {
        decibels >= tooLoud ? PreviewColors.red : decibels >= loud ? PreviewColors.amber : PreviewColors.green
    }
}
