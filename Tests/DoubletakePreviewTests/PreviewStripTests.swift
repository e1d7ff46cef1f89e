import DoubletakeMedia
import DoubletakePreview
import Testing

struct PreviewStripTests {
    /// A status in which every control but those of a film does something.
    static func status(_ phase: PreviewStatus.Phase = .ready) -> PreviewStatus {
        var status = PreviewStatus()
        status.phase = phase
        status.layout = "stack"
        status.layouts = ["single", "stack", "pip"]
        status.cameras = [.init(device: "a"), .init(device: "b")]
        status.devices = [.init(id: "a", name: "Camera A"), .init(id: "b", name: "Camera B")]
        status.formats = ["high", "1080p"]
        status.format = "high"
        status.sounds = [.init(kind: .applications), .init(kind: .microphone)]
        status.canvasSize = PixelSize(width: 640, height: 720)
        return status
    }

    @Test(
        "Every control lies in the strip, beside the others, whatever the width and the scale are",
        arguments: [320, 400, 480, 640, 1280], [1, 1.25, 2, 3]
    )
    func places(width: Int, scale: Double) {
        let strip = PreviewStrip(width: Int(Double(width) * scale), scale: scale, hasTorch: true)
        #expect(strip.size.height == PreviewStrip.height(scale: scale))
        var areas: [PixelRect] = []
        for control in strip.controls {
            guard let area = strip.area(of: control) else { continue }
            #expect(PixelRect(strip.size).contains(area))
            #expect(areas.allSatisfy { $0.intersection(area).isEmpty })
            #expect(strip.control(atX: area.x, y: area.y) == control)
            #expect(strip.control(atX: area.maxX - 1, y: area.maxY - 1) == control)
            areas.append(area)
        }
        #expect(Set([PreviewControl.record, .pause, .stop, .play, .layout]).isSubset(of: strip.controls))
        #expect(strip.control(atX: 0, y: 0) == nil)
    }

    @Test("A window of two stacked cameras has room for everything, and a narrow one leaves out what matters least")
    func room() {
        let usual = Set(PreviewStrip(width: 480).controls)
        #expect(usual == Set(PreviewControl.allCases).subtracting([.torch]))
        #expect(Set(PreviewStrip(width: 640, hasTorch: true).controls) == Set(PreviewControl.allCases))
        let narrow = PreviewStrip(width: 320)
        #expect(narrow.area(of: .louder) == nil && narrow.area(of: .quieter) == nil && narrow.area(of: .mute) != nil)
    }

    @Test("Each control does something only in the phases in which it has a meaning")
    func phases() {
        func enabled(_ phase: PreviewStatus.Phase) -> Set<PreviewControl> {
            let status = Self.status(phase)
            return Set(PreviewControl.allCases.filter { $0.isEnabled(in: status) })
        }
        let always: Set<PreviewControl> = [
            .layout, .swap, .cameras, .devices, .mirror, .format, .mute, .quieter, .louder,
        ]
        #expect(enabled(.ready) == always.union([.record]))
        #expect(enabled(.recording) == always.union([.stop, .pause]))
        #expect(enabled(.paused) == always.union([.stop, .pause]))
        #expect(enabled(.done) == [])
        var status = Self.status()
        status.hasFilm = true
        status.torch = .off
        #expect(PreviewControl.play.isEnabled(in: status) && PreviewControl.torch.isEnabled(in: status))
        status.sounds = [.init(kind: .applications, gain: 20)]
        #expect(!PreviewControl.louder.isEnabled(in: status) && PreviewControl.quieter.isEnabled(in: status))
        status.sounds = []
        #expect(!PreviewControl.mute.isEnabled(in: status) && !PreviewControl.quieter.isEnabled(in: status))
        status.cameras = [.init(device: "a")]
        #expect(!PreviewControl.swap.isEnabled(in: status))
    }

    @Test("Every control has a key of its own, and says it where it says what it does")
    func keys() {
        let status = Self.status()
        #expect(Set(PreviewControl.allCases.map(\.shortcut)).count == PreviewControl.allCases.count)
        for control in PreviewControl.allCases {
            #expect(control.hint(in: status).hasSuffix("(\(control.shortcut))"))
        }
        #expect(PreviewControl.mute.hint(in: status) == "Mute the microphone  (M)")
        #expect(PreviewControl.pause.hint(in: Self.status(.paused)) == "Go on recording  (P)")
    }

    @Test(
        "The timer has minutes and seconds, and hours from one hour on",
        arguments: [
            (0, "00:00"), (59, "00:59"), (65, "01:05"), (3_599, "59:59"), (3_600, "1:00:00"), (36_061, "10:01:01"),
        ]
    )
    func timer(seconds: Int, text: String) {
        var status = PreviewStatus()
        status.elapsed = .seconds(seconds) + .milliseconds(999)
        #expect(status.timer == text)
    }

    /// The pixels of a control, when the strip is drawn.
    private func pixels(of control: PreviewControl, _ status: PreviewStatus, _ look: PreviewLook) throws -> [UInt8] {
        let strip = PreviewStrip(width: 480)
        let picture = PixelBuffer(format: .bgra, displaySize: strip.size, color: .sRGB)
        strip.draw(status, look, into: picture)
        let area = try #require(strip.area(of: control))
        let bytesPerRow = picture.bytesPerRow(ofPlane: 0)
        return picture.withBytes(ofPlane: 0) { plane in
            (area.y..<area.maxY).flatMap { row in
                // SAFETY: the row lies in the plane; the bytes are copied out of it.
                unsafe plane.extracting(row * bytesPerRow + area.x * 4..<row * bytesPerRow + area.maxX * 4)
                    .withUnsafeBytes { unsafe Array($0) }
            }
        }
    }

    @Test("A control looks different under the pointer, pressed, with the focus, and when it does nothing")
    func looks() throws {
        var looks = [PreviewLook()]
        looks.append(PreviewLook())
        looks[1].hovered = .record
        looks.append(looks[1])
        looks[2].pressed = .record
        looks.append(PreviewLook())
        looks[3].focus = .record
        var drawn: Set<[UInt8]> = []
        for look in looks { drawn.insert(try pixels(of: .record, Self.status(), look)) }
        drawn.insert(try pixels(of: .record, Self.status(.done), PreviewLook()))
        drawn.insert(try pixels(of: .record, Self.status(.recording), PreviewLook()))
        #expect(drawn.count == 6)
    }

    @Test("The record button is white while nothing is recorded, and red while a film is")
    func recordButton() throws {
        func middle(_ phase: PreviewStatus.Phase) throws -> [UInt8] {
            let pixels = try pixels(of: .record, Self.status(phase), PreviewLook())
            let area = try #require(PreviewStrip(width: 480).area(of: .record))
            let offset = (area.height / 2 * area.width + area.width / 2) * 4
            return Array(pixels[offset..<offset + 3])
        }
        #expect(try middle(.ready).allSatisfy { $0 > 230 })
        for phase in [PreviewStatus.Phase.recording, .paused] {
            let color = try middle(phase)
            #expect(color[2] > 200 && color[0] < 100 && color[1] < 100)
        }
    }
}
