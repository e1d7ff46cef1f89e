import DoubletakeDrawing
package import DoubletakeMedia

extension PreviewStrip {
    /// Draws the strip into a BGRA picture of its size.
    package func draw(_ status: PreviewStatus, _ look: PreviewLook, into picture: PixelBuffer) {
        picture.draw { drawing in
            drawing.fill(.rectangle(PixelRect(size)), with: PreviewColors.strip)
            let edge = PixelRect(x: 0, y: 0, width: size.width, height: max(Int(scale), 1))
            drawing.fill(.rectangle(edge), with: PreviewColors.line)
            for control in controls { draw(control, status, look, drawing) }
            drawTimer(status, drawing)
            PreviewMeters(status.sounds, scale: scale).draw(in: meterArea, drawing)
            drawGain(status, drawing)
            drawText(status, look, drawing)
        }
    }

    private func draw(
        _ control: PreviewControl, _ status: PreviewStatus, _ look: PreviewLook, _ drawing: borrowing Drawing
    ) {
        guard let area = area(of: control) else { return }
        let isEnabled = control.isEnabled(in: status)
        let radius = scaled(control == .record ? 18 : 7)
        let face =
            if !isEnabled { PreviewColors.face.opacity(0.5) } else if look.pressed == control {
                look.hovered == control ? PreviewColors.pressed : PreviewColors.face
            } else if look.hovered == control || look.menu?.control == control { PreviewColors.hovered } else {
                PreviewColors.face
            }
        drawing.fill(.rounded(area, radius: radius), with: face)
        if look.focus == control {
            drawing.stroke(.rounded(area, radius: radius), width: scaled(2), with: PreviewColors.focus)
        }
        let opacity = isEnabled ? 1 : PreviewColors.disabled
        let ink = PreviewColors.ink.opacity(opacity)
        switch control {
        case .record:
            draw(.disc, in: area, side: 24, status.isFilming ? PreviewColors.red : ink, drawing)
        case .pause:
            draw(status.phase == .paused ? .triangle : .bars, in: area, side: 18, ink, drawing)
        case .stop: draw(.square, in: area, side: 20, status.isFilming ? PreviewColors.red : ink, drawing)
        case .play: draw(.film, in: area, side: 20, ink, drawing)
        case .layout: drawMenuButton(status.layout.isEmpty ? "layout" : status.layout, in: area, ink, drawing)
        case .format: drawMenuButton(status.format.isEmpty ? "size" : status.format, in: area, ink, drawing)
        case .swap: draw(.exchange, in: area, side: 18, ink, drawing)
        case .cameras:
            let isShown = status.cameras.contains { $0.isShown }
            draw(.camera, in: area, side: 19, isShown ? ink : PreviewColors.quiet.opacity(opacity), drawing)
            if !isShown { draw(.stroke, in: area, side: 20, PreviewColors.red.opacity(opacity), drawing) }
        case .devices: drawPicker(.camera, in: area, ink, drawing)
        case .mirror:
            let isMirrored = status.mirroring != .none
            drawPicker(.mirror, in: area, isMirrored ? PreviewColors.focus.opacity(opacity) : ink, drawing)
        case .torch:
            draw(.bolt, in: area, side: 18, status.torch == .on ? PreviewColors.amber : ink, drawing)
        case .mute: drawMute(status, in: area, opacity, drawing)
        case .quieter: draw(.minus, in: area, side: 13, ink, drawing)
        case .louder: draw(.plus, in: area, side: 13, ink, drawing)
        }
    }

    private func drawMute(
        _ status: PreviewStatus,
        in area: PixelRect,
        _ opacity: Double,
        _ drawing: borrowing Drawing
    ) {
        let isMuted = status.controlledSound?.isMuted == true
        let color = isMuted ? PreviewColors.quiet : PreviewColors.ink
        let isOfApplications = status.controlledSound?.kind == .applications
        draw(isOfApplications ? .loudspeaker : .microphone, in: area, side: 18, color.opacity(opacity), drawing)
        if isMuted { draw(.stroke, in: area, side: 20, PreviewColors.red, drawing) }
    }

    /// A sign in the middle of a button, or `offset` beside it.
    private func draw(
        _ kind: PreviewSymbol.Kind,
        in area: PixelRect,
        side: Double,
        offset: Double = 0,
        _ color: DrawingColor,
        _ drawing: borrowing Drawing
    ) {
        PreviewSymbol(
            centerX: Double(area.x) + Double(area.width) / 2 + scaled(offset),
            centerY: Double(area.y) + Double(area.height) / 2,
            side: scaled(side),
            color: color
        ).draw(kind, drawing)
    }

    /// A button with a sign that opens a menu.
    private func drawPicker(
        _ kind: PreviewSymbol.Kind,
        in area: PixelRect,
        _ color: DrawingColor,
        _ drawing: borrowing Drawing
    ) {
        draw(kind, in: area, side: 18, offset: -5.5, color, drawing)
        draw(.chevron, in: area, side: 9, offset: 11, color, drawing)
    }

    /// A button with a word that opens a menu.
    private func drawMenuButton(
        _ word: String,
        in area: PixelRect,
        _ color: DrawingColor,
        _ drawing: borrowing Drawing
    ) {
        let text = DrawingText(word, size: scaled(12))
        let room = area.width - Int(scaled(24))
        let height = drawing.size(of: text, width: room).height
        let y = Double(area.y) + Double(area.height - height) / 2
        drawing.draw(text, x: Double(area.x) + scaled(7), y: y, width: room, with: color)
        let offset = Double(area.width) / scale / 2 - 11
        draw(.chevron, in: area, side: 9, offset: offset, color, drawing)
    }

    private func drawTimer(_ status: PreviewStatus, _ drawing: borrowing Drawing) {
        let text = DrawingText(status.timer, size: scaled(20), weight: .bold)
        let color =
            switch status.phase {
            case .recording: PreviewColors.red
            case .paused: PreviewColors.amber
            case .ready, .done: PreviewColors.ink
            }
        let height = drawing.size(of: text).height
        let y = Double(timerArea.y) + Double(timerArea.height - height) / 2
        drawing.draw(text, x: Double(timerArea.x) + scaled(4), y: y, with: color)
    }

    private func drawGain(_ status: PreviewStatus, _ drawing: borrowing Drawing) {
        guard let gainArea, let sound = status.controlledSound else { return }
        let text = DrawingText(Self.words(ofGain: sound.gain), size: scaled(11.5))
        let room = drawing.size(of: text)
        drawing.draw(
            text,
            x: Double(gainArea.x) + Double(gainArea.width - room.width) / 2,
            y: Double(gainArea.y) + Double(gainArea.height - room.height) / 2,
            with: sound.isMuted ? PreviewColors.quiet : PreviewColors.ink
        )
    }

    /// `+6 dB`, `0 dB`, `-2 dB`.
    private static func words(ofGain gain: Double) -> String {
        let rounded = Int(gain.rounded())
        return "\(rounded > 0 ? "+" : "")\(rounded) dB"
    }

    /// What the control under the pointer or with the focus does, or else how the recorder is.
    private func drawText(_ status: PreviewStatus, _ look: PreviewLook, _ drawing: borrowing Drawing) {
        let hinted = look.hovered ?? look.focus
        let string = hinted?.hint(in: status) ?? status.text
        let isWarning = hinted == nil && status.weight == .warning
        let text = DrawingText(string, size: scaled(12))
        let height = drawing.size(of: text, width: textArea.width).height
        drawing.draw(
            text,
            x: Double(textArea.x),
            y: Double(textArea.y) + Double(textArea.height - height) / 2,
            width: textArea.width,
            with: isWarning ? PreviewColors.amber : hinted == nil ? PreviewColors.ink : PreviewColors.quiet
        )
    }
}
