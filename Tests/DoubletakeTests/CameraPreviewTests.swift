import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia
import DoubletakePreview
import DoubletakeReading
import DoubletakeTestSupport
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

    private func open(_ cameras: String...) throws -> CameraPreview {
        var configuration = RecordingConfiguration(applicationAudio: .none, microphone: .none)
        configuration.cameras = cameras.map { CameraSelection($0) }
        configuration.size = PixelSize(width: 480, height: 270)
        configuration.layout = .single
        return try CameraPreview(
            configuration,
            backends: [SyntheticBackend()],
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
        #expect(preview.nextLayout(pictureInPicture: .pictureInPicture()).name == "stack")
        #expect(preview.setLayout(.grid).layout == "grid")
        #expect(try preview.setCamera(.hidden, "test:bars").pictures == ["test:counter"])
        #expect(throws: RecordingError.self) { try preview.setCamera(.hidden, "front") }
    }

    @Test("Without a display or without a camera there is no preview, and an error says why")
    func errors() throws {
        #expect(throws: RecordingError.self) { try open("front") }
        server.terminate()
        #expect(throws: RecordingError.self) { try open("test:bars") }
    }
}
