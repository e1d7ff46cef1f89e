import DoubletakeComposition
import DoubletakeMedia
import DoubletakePixels
import Testing

struct SceneCompositorTests {
    private static let canvas = PixelSize(width: 320, height: 180)
    private static let blue = YUVColor(red: 0, green: 0, blue: 255)
    private static let green = YUVColor(red: 0, green: 255, blue: 0)
    private static let red = YUVColor(red: 255, green: 0, blue: 0)

    private func picture(_ color: YUVColor, _ size: PixelSize = canvas) -> PixelBuffer {
        let picture = PixelBuffer(format: .i420, displaySize: size, color: .bt709Limited)
        picture.fill(PixelRect(size), with: color)
        return picture
    }

    private func frame(_ number: UInt64, _ picture: PixelBuffer, _ damage: Damage = .everything) -> VideoFrame {
        VideoFrame(
            pixelBuffer: picture,
            time: MediaTime(nanoseconds: Int64(number)),
            sequenceNumber: number,
            damage: damage
        )
    }

    private func scene(_ layout: Layout, _ styles: [TileStyle]) -> SceneCompositor {
        SceneCompositor(
            canvasSize: Self.canvas,
            sources: styles.enumerated().map {
                SceneCompositor.Source(name: "source \($0.offset)", style: $0.element, size: Self.canvas)
            },
            arrangement: SceneArrangement(layout: layout, sourceCount: styles.count)
        )
    }

    private func compose(_ scene: inout SceneCompositor) throws -> VideoFrame {
        let composed = scene.compose(at: .zero)
        return try #require(composed)
    }

    private func luma(_ picture: PixelBuffer, x: Int, y: Int) -> UInt8 {
        let offset = y * picture.bytesPerRow(ofPlane: 0) + x
        // SAFETY: the span checks its bounds, and a byte is a valid UInt8 whatever it is.
        return picture.withBytes(ofPlane: 0) { unsafe $0.unsafeLoad(fromByteOffset: offset, as: UInt8.self) }
    }

    /// A scaled picture of one colour may be one off.
    private func isNear(_ luma: UInt8, _ color: YUVColor) -> Bool {
        abs(Int(luma) - Int(color.luma)) <= 1
    }

    @Test("Only the tile with a new picture is drawn and is damage; the other one stays")
    func newPicture() throws {
        var scene = scene(.sideBySide, [TileStyle(), TileStyle()])
        scene.show(frame(0, picture(Self.blue)), of: 0)
        scene.show(frame(0, picture(Self.green)), of: 1)
        let first = try compose(&scene)
        #expect(first.damage == .everything && first.sequenceNumber == 0 && !scene.hasChanges)
        let expected = picture(.black)
        // In the middle, at even rows.
        expected.fill(PixelRect(x: 0, y: 44, width: 160, height: 90), with: Self.blue)
        expected.fill(PixelRect(x: 160, y: 44, width: 160, height: 90), with: Self.green)
        #expect(first.pixelBuffer.isEqual(to: expected, in: PixelRect(Self.canvas)))

        scene.show(frame(1, picture(Self.red)), of: 1)
        let second = try compose(&scene)
        #expect(second.damage.rectangles == [PixelRect(x: 160, y: 44, width: 160, height: 90)])
        #expect(second.sequenceNumber == 1)
        expected.fill(PixelRect(x: 160, y: 44, width: 160, height: 90), with: Self.red)
        #expect(second.pixelBuffer.isEqual(to: expected, in: PixelRect(Self.canvas)))
    }

    @Test("Of a scaled picture that moves in one place, that place alone is damage; of one that is still, nothing")
    func smallChange() throws {
        var scene = scene(.sideBySide, [TileStyle(), TileStyle()])
        for index in 0..<2 { scene.show(frame(0, picture(Self.blue)), of: index) }
        _ = try compose(&scene)
        scene.show(frame(1, picture(Self.blue)), of: 1)
        #expect(!scene.hasChanges)
        let moved = picture(Self.blue)
        moved.fill(PixelRect(x: 4, y: 44, width: 8, height: 8), with: Self.red)
        scene.show(frame(2, moved), of: 1)
        // It is at 162,66 and half as large; its block of the canvas ends at column 192 and at row 80.
        #expect(try compose(&scene).damage.rectangles == [PixelRect(x: 160, y: 64, width: 32, height: 16)])
    }

    @Test("A change of an unscaled picture is as small in the canvas as it is in the picture")
    func partialDamage() throws {
        var scene = scene(.pictureInPicture(), [TileStyle(), TileStyle()])
        let desktop = picture(Self.blue)
        scene.show(frame(0, desktop), of: 0)
        scene.show(frame(0, picture(Self.green)), of: 1)
        _ = try compose(&scene)
        let spot = PixelRect(x: 10, y: 20, width: 6, height: 4)
        let changed = picture(Self.blue)
        changed.fill(spot, with: Self.red)
        scene.show(frame(1, changed, Damage([spot])), of: 0)
        #expect(try compose(&scene).damage.rectangles == [spot])
        scene.show(frame(1, changed).repeated(at: .zero), of: 0)
        #expect(!scene.hasChanges)
    }

    @Test("Swapped pictures have exchanged their places, and swapped again they are where they were")
    func swap() throws {
        var scene = scene(.stack, [TileStyle(), TileStyle(), TileStyle()])
        for (index, color) in [Self.blue, Self.green, Self.red].enumerated() {
            scene.show(frame(0, picture(color)), of: index)
        }
        let before = try compose(&scene)
        scene.arrangement.swap()
        let swapped = try compose(&scene)
        #expect(isNear(luma(swapped.pixelBuffer, x: 160, y: 30), Self.green))
        #expect(isNear(luma(swapped.pixelBuffer, x: 160, y: 90), Self.blue))
        #expect(isNear(luma(swapped.pixelBuffer, x: 160, y: 150), Self.red))
        scene.arrangement.swap()
        #expect(try compose(&scene).pixelBuffer.isEqual(to: before.pixelBuffer, in: PixelRect(Self.canvas)))
        // With one hidden the next two are the first.
        scene.arrangement.hidden = [0]
        scene.arrangement.swap()
        #expect(scene.arrangement.shown == [2, 1])
        scene.arrangement.hidden = [0, 1]
        scene.arrangement.swap()
        #expect(scene.arrangement.shown == [2])
    }

    @Test("A lost source has a placeholder that says so, and its picture again once it delivers")
    func lost() throws {
        var scene = scene(.sideBySide, [TileStyle(), TileStyle(label: "Left")])
        scene.show(frame(0, picture(Self.blue)), of: 0)
        scene.show(frame(0, picture(Self.green)), of: 1)
        let alive = try compose(&scene)
        scene.lose(1)
        #expect(!scene.isAlive(1) && scene.isAlive(0))
        let lost = try compose(&scene).pixelBuffer
        #expect(lost.isEqual(to: alive.pixelBuffer, in: PixelRect(x: 0, y: 0, width: 160, height: 180)))
        #expect(luma(lost, x: 164, y: 50) < 60)
        let bright = (160..<320).contains { x in (44..<134).contains { luma(lost, x: x, y: $0) > 160 } }
        #expect(bright, "something is written there")
        scene.show(frame(7, picture(Self.green)), of: 1)
        #expect(try compose(&scene).pixelBuffer.isEqual(to: alive.pixelBuffer, in: PixelRect(Self.canvas)))
    }

    @Test("Before the first picture a source has a placeholder, and without anything shown the canvas is black")
    func nothing() throws {
        var scene = scene(.single, [TileStyle()])
        #expect(scene.hasChanges)
        #expect(luma(try compose(&scene).pixelBuffer, x: 2, y: 2) > 20)
        scene.arrangement.hidden = [0]
        #expect(try compose(&scene).pixelBuffer.isEqual(to: picture(.black), in: PixelRect(Self.canvas)))
    }

    @Test("A round tile shows the middle of its picture in a circle, and the picture below it in the corners")
    func round() throws {
        var scene = scene(
            .pictureInPicture(.topLeft, percentage: 50, margin: 0),
            [TileStyle(), TileStyle(outline: .round, borderWidth: 4)]
        )
        scene.show(frame(0, picture(Self.blue)), of: 0)
        scene.show(frame(0, picture(Self.green)), of: 1)
        let composed = try compose(&scene).pixelBuffer
        #expect(luma(composed, x: 45, y: 45) == Self.green.luma)
        #expect(luma(composed, x: 2, y: 2) == Self.blue.luma && luma(composed, x: 88, y: 88) == Self.blue.luma)
        #expect(luma(composed, x: 45, y: 2) > 200, "the border is white")
        #expect(luma(composed, x: 100, y: 45) == Self.blue.luma)
    }

    @Test("A half transparent tile shows what is below, and a cropped, turned and mirrored one what was asked for")
    func styles() throws {
        var scene = scene(.single, [TileStyle(opacity: 0.5)])
        scene.show(frame(0, picture(YUVColor(red: 255, green: 255, blue: 255))), of: 0)
        #expect((120...130).contains(luma(try compose(&scene).pixelBuffer, x: 9, y: 9)))

        // The left half is blue, the upper right quarter green, the lower right one red.
        let quarters = picture(Self.blue)
        quarters.fill(PixelRect(x: 160, y: 0, width: 160, height: 90), with: Self.green)
        quarters.fill(PixelRect(x: 160, y: 90, width: 160, height: 90), with: Self.red)
        let right = PixelRect(x: 160, y: 0, width: 160, height: 180)
        for (style, colors) in [
            (TileStyle(crop: right), [Self.green, Self.green, Self.red, Self.red]),
            (TileStyle(mirroring: .horizontal), [Self.green, Self.blue, Self.red, Self.blue]),
            (TileStyle(rotation: .half), [Self.red, Self.blue, Self.green, Self.blue]),
            (TileStyle(rotation: .right, crop: right), [Self.red, Self.green, Self.red, Self.green]),
            (
                TileStyle(mirroring: .horizontal, rotation: .right, crop: right),
                [Self.green, Self.red, Self.green, Self.red]
            ),
        ] {
            var scene = SceneCompositor(
                canvasSize: Self.canvas,
                sources: [SceneCompositor.Source(name: "quarters", style: style, gravity: .stretch, size: Self.canvas)],
                arrangement: SceneArrangement(layout: .single, sourceCount: 1)
            )
            scene.show(frame(0, quarters), of: 0)
            let composed = try compose(&scene).pixelBuffer
            let found = [(40, 20), (280, 20), (40, 160), (280, 160)].map { luma(composed, x: $0.0, y: $0.1) }
            #expect(found == colors.map(\.luma), "\(style)")
        }
    }

    @Test("A label is written over its picture, in the film and readable")
    func label() throws {
        var scene = scene(.single, [TileStyle(label: "Front camera")])
        scene.show(frame(0, picture(Self.blue)), of: 0)
        let composed = try compose(&scene).pixelBuffer
        let letters = (0..<160).contains { x in (150..<180).contains { luma(composed, x: x, y: $0) > 200 } }
        #expect(letters && luma(composed, x: 300, y: 20) == Self.blue.luma)
    }
}
