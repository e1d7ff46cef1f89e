import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import Testing

@testable import Doubletake

@Suite(.timeLimit(.minutes(10))) struct RecordedSceneTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func recorder(
        _ picture: PictureSelection,
        _ cameras: [CameraSelection],
        sources: [SourceSelection] = []
    ) -> ScreenRecorder {
        var configuration = RecordingConfiguration(picture: picture, applicationAudio: .none, microphone: .none)
        configuration.cameras = cameras
        configuration.sources = sources
        if !sources.isEmpty { configuration.layout = .grid }
        return ScreenRecorder(
            configuration: configuration,
            backends: [SyntheticBackend()],
            codecs: SystemCodecs(),
            clock: MonotonicClock()
        )
    }

    @Test("Two cameras alone are as large as both, one above the other, and named as what is recorded")
    func camerasOnly() async throws {
        let recorder = recorder(.cameras, [CameraSelection("test:counter"), CameraSelection("test:ball")])
        let armed = try await recorder.prepare()
        #expect(armed.displaySize == PixelSize(width: 1280, height: 1440))
        #expect(armed.picture.name == "Frame counter + Flying ball" && armed.picture.kind == .camera)
        #expect(armed.cameras.map(\.id) == ["test:counter", "test:ball"])
        try await recorder.cancel()
    }

    @Test("A camera over a monitor leaves the film the monitor's size")
    func overMonitor() async throws {
        let style = TileStyle(rotation: .right, crop: PixelRect(x: 0, y: 0, width: 640, height: 360))
        let recorder = recorder(.monitor("test:bars"), [CameraSelection("test:counter", style: style)])
        let armed = try await recorder.prepare()
        #expect(armed.displaySize == PixelSize(width: 1280, height: 720) && armed.picture.id == "test:bars")
        try await recorder.cancel()
        let alone = self.recorder(.cameras, [CameraSelection("test:counter", style: style)])
        #expect(try await alone.prepare().displaySize == PixelSize(width: 360, height: 640))
        try await alone.cancel()
    }

    @Test("Screens and cameras are shown together in their order, and what isn't there is named")
    func sources() async throws {
        let sources: [SourceSelection] = [
            .camera(CameraSelection("test:counter")), .picture(.monitor("test:bars")),
            .picture(.monitor("test:counter")),
        ]
        let recorder = recorder(.screen, [CameraSelection("test:ball")], sources: sources)
        let armed = try await recorder.prepare()
        #expect(armed.displaySize == PixelSize(width: 2560, height: 1440) && armed.picture.id == "test:bars")
        #expect(armed.pictures.map(\.kind) == [.camera, .monitor, .monitor, .camera])
        #expect(armed.cameras.map(\.id) == ["test:counter", "test:ball"])
        let swapped = try await recorder.swapPictures().pictures
        #expect(swapped == ["test:bars", "test:counter", "test:counter", "test:ball"])
        try await recorder.cancel()
        let absent = self.recorder(.screen, [], sources: sources + [.picture(.monitor("DP-9"))])
        let error = await #expect(throws: RecordingError.self) { try await absent.prepare() }
        #expect(error?.subject == "DP-9")
    }

    @Test("Pictures are swapped, placed and hidden while they are recorded, and every change is told of")
    func changes() async throws {
        let recorder = recorder(.monitor("test:bars"), [CameraSelection("test:counter"), CameraSelection("test:ball")])
        await #expect(throws: RecordingError.self) { try await recorder.swapPictures() }
        var events = recorder.events().makeAsyncIterator()
        try await recorder.startRecording(to: folder.file("film.mp4"))
        #expect(try await recorder.swapPictures().pictures == ["test:counter", "test:bars", "test:ball"])
        #expect(try await recorder.setLayout(.grid).layout == "grid")
        #expect(try await recorder.setCamera(.hidden, "Flying ball").pictures == ["test:counter", "test:bars"])
        #expect(try await recorder.setCamera(.toggled).pictures == ["test:bars"])
        #expect(try await recorder.setCamera(.toggled).pictures.count == 3)
        await #expect(throws: RecordingError.self) { try await recorder.setCamera(.shown, "front") }
        try await recorder.stopRecording()
        var arrangements: [PictureArrangement] = []
        while let event = await events.next() {
            if case .arranged(let arrangement) = event { arrangements.append(arrangement) }
            if case .finished = event { break }
        }
        #expect(arrangements.map(\.layout) == ["pip", "grid", "grid", "grid", "grid"])
        #expect(try !DecodedFilm(AssetReader(path: folder.file("film.mp4"))).pictures.isEmpty)
    }

    @Test("Every swap is in the film within two frames, at its own time, and no number of the counter is out of step")
    func swaps() async throws {
        var configuration = RecordingConfiguration(picture: .cameras, applicationAudio: .none, microphone: .none)
        configuration.cameras = [CameraSelection("test:counter"), CameraSelection("test:bars")]
        configuration.layout = .sideBySide
        configuration.size = PixelSize(width: 1280, height: 360)
        let clock = MonotonicClock()
        let recorder = ScreenRecorder(
            configuration: configuration,
            backends: [SyntheticBackend()],
            codecs: SystemCodecs(),
            clock: clock
        )
        let started = try await recorder.startRecording(to: folder.file("film.mp4"))
        var swaps: [MediaTime] = []
        for _ in 0..<12 {
            try await pass(until: clock.now + .milliseconds(170))
            swaps.append(clock.now)
            try await recorder.swapPictures()
        }
        let end = try #require(swaps.last) + .milliseconds(300)
        try await pass(until: end)
        try await recorder.stopRecording(at: end)

        let tiles = [0, 640].map { PixelRect(x: $0, y: 0, width: 640, height: 360) }
        let film = try DecodedFilm(AssetReader(path: folder.file("film.mp4")), tiles: tiles)
        let delays = try swaps.enumerated().map { index, swap in
            let time = MediaTime.zero + (swap - started.start)
            let seen = film.pictures.first { $0.time >= time && $0.tileNumbers[(index + 1) % 2] != nil }
            return (try #require(seen).time - time).inSeconds
        }
        // A thread may be woken late on a busy machine; most aren't.
        #expect(delays.sorted()[delays.count / 2] <= 2.0 / 30 && delays.allSatisfy { $0 < 0.15 }, "\(delays)")
        let numbered = film.pictures.compactMap { picture in
            picture.tileNumbers.compactMap { $0 }.first.map { ((picture.time - MediaTime.zero).inSeconds, $0) }
        }
        let reference = try #require(numbered.dropLast().last)
        for (time, number) in numbered.dropLast() where time > 0.2 {
            // A canvas that was swapped between two pictures of the camera shows the earlier one.
            #expect(abs(time - reference.0 - Double(number - reference.1) / 30) < 0.07)
        }
    }

    /// Lets real time pass, which a film takes.
    private func pass(until time: MediaTime) async throws {
        try await onThread("pace") { () throws(RecordingError) in
            _ = ConditionLock(()).wait(until: time, on: MonotonicClock()) { _ -> Void? in nil }
        }
    }

    @Test("Where only one picture is recorded nothing can be arranged, and a camera that isn't there is an error")
    func errors() async throws {
        let single = recorder(.monitor("test:bars"), [])
        try await single.prepare()
        let error = await #expect(throws: RecordingError.self) { try await single.setLayout(.stack) }
        #expect(error?.description == "pictures: there is only one, so nothing can be arranged")
        try await single.cancel()
        for cameras in [[CameraSelection("front")], []] {
            await #expect(throws: RecordingError.self) { try await recorder(.cameras, cameras).prepare() }
        }
    }
}
