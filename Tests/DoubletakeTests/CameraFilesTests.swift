import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia
import DoubletakePixels
import DoubletakeReading
import DoubletakeTestSupport
import Foundation
import Testing

@testable import Doubletake

/// Cameras that each have a file of their own beside the film.
@Suite(.timeLimit(.minutes(10))) struct CameraFilesTests {
    private let folder: TemporaryFolder
    private let cameras = FakeCameras()
    private let clock = MonotonicClock()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func recorder(_ selections: [CameraSelection], _ rate: Int = 30) -> ScreenRecorder {
        var configuration = RecordingConfiguration(picture: .cameras, applicationAudio: .none, microphone: .none)
        configuration.cameras = selections
        configuration.cameraFiles = .each
        configuration.frameRate = FrameRate(rate)
        return ScreenRecorder(
            configuration: configuration,
            backends: [SyntheticBackend(), cameras],
            codecs: SystemCodecs(),
            clock: clock
        )
    }

    private func film(_ path: String) throws -> DecodedFilm {
        try DecodedFilm(AssetReader(path: path))
    }

    /// How long a film's first track is, in seconds.
    private func length(of path: String) throws -> Double {
        try #require(try MediaProbe(path).videoStreams.first?.duration).inSeconds
    }

    @Test(
        "Each camera is in a file of its own as large as its picture, turned as it was wanted, and as long as the film")
    func files() async throws {
        let turned = TileStyle(
            label: "Ball", mirroring: .horizontal, rotation: .right,
            crop: PixelRect(x: 0, y: 0, width: 200, height: 100))
        let recorder = recorder([CameraSelection("test:counter"), CameraSelection("test:ball", style: turned)])
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        let names = ["film.test-counter", "film.test-ball"]
        #expect(started.cameraFiles.map(\.partFile) == names.map { folder.file("\($0).part.mp4") })
        try await pass(until: started.start + .milliseconds(1_200))
        let finished = try await recorder.stopRecording(at: started.start + .milliseconds(1_200))
        #expect(finished.cameraParts.map(\.file) == names.map { folder.file("\($0).mp4") })
        #expect(finished.cameraParts.map { $0.camera?.id } == ["test:counter", "test:ball"])
        #expect(try folder.contents() == ["film.mp4", "film.test-ball.mp4", "film.test-counter.mp4"])
        let sizes = try finished.cameraParts.map { try MediaProbe($0.file).videoStreams.first?.size }
        #expect(sizes == [PixelSize(width: 1280, height: 720), PixelSize(width: 720, height: 1280)])
        for path in [finished.file] + finished.cameraParts.map(\.file) { #expect(try length(of: path) == 1.2) }
        let numbers = try film(folder.file("film.test-counter.mp4")).pictures.map(\.number)
        #expect(numbers.count > 10 && !numbers.contains(nil))
    }

    @Test("A pause is left out of the cameras' files as of the film, and a marker is in all of them")
    func pause() async throws {
        let recorder = recorder([CameraSelection("test:counter")])
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        try await pass(until: started.start + .milliseconds(600))
        try await recorder.pause()
        try await pass(until: clock.now + .milliseconds(600))
        try await recorder.resume()
        try await recorder.mark("here")
        try await pass(until: clock.now + .milliseconds(400))
        let finished = try await recorder.stopRecording()
        let camera = try #require(finished.cameraParts.first)
        #expect(abs(try length(of: camera.file) - length(of: finished.file)) < 0.05)
        #expect(finished.statistics.pausedDuration >= .milliseconds(500))
        // The numbers of the pause are missing, and time goes on without them.
        let pictures = try film(camera.file).pictures
        let steps = zip(pictures, pictures.dropFirst()).map { earlier, later in
            ((later.number ?? 0) - (earlier.number ?? 0), later.time - earlier.time)
        }
        #expect(steps.contains { $0.0 >= 12 && $0.1 < .milliseconds(300) }, "\(steps)")
        #expect(try MediaProbe.chapters(camera.file).map(\.name) == ["here"])
    }

    @Test("A start that is taken back leaves no file of a camera, and the next film has its own")
    func takenBack() async throws {
        let recorder = recorder([CameraSelection("test:counter")])
        try await recorder.prepare()
        _ = try await recorder.startProvisionally(to: folder.file("film.mp4"))
        #expect(try folder.contents() == ["film.part.mp4", "film.test-counter.part.mp4"])
        try await recorder.takeBackRecording()
        #expect(try folder.contents().isEmpty)
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        try await pass(until: started.start + .milliseconds(300))
        try await recorder.stopRecording()
        let pictures = try film(folder.file("film.test-counter.mp4")).pictures
        #expect(pictures.first?.time == .zero && pictures.count > 3)
    }

    @Test("A camera that is lost leaves a placeholder in its file, and one that never delivers has nothing else")
    func lost() async throws {
        let recorder = recorder([CameraSelection("a"), CameraSelection("b")])
        try await recorder.prepare()
        let camera = try #require(cameras["a"])
        let start = clock.now
        camera.deliver(at: start)
        let started = try await recorder.startRecording(to: folder.file("film.mp4"), at: start)
        #expect(started.start == start)
        try await pass(until: clock.now + .milliseconds(300))
        camera.report(.interrupted(device: camera.device, .device(FakeCamera.loss)))
        try await pass(until: clock.now + .milliseconds(300))
        camera.deliver(at: clock.now)
        try await pass(until: clock.now + .milliseconds(200))
        let finished = try await recorder.stopRecording()
        let (first, second) = (try film(finished.cameraParts[0].file), try film(finished.cameraParts[1].file))
        let phases = first.pictures.map { $0.middleLuma > 100 }.reduce(into: [Bool]()) { phases, isBright in
            if phases.last != isBright { phases.append(isBright) }
        }
        #expect(phases == [true, false, true], "\(first.pictures.map(\.middleLuma))")
        #expect(second.pictures.first?.time == .zero && second.pictures.allSatisfy { $0.middleLuma < 100 })
        let difference = try length(of: finished.cameraParts[1].file) - length(of: finished.file)
        #expect(abs(difference) < 0.05)
    }

    @Test("A camera's file that can't be made is an error before anything is recorded, and leaves no other file")
    func refused() async throws {
        let recorder = recorder([CameraSelection("test:counter"), CameraSelection("test:ball")])
        try FileManager.default.createDirectory(
            atPath: folder.file("film.test-ball.mp4"), withIntermediateDirectories: false)
        let error = await #expect(throws: RecordingError.self) {
            try await recorder.startRecording(to: folder.file("film.mp4"))
        }
        #expect(error?.description == "\(folder.file("film.test-ball.mp4")): it exists and is not a regular file")
        #expect(try folder.contents() == ["film.test-ball.mp4"])
        try await recorder.cancel()
    }

    @Test("A film in parts has cameras' films in parts, and each of those is told of with its camera")
    func parts() async throws {
        let recorder = recorder([CameraSelection("test:counter")])
        var events = recorder.events().makeAsyncIterator()
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        try await pass(until: started.start + .milliseconds(500))
        try await recorder.split()
        var splits: [String?] = []
        while splits.count < 2, let event = await events.next() {
            if case .split(let part) = event { splits.append(part.camera?.id) }
        }
        #expect(Set(splits) == [nil, "test:counter"])
        try await pass(until: clock.now + .milliseconds(300))
        let finished = try await recorder.stopRecording()
        let names = ["film.test-counter.mp4", "film.test-counter-2.mp4"]
        #expect(finished.cameraParts.map(\.file) == names.map { folder.file($0) })
        let numbers = try finished.cameraParts.flatMap { try film($0.file).pictures.compactMap(\.number) }
        #expect(numbers.count > 5 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }, "\(numbers)")
    }

    /// Lets real time pass, which a film takes.
    private func pass(until time: MediaTime) async throws {
        try await onThread("pace") { () throws(RecordingError) in
            _ = ConditionLock(()).wait(until: time, on: MonotonicClock()) { _ -> Void? in nil }
        }
    }
}

/// Two cameras, `a` and `b`, that deliver when a test lets them.
private final class FakeCameras: CaptureBackend {
    private let all = [FakeCamera("a", grey: 200), FakeCamera("b", grey: 200)]

    subscript(id: String) -> FakeCamera? {
        all.first { $0.device.id == id }
    }

    func devices(of kind: CaptureDevice.Kind) -> [CaptureDevice] {
        kind == .camera ? all.map(\.device) : []
    }

    func defaultDevice(of kind: CaptureDevice.Kind) -> CaptureDevice? {
        devices(of: kind).first
    }

    func openVideo(
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration,
        clock: any MediaClock
    ) throws(CaptureError) -> any VideoSource {
        guard let camera = self[device.id] else {
            throw .noSuchDevice(name: device.id, kind: device.kind, available: all.map(\.device.id))
        }
        return camera
    }

    func openAudio(_ device: CaptureDevice, clock: any MediaClock) throws(CaptureError) -> any AudioSource {
        throw .noSuchDevice(name: device.id, kind: device.kind, available: [])
    }
}
