import Doubletake
import DoubletakeComposition
import DoubletakeMedia
import Testing

@testable import DoubletakeCommand

@Suite struct RecordSourceOptionsTests {
    private func configuration(_ arguments: String...) throws -> RecordingConfiguration {
        try RecordOptions(arguments).configuration
    }

    @Test("A source is written as the option of its name is, and sources keep their order")
    func sources() throws {
        let area = PixelRect(x: 10, y: -20, width: 640, height: 480)
        let configuration = try configuration(
            "--source", "monitor:DP-1", "--source", "screen", "--source", "region:DP-1:640x480+10-20", "--source",
            "window:title:Notes, and more", "--source", "camera:front", "--source", "monitor:pointer", "--layout",
            "presenter"
        )
        #expect(
            configuration.sources == [
                .picture(.monitor("DP-1")), .picture(.screen), .picture(.region(area, ofMonitor: "DP-1")),
                .picture(.window("title:Notes, and more")), .camera(CameraSelection("front")),
                .picture(.monitorWithPointer),
            ]
        )
        #expect(configuration.cameras.isEmpty && configuration.layout?.name == "presenter")
        #expect(configuration.mainPicture == .monitor("DP-1"))
    }

    @Test("What can be said of a camera can be said of every source")
    func styles() throws {
        let sources = try configuration(
            "--source", "window:title:a,b,label=Notes,shape=rounded", "--source", "screen,crop=64x48+0+0", "--source",
            "camera:test:ball,label=Anna,mirror=yes,shape=round"
        ).sources
        var camera = CameraSelection("test:ball")
        camera.style = TileStyle(label: "Anna", mirroring: .horizontal, outline: .round, borderWidth: 3)
        let crop = PixelRect(x: 0, y: 0, width: 64, height: 48)
        #expect(
            sources == [
                .picture(.window("title:a,b"), style: TileStyle(label: "Notes", outline: .rounded, borderWidth: 3)),
                .picture(.screen, style: TileStyle(crop: crop)), .camera(camera),
            ]
        )
    }

    @Test("Cameras alone are sources, too; those of --camera come behind, and one of all is the front camera")
    func cameras() throws {
        let alone = try configuration("--source", "camera:a", "--source", "camera:b")
        #expect(alone.mainPicture == .cameras && alone.sources.count == 2 && alone.cameras.isEmpty)
        let mixed = try configuration("--source", "camera:a", "-c", "front", "--source", "screen", "--mirror", "front")
        #expect(mixed.sources == [.camera(CameraSelection("a")), .picture(.screen)])
        let front = CameraSelection("front", style: TileStyle(mirroring: .horizontal))
        #expect(mixed.cameras == [front] && mixed.mainPicture == .screen)
    }

    private static let expected =
        "it must be monitor:NAME, screen, region:WxH+X+Y, window:WINDOW or camera:DEVICE, then label=TEXT, "
        + "mirror=yes|no, rotate=90|180|270, crop=WxH+X+Y or shape=rect|rounded|round"

    @Test(
        "What is none is refused with what there is",
        arguments: [
            ["--source", "DP-1"], ["--source", "monitor"], ["--source", "monitor:"], ["--source", "screen:0"],
            ["--source", "region:640"], ["--source", "window:title:"], ["--source", "camera:,label=a"],
            ["--source", "camera:a,colour=red"], ["--source", "screen,shape=star"], ["--source", "fps:30"],
            ["--source", ""], ["--source", "region:pick"], ["--source", "region:last"], ["--source", "window:pick"],
        ]
    )
    func refused(arguments: [String]) {
        let error = #expect(throws: UsageError.self) { try RecordOptions(arguments) }
        #expect(error?.reason == Self.expected)
    }

    @Test("Sources and what is recorded alone can't be used together")
    func conflicts() {
        for words in [["--screen"], ["--region", "8x8+0+0"], ["--cameras-only"], ["--preview"]] {
            let error = #expect(throws: UsageError.self) { try RecordOptions(["--source", "screen"] + words) }
            #expect(error?.reason == "they can't be used together")
        }
    }
}
