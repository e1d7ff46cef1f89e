import DoubletakeComposition
import DoubletakeMedia
import DoubletakePixels
import Testing

struct CompositorTests {
    private static let size = PixelSize(width: 64, height: 48)
    private static let blue = YUVColor(red: 0, green: 0, blue: 255)
    private static let green = YUVColor(red: 0, green: 255, blue: 0)

    private func picture(_ color: YUVColor, size: PixelSize = size) -> PixelBuffer {
        let picture = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        picture.fill(PixelRect(size), with: color)
        return picture
    }

    /// An opaque white square.
    private func cursor(side: Int = 4) -> PixelBuffer {
        let size = PixelSize(width: side, height: side)
        let cursor = PixelBuffer(format: .bgra, displaySize: size, color: .sRGB)
        cursor.withMutableBytes(ofPlane: 0) { bytes in
            for offset in 0..<bytes.byteCount { bytes.storeBytes(of: 255, toByteOffset: offset, as: UInt8.self) }
        }
        return cursor
    }

    private func overlay(_ picture: PixelBuffer, x: Int, y: Int) -> VideoFrame.Overlay {
        VideoFrame.Overlay(picture: picture, x: x, y: y)
    }

    private func frame(
        _ number: UInt64,
        _ picture: PixelBuffer,
        _ damage: Damage,
        _ overlays: [VideoFrame.Overlay] = []
    ) -> VideoFrame {
        VideoFrame(
            pixelBuffer: picture,
            time: MediaTime(nanoseconds: Int64(number)),
            sequenceNumber: number,
            damage: damage,
            overlays: overlays
        )
    }

    private func compose(_ frame: VideoFrame, by compositor: inout Compositor) throws -> VideoFrame {
        let composed = compositor.compose(frame)
        return try #require(composed)
    }

    private func isEqual(_ first: PixelBuffer, _ second: PixelBuffer) -> Bool {
        first.isEqual(to: second, in: PixelRect(first.displaySize))
    }

    @Test("A picture of the canvas's size with nothing over it passes through without a copy")
    func passing() throws {
        var compositor = Compositor(canvasSize: Self.size)
        let spot = Damage([PixelRect(x: 3, y: 5, width: 7, height: 9)])
        for (number, damage) in [(7, Damage.everything), (8, spot), (9, .none)] as [(UInt64, Damage)] {
            let source = picture(Self.blue)
            let composed = try compose(frame(number, source, damage), by: &compositor)
            #expect(composed.pixelBuffer === source)
            #expect(composed.sequenceNumber == number - 7)
            #expect(composed.time == MediaTime(nanoseconds: Int64(number)))
            #expect(composed.damage == damage)
        }
    }

    @Test("What lies over a picture is drawn in, and the source's picture stays as it is")
    func drawing() throws {
        var compositor = Compositor(canvasSize: Self.size)
        let source = picture(Self.blue)
        let composed = try compose(
            frame(0, source, .everything, [overlay(cursor(), x: 10, y: 20), overlay(cursor(), x: -2, y: 46)]),
            by: &compositor
        )
        let expected = picture(Self.blue)
        expected.fill(PixelRect(x: 10, y: 20, width: 4, height: 4), with: YUVColor(red: 255, green: 255, blue: 255))
        expected.fill(PixelRect(x: 0, y: 46, width: 2, height: 2), with: YUVColor(red: 255, green: 255, blue: 255))
        #expect(isEqual(composed.pixelBuffer, expected))
        #expect(composed.overlays.isEmpty)
        #expect(isEqual(source, picture(Self.blue)))
    }

    @Test("A cursor that moves over a still picture changes the two places, and nothing else is even copied")
    func movingCursor() throws {
        var compositor = Compositor(canvasSize: Self.size)
        let arrow = cursor()
        var held: [VideoFrame] = []
        for number in 0..<6 as Range<UInt64> {
            // From the second on the source's picture is another one outside of the cursor, and doesn't say so: if that
            // were copied it would be seen.
            let source = picture(number == 0 ? Self.blue : Self.green)
            let places = [number, max(number, 1) - 1].map { PixelRect(x: 8 * Int($0), y: 12, width: 4, height: 4) }
            for place in places { source.fill(place, with: Self.blue) }
            let composed = try compose(
                frame(number, source, number == 0 ? .everything : .none, [overlay(arrow, x: 8 * Int(number), y: 12)]),
                by: &compositor
            )
            let expected = picture(Self.blue)
            expected.fill(places[0], with: YUVColor(red: 255, green: 255, blue: 255))
            #expect(isEqual(composed.pixelBuffer, expected))
            #expect(composed.sequenceNumber == number)
            if number > 0 { #expect(Set(composed.damage.rectangles ?? []) == Set(places)) }
            held.append(composed)
        }
    }

    @Test(
        "A cursor at an odd place changes whole chroma samples, and one that leaves or changes its look is damage too")
    func cursorDamage() throws {
        var compositor = Compositor(canvasSize: Self.size)
        let source = picture(Self.blue)
        let looks = [cursor(side: 3), cursor(side: 3)]
        _ = try compose(frame(0, source, .everything), by: &compositor)
        let area = PixelRect(x: 4, y: 6, width: 4, height: 4)
        for (number, look) in [(1, looks[0]), (2, looks[1]), (3, nil)] as [(UInt64, PixelBuffer?)] {
            let overlays = [look].compactMap { $0 }.map { overlay($0, x: 5, y: 7) }
            let composed = try compose(frame(number, source, .none, overlays), by: &compositor)
            #expect(composed.damage.rectangles == [area])
            #expect((composed.pixelBuffer === source) == overlays.isEmpty)
        }
    }

    @Test(
        "An unchanged picture costs nothing: it is the same buffer again",
        arguments: [size, PixelSize(width: 40, height: 40)],
        [true, false]
    )
    func unchanged(canvas: PixelSize, hasCursor: Bool) throws {
        var compositor = Compositor(canvasSize: canvas)
        let source = picture(Self.blue)
        let overlays = hasCursor ? [overlay(cursor(), x: 9, y: 9)] : []
        let original = frame(0, source, .everything, overlays)
        let first = try compose(original, by: &compositor)
        let later = MediaTime(nanoseconds: 9)
        for same in [original.repeated(at: later), frame(1, source, .none, overlays).retimed(to: later)] {
            let again = try compose(same, by: &compositor)
            #expect(again.pixelBuffer === first.pixelBuffer)
            #expect(again.sequenceNumber == first.sequenceNumber && again.time == later)
            #expect(again.damage.isEmpty && again.damage(since: first.sequenceNumber).isEmpty)
            // Who has missed the picture itself must not take its repetition for unchanged.
            #expect(again.damage(since: nil) == .everything)
        }
    }

    @Test("When every canvas is held the picture is dropped, and its changes count for the next one")
    func exhaustion() throws {
        var compositor = Compositor(canvasSize: Self.size)
        let arrow = cursor()
        var held: [VideoFrame] = []
        var number: UInt64 = 0
        while let composed = compositor.compose(
            frame(number, picture(Self.blue), number == 0 ? .everything : .none, [overlay(arrow, x: Int(number), y: 8)])
        ) {
            held.append(composed)
            number += 1
        }
        // Eight in the encoder's queue, one in the encoder, one shown, and one to spare.
        #expect(held.count >= 11)
        let spot = PixelRect(x: 40, y: 40, width: 8, height: 4)
        let changed = picture(Self.blue)
        changed.fill(spot, with: Self.green)
        var dropped = compositor.compose(frame(number + 1, changed, Damage([spot]), [overlay(arrow, x: 30, y: 8)]))
        #expect(dropped == nil)
        held.removeFirst()
        dropped = nil
        let composed = try compose(frame(number + 2, changed, .none, [overlay(arrow, x: 50, y: 8)]), by: &compositor)
        #expect(composed.sequenceNumber == held.last.map { $0.sequenceNumber + 1 })
        let expected = picture(Self.blue)
        expected.fill(spot, with: Self.green)
        expected.blend(overlay(arrow, x: 50, y: 8))
        #expect(isEqual(composed.pixelBuffer, expected))
    }

    @Test("A picture of another shape lies in the middle of black, its cursor scaled with it")
    func letterbox() throws {
        var compositor = Compositor(canvasSize: PixelSize(width: 32, height: 32))
        let source = picture(Self.green)
        let composed = try compose(
            frame(0, source, .everything, [overlay(cursor(side: 16), x: 16, y: 16)]), by: &compositor)
        let expected = picture(.black, size: PixelSize(width: 32, height: 32))
        expected.fill(PixelRect(x: 0, y: 4, width: 32, height: 24), with: Self.green)
        expected.fill(PixelRect(x: 8, y: 12, width: 8, height: 8), with: YUVColor(red: 255, green: 255, blue: 255))
        #expect(composed.pixelBuffer.displaySize == PixelSize(width: 32, height: 32))
        #expect(isEqual(composed.pixelBuffer, expected))

        let next = picture(Self.green)
        let spot = Damage([PixelRect(x: 40, y: 4, width: 2, height: 2)])
        let small = try compose(frame(1, next, spot, [overlay(cursor(side: 16), x: 16, y: 16)]), by: &compositor)
        let changed = try #require(small.damage.rectangles)
        #expect(changed.allSatisfy { !$0.isEmpty && $0.y >= 4 && $0.maxY <= 28 } && small.damage != .everything)
    }
}
