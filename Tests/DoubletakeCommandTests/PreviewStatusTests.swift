import DoubletakeCapture
import DoubletakeControl
import DoubletakeMedia
import DoubletakePreview
import Testing

@testable import Doubletake
@testable import DoubletakeCommand

@Suite struct PreviewStatusTests {
    private static let armed = ArmedRecording(
        picture: CaptureDevice(id: "0x1", name: "Cameras", kind: .window),
        displaySize: PixelSize(width: 64, height: 32),
        frameRate: FrameRate(30),
        sounds: []
    )

    @Test("The strip says what the recorder does in words, and where the last film is until the next one begins")
    func words() {
        var status = PreviewStatus()
        status.take(.armed(Self.armed))
        #expect(status.text == "Ready" && status.phase == .ready)
        status.take(.paused(RecordingPause(instant: .zero, elapsed: .seconds(65))))
        #expect(status.text == "Paused" && status.phase == .paused && status.timer == "01:05")
        status.take(.resumed(RecordingPause(instant: .zero, elapsed: .seconds(65))))
        #expect(status.text == "Recording" && status.phase == .recording)
        status.take(
            .finished(
                FinishedRecording(
                    file: "v/film.mp4",
                    parts: [],
                    end: .requested,
                    duration: .seconds(70),
                    byteCount: 1,
                    statistics: RecordingStatistics(),
                    startLatency: .zero,
                    stopLatency: .zero,
                    sounds: []
                )
            )
        )
        #expect(status.text == "Saved to v/film.mp4" && status.phase == .done && status.timer == "01:10")
        status.take(.armed(Self.armed))
        #expect(status.text == "Saved to v/film.mp4" && status.phase == .ready && status.timer == "00:00")
        status.take(.failed(.notRegularFile(path: "/dev/null")))
        #expect(status.text == "/dev/null: it exists and is not a regular file" && status.phase == .done)
    }

    @Test("A tap is a press, buttons are keys of their own, and closing is leaving")
    func events() {
        func words(_ event: PreviewEvent) -> String {
            switch RecordSession.Input(event) {
            case .press(let press): "\(press.source)"
            case .key(let action, _): action.rawValue
            case .arrange(.swap): "swap"
            case .arrange(.nextLayout): "layout"
            case .leave: "leave"
            case nil: "nothing"
            default: "other"
            }
        }
        #expect(
            words(.tap(.zero)) == "previewTap" && words(.closed) == "leave" && words(.lost(reason: "")) == "nothing")
        #expect(
            PreviewButton.allCases.map { words(.button($0, .zero)) } == ["start", "stop", "swap", "layout"]
        )
    }

    @Test("In the preview the camera that is called front is mirrored, and stacked pictures are labelled")
    func defaults() throws {
        let usual = try RecordOptions(["--preview"])
        #expect(usual.configuration.cameras.map { $0.style.mirroring == .horizontal } == [true, false])
        #expect(usual.configuration.cameraLabels == .all)
        let named = try RecordOptions(["--preview", "-c", "a", "-c", "b", "--layout", "pip"])
        #expect(named.configuration.cameras.allSatisfy { $0.style.mirroring == .none })
        #expect(named.configuration.cameraLabels == .named)
        let plain = try RecordOptions(["--preview", "--mirror", "none", "--no-labels"])
        #expect(plain.configuration.cameras.allSatisfy { $0.style.mirroring == .none })
        #expect(plain.configuration.cameraLabels == .none)
    }
}
