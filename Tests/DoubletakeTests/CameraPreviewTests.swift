import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia
import DoubletakePreview
import DoubletakeReading
import DoubletakeTestSupport
import DoubletakeV4L2
import DoubletakeX11
import Testing

@testable import Doubletake

@Suite(.timeLimit(.minutes(10))) struct CameraPreviewTests {
    private let folder: TemporaryFolder
    private let server: PrivateXServer
    private let client: X11TestClient

    init() throws {
        folder = try TemporaryFolder()
        server = try PrivateXServer(size: PixelSize(width: 800, height: 600))
        client = try X11TestClient(server)
    }

    private func open(
        _ cameras: String...,
        backends: [any CaptureBackend] = [SyntheticBackend()]
    ) throws -> CameraPreview {
        var configuration = RecordingConfiguration(applicationAudio: .none, microphone: .none)
        configuration.cameras = cameras.map { CameraSelection($0) }
        configuration.size = PixelSize(width: 480, height: 270)
        configuration.layout = .single
        return try CameraPreview(
            configuration,
            backends: backends,
            display: server.display,
            warn: { _ in },
            handler: { _ in }
        )
    }

    private func recorder(_ preview: CameraPreview) -> ScreenRecorder {
        ScreenRecorder(
            configuration: preview.recordedConfiguration,
            backends: [X11Backend(displayName: server.display)],
            codecs: SystemCodecs(),
            clock: MonotonicClock()
        )
    }

    @Test("A previewed camera has a file of its own beside the film of its window, with all of its picture")
    func cameraFile() async throws {
        let preview = try open("test:counter")
        defer { preview.close() }
        var configuration = preview.recordedConfiguration
        configuration.cameraFiles = .each
        let recorder = ScreenRecorder(
            configuration: configuration,
            backends: [X11Backend(displayName: server.display)],
            codecs: SystemCodecs(),
            clock: MonotonicClock()
        )
        await recorder.recordCameras(of: preview)
        var events = recorder.events().makeAsyncIterator()
        try await recorder.startRecording(to: folder.file("film.mp4"))
        while let event = await events.next() {
            if case .status(let status) = event, status.elapsed >= .seconds(1) { break }
        }
        let finished = try await recorder.stopRecording()
        #expect(finished.cameraParts.map(\.file) == [folder.file("film.test-counter.mp4")])
        let probe = try MediaProbe(folder.file("film.test-counter.mp4"))
        #expect(probe.videoStreams.first?.size == PixelSize(width: 1280, height: 720))
        let pictures = try DecodedFilm(AssetReader(path: folder.file("film.test-counter.mp4"))).pictures
        #expect(pictures.count > 5 && pictures.allSatisfy { $0.number != nil } && pictures.first?.time == .zero)
    }

    @Test("What another program draws into the preview's picture is in the film: it is the window that is recorded")
    func foreignMark() async throws {
        let preview = try open("test:bars")
        defer { preview.close() }
        guard case .window(let id) = preview.recordedConfiguration.picture else {
            Issue.record("the preview is recorded as a window")
            return
        }
        let recorder = recorder(preview)
        var events = recorder.events().makeAsyncIterator()
        try await recorder.startRecording(to: folder.file("film.mp4"))
        // The bars are drawn once, so nothing is drawn over the mark.
        while let event = await events.next() {
            if case .status = event { break }
        }
        try client.fill(PixelRect(x: 200, y: 100, width: 80, height: 70), ofWindow: id, .white)
        while let event = await events.next() {
            if case .status = event { break }
        }
        let finished = try await recorder.stopRecording()
        let film = try DecodedFilm(AssetReader(path: finished.file))
        let lumas = film.pictures.map(\.middleLuma)
        #expect(try #require(lumas.first) < 200 && (try #require(lumas.last)) > 225)
        // The strip is in the window around it, and not in the film.
        let probe = try MediaProbe(finished.file)
        #expect(probe.videoStreams.first?.size == PixelSize(width: 480, height: 270))
    }

    @Test("Pictures are swapped and placed otherwise in the preview, and the counter can be read in its film")
    func arranging() async throws {
        let preview = try open("test:counter", "test:bars")
        defer { preview.close() }
        #expect(preview.cameras.map(\.id) == ["test:counter", "test:bars"])
        let recorder = recorder(preview)
        var events = recorder.events().makeAsyncIterator()
        try await recorder.startRecording(to: folder.file("film.mp4"))
        while let event = await events.next() {
            if case .status = event { break }
        }
        #expect(preview.swapPictures().pictures == ["test:bars", "test:counter"])
        while let event = await events.next() {
            if case .status = event { break }
        }
        let finished = try await recorder.stopRecording()
        let numbers = try DecodedFilm(AssetReader(path: finished.file)).pictures.map { $0.number != nil }
        #expect(numbers.contains(true) && numbers.contains(false) && numbers.last == false)
        #expect(preview.setLayout(.grid).layout == "grid")
        #expect(try preview.setCamera(.hidden, "test:bars").pictures == ["test:counter"])
        #expect(throws: RecordingError.self) { try preview.setCamera(.hidden, "front") }
    }

    @Test(
        "Another camera is put into a place while the preview is recorded, and one that isn't there leaves the old one")
    func exchanging() async throws {
        let preview = try open("test:bars", "test:ball")
        defer { preview.close() }
        let recorder = recorder(preview)
        var events = recorder.events().makeAsyncIterator()
        try await recorder.startRecording(to: folder.file("film.mp4"))
        while let event = await events.next() {
            if case .status = event { break }
        }
        await #expect(throws: RecordingError.self) {
            try await preview.onOwnThread { preview throws(RecordingError) in
                try preview.setDevice("test:none", inPlace: 0)
            }
        }
        #expect(preview.cameras.map(\.id) == ["test:bars", "test:ball"])
        try await preview.onOwnThread { preview throws(RecordingError) in
            try preview.setDevice("test:counter", inPlace: 0)
            try preview.setFormat("1080p")
        }
        #expect(preview.cameras.map(\.id) == ["test:counter", "test:ball"])
        #expect(preview.scene.members.map(\.source.displaySize.width) == [1920, 1920])
        while let event = await events.next() {
            if case .status = event { break }
        }
        let finished = try await recorder.stopRecording()
        let numbers = try DecodedFilm(AssetReader(path: finished.file)).pictures.map { $0.number != nil }
        #expect(numbers.first == false && numbers.contains(true))
    }

    @Test("The small picture goes where it is dragged, stays within the margins, and keeps its place")
    func moving() throws {
        let preview = try open("test:bars", "test:ball")
        defer { preview.close() }
        preview.moveSmallPicture(to: PreviewPoint(x: 0.5, y: 0.5))
        #expect(preview.scene.currentArrangement.layout.name == "single")
        _ = preview.setLayout(.pictureInPicture(.bottomRight, percentage: 20))
        let before = try #require(preview.scene.smallPicture(in: preview.scene.currentArrangement))
        preview.moveSmallPicture(to: PreviewPoint(x: -1, y: 0.33))
        let after = try #require(preview.scene.smallPicture(in: preview.scene.currentArrangement))
        #expect(before.size == after.size && before.x > 240 && after.x == 4)
        #expect(abs(after.y - 89) <= 2)
        #expect(preview.scene.currentArrangement.layout.name == "pip")
        // What is nearly in a corner is in the corner.
        preview.moveSmallPicture(to: PreviewPoint(x: 0.79, y: 0.76))
        let back = try #require(preview.scene.smallPicture(in: preview.scene.currentArrangement))
        #expect(back == before)
        #expect(preview.cameraPoint(at: PreviewPoint(x: 0.9, y: 0.9))?.camera.id == "test:ball")
        #expect(preview.cameraPoint(at: PreviewPoint(x: 0.1, y: 0.1))?.camera.id == "test:bars")
        let exposure = try preview.expose(at: PreviewPoint(x: 0.1, y: 0.1))
        #expect(exposure == .ofPicture(try #require(preview.cameras.first)))
    }

    @Test(
        "The exposure of a camera that knows a region of interest is set by the point of its picture that is clicked",
        .enabled(if: CameraRig.isPossible, "needs /dev/fuse")
    )
    func exposure() throws {
        let rig = try CameraRig([CameraRig.Camera("front", exposure: .region)])
        let backend = V4L2Backend(folder: rig.folder)
        let preview = try open("front", backends: [backend])
        defer { preview.close() }
        preview.setMirroring(.all)
        let exposure = try preview.expose(at: PreviewPoint(x: 0.4, y: 0.6))
        #expect(exposure == .atPoint)
        let controls = try #require(try backend.cameras().first).controls
        let values = ["exposure_point_x", "exposure_point_y"].map { name in controls.first { $0.name == name }?.value }
        let (x, y) = (try #require(values[0]), try #require(values[1]))
        // The picture of 640x480 is 360 pixels wide in a window of 480.
        #expect(abs(x - 63) <= 1 && abs(y - 60) <= 1, "\(x), \(y)")
    }

    @Test("Pictures are mirrored as it is chosen: none, the front camera's, or all")
    func mirroring() throws {
        let preview = try open("test:bars", "test:ball")
        defer { preview.close() }
        func mirrored() -> [Bool] {
            (0..<2).map { preview.scene.currentArrangement.styles[$0]?.mirroring == .horizontal }
        }
        preview.setMirroring(.front)
        #expect(mirrored() == [true, false])
        preview.setMirroring(.all)
        #expect(mirrored() == [true, true])
        preview.setMirroring(.none)
        #expect(mirrored() == [false, false])
        #expect(preview.toggleCamera(inPlace: 1).pictures == ["test:bars"])
        #expect(preview.toggleCamera(inPlace: 1).pictures == ["test:bars", "test:ball"])
    }

    @Test("Without a display or without a camera there is no preview, and an error says why")
    func errors() throws {
        #expect(throws: RecordingError.self) { try open("front") }
        server.terminate()
        #expect(throws: RecordingError.self) { try open("test:bars") }
    }
}
