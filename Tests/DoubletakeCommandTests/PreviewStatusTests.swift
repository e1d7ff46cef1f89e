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

    @Test("A warning is read for a while, and then what the recorder does")
    func warnings() {
        var status = PreviewStatus()
        status.phase = .recording
        status.take(.warning(RecordingWarning(code: "x", subject: "mic", message: "it is muted", help: "Unmute it.")))
        #expect(status.text == "mic: it is muted" && status.weight == .warning)
        let second = RecordingStatus(
            state: .recording,
            elapsed: .seconds(1),
            byteCount: 0,
            statistics: RecordingStatistics(),
            levels: []
        )
        for _ in 0..<10 { status.take(.status(second)) }
        #expect(status.weight == .warning)
        status.take(.status(second))
        #expect(status.text == "Recording" && status.weight == .ordinary)
    }

    @Test("A tap is a press, controls are keys of their own or choices, and closing is leaving")
    func events() {
        func words(_ event: PreviewEvent) -> String {
            switch RecordSession.Input(event) {
            case .press(let press): "\(press.source)"
            case .key(let action, _): action.rawValue
            case .arrange(.swap): "swap"
            case .arrange(.camera(.toggled, nil)): "cameras"
            case .preview(let same): same == event ? "preview" : "other"
            case .leave: "leave"
            case nil: "nothing"
            default: "other"
            }
        }
        #expect(
            words(.tap(.zero)) == "previewTap" && words(.closed) == "leave" && words(.lost(reason: "")) == "nothing")
        let own: [PreviewControl: String] = [
            .record: "start", .stop: "stop", .pause: "pause", .mute: "mute", .swap: "swap", .cameras: "cameras",
        ]
        for control in PreviewControl.allCases {
            #expect(words(.pressed(control, .zero)) == own[control] ?? "preview")
        }
        #expect(words(.chosen(.layout("pip"))) == "preview")
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
