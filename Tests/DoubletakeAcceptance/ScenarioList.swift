import DoubletakeMedia
import DoubletakeScenarios
import DoubletakeTestSupport

/// The scenarios by name.
enum ScenarioList {
    /// One row.
    struct Row {
        let name: String
        let help: String
        /// The parts whose figures make up the scenario's line; a scenario of one part needs no name for it.
        let parts: [(name: String?, scenario: any Scenario)]

        fileprivate init(_ name: String, _ help: String, _ parts: [(String?, any Scenario)]) {
            self.name = name
            self.help = help
            self.parts = parts.map { (name: $0.0, scenario: $0.1) }
        }

        fileprivate init(_ name: String, _ help: String, _ scenario: any Scenario) {
            self.init(name, help, [(nil, scenario)])
        }
    }

    static let rows = [
        Row("batch", "two hundred takes of a plan, two at a time", BatchScenario()),
        Row("batch-faults", "takes in which something goes wrong, and a secret", BatchFaultsScenario()),
        Row("batch-attended", "a presenter's take: cue, press, retake, two presses", AttendedTakeScenario()),
        Row("batch-disk", "a disk that is full in the third of eight takes", BatchDiskScenario()),
        Row("batch-repeat", "the same plan twice", BatchRepeatScenario()),
        Row("batch-slurm", "a plan as an array of jobs on a cluster of one machine", SlurmScenario()),
        Row("batch-resume", "a batch that is killed, and gone on with", BatchResumeScenario()),
        Row("camera-faults", "whatever can happen to one of two cameras", CameraFaultsScenario()),
        Row(
            "camera-files", "two cameras for half a minute, each also into a file of its own",
            CameraFilesScenario()),
        Row("typing", "a text with rare characters, fifty times", TypingScenario()),
        Row("record", "a region with two sounds, from a screen that never changes", RecordScenario()),
        Row(
            "beacon",
            "a flash and a beep at the same instants, for a minute: vfr, cfr, and a sink that sleeps",
            [("vfr", beaconVFR), ("cfr", beaconCFR), ("idle", beaconIdle)]
        ),
        Row("beacon-vfr", "the beacon with pictures at their true times", beaconVFR),
        Row("beacon-cfr", "the beacon with pictures at constant intervals", beaconCFR),
        Row("beacon-idle", "the beacon on a sink that sleeps when the recording begins", beaconIdle),
        Row(
            "beacon-long",
            "the beacon for ten minutes: the applications' sound, and a microphone",
            [("applications", beaconLong(.applications)), ("microphone", beaconLong(.microphone))]
        ),
        Row("beacon-long-microphone", "the microphone's part of it", beaconLong(.microphone)),
        Row(
            "beacon-minute",
            "the same for a minute each",
            [
                ("applications", beaconLong(.applications, beats: 59)),
                ("microphone", beaconLong(.microphone, beats: 59)),
            ]
        ),
        Row("application", "one of two applications that play is recorded", ApplicationScenario(.long)),
        Row("stress", "two programs keep two cores busy for a minute of sound", StressScenario()),
        Row("sound-server", "the sound server is killed and started again", SoundServerScenario()),
        Row(
            "pipewire",
            "the same on PipeWire: the beacon, an idle sink, one of two applications, and a server that is started again",
            [
                ("beacon", BeaconScenario(server: .pipeWire)),
                ("idle", BeaconScenario(sink: .asleep, server: .pipeWire)),
                ("application", ApplicationScenario(.long, on: .pipeWire)),
                ("sound-server", SoundServerScenario(.pipeWire)),
            ]
        ),
        Row(
            "frames",
            "a screen that changes 60 times a second at 30 fps, and 25 times a second at 60 fps",
            [("60 at 30", framesFast), ("25 at 60", framesSlow)]
        ),
        Row("frames-fast", "a screen that changes 60 times a second, at 30 fps", framesFast),
        Row("frames-slow", "a screen that changes 25 times a second, at 60 fps", framesSlow),
        Row("kill", "the recorder is killed a hundred times", KillScenario()),
        Row(
            "kill-20", "the recorder is killed twenty times",
            KillScenario(rounds: (0..<20).map(KillScenario.Round.init))),
        Row("cut", "what a killed recorder left is cut at every byte of its end, and repaired", CutScenario(.long)),
        Row(
            "finish",
            "films of an hour and of ten are finished",
            FinishScenario([
                .init(seconds: 3_600, longestTime: .milliseconds(500)),
                .init(seconds: 36_000, longestTime: .seconds(5)),
            ])
        ),
        Row("kill-mkv", "the recorder is killed ten times while it writes Matroska", killMatroska),
        Row(
            "players",
            "films of all kinds in Chromium, VLC, mpv and GStreamer",
            [
                ("mp4", PlayersScenario()),
                ("mp4, av1, flac", PlayersScenario(options: ["--codec", "av1", "--audio-codec", "flac"])),
                ("mp4, vp9, opus", PlayersScenario(options: ["--codec", "vp9", "--audio-codec", "opus"])),
                // Chromium leaves HEVC to the machine's hardware.
                (
                    "mov, hevc",
                    PlayersScenario(
                        fileExtension: "mov", options: ["--codec", "hevc"], players: [.vlc, .mpv, .gstreamer])
                ),
                ("webm", PlayersScenario(fileExtension: "webm")),
                // Browsers don't know Matroska as such.
                ("mkv", PlayersScenario(fileExtension: "mkv", players: [.vlc, .mpv, .gstreamer])),
            ]
        ),
        Row(
            "window", "a covered window that is moved, resized, hidden, closed and opened again", WindowScenario(.long)),
        Row("pixels", "screens of all depths, read in all ways, whole and in part", PixelsScenario(.long)),
        Row("cursor", "cursors with soft edges, over edges, in parts and scaled", CursorScenario(.long)),
        Row("timing", "thirty changes a second at their true times, and constant intervals", TimingScenario()),
        Row("input", "clicks and keys that are drawn in the film, and a password that is not", InputScenario()),
        Row(
            "preview-window",
            "two cameras in a window that is covered, moved, resized, iconified and shown again",
            PreviewWindowScenario()
        ),
        Row("taps", "twenty random sequences of taps on the preview, beside the table of presses", TapsScenario()),
        Row(
            "monitors",
            "a monitor that is pulled out and plugged in again, five times",
            [("named", MonitorScenario(.named, .long)), ("outputs", MonitorScenario(.outputs, .long))]
        ),
        Row("keys", "one press and two, with the locks, held, when idle, and beside other programs", KeysScenario()),
        Row("signs", "ten presses each for a region, a window and the screen: the frame, and the film", SignScenario()),
        Row(
            "swaps", "the beacon beside a camera, and both are exchanged fifty times in half a minute",
            SwapScenario()),
        Row("sources", "a region, a window and two cameras in one film", SourcesScenario()),
        Row(
            "arrangement", "layouts, swaps and a camera that is switched off and on by other programs",
            ArrangementScenario()),
        Row("gesture", "films begin and end with what the screen showed at the presses", GestureScenario()),
        Row("takes", "three takes of one recorder, of which one is thrown away by a key", TakesScenario()),
        Row(
            "pause",
            "sixty pauses, a flash and a beep between them, and a tone in them: vfr and cfr",
            [("vfr", PauseScenario()), ("cfr", pauseCFR)]
        ),
        Row(
            "replay", "thirty seconds are kept, replays saved at 10, 45 and 46; a film that begins before its press",
            ReplayScenario()),
        Row(
            "remote",
            "started in the background and stopped fifty times; nonsense, fifty clients at once, somebody else",
            RemoteScenario()
        ),
        Row(
            "reconfigure", "a session of cameras is changed a thousand times while it runs, and leaves nothing",
            ReconfigureScenario(.long)),
        Row("faults", "server killed, no display, no shared memory", FaultsScenario()),
        Row("disks", "a disk that is full, at once, in the middle or at the end; a file that can't grow", disks),
        Row("bench-still", "beside ffmpeg: a screen on which only the pointer moves", BenchmarkScenario(.still)),
        Row("bench-small", "beside ffmpeg: ten small changes a second", BenchmarkScenario(.small)),
        Row("bench-motion", "beside ffmpeg: all of the screen moves", BenchmarkScenario(.motion)),
        Row(
            "bench-cameras", "two cameras of 1280x720 at 30 are captured and decoded, beside the decoder alone",
            CameraBenchmarkScenario()),
        Row(
            "bench-overlay", "beside ffmpeg's overlay filter: a camera over a still screen",
            OverlayBenchmarkScenario()),
        Row(
            "bench-cameras-only", "two cameras recorded without a display: the time beside the encoder's",
            CameraCostScenario(.recorded)),
        Row("bench-preview", "two cameras in the preview's window: the time of it", CameraCostScenario(.previewed)),
    ]

    // On a still screen the newest picture waits for the next cut.
    private static let killMatroska = KillScenario(
        fileExtension: "mkv",
        rounds: (0..<10).map(KillScenario.Round.init),
        largestLoss: .milliseconds(2_500)
    )
    // A picture at a constant interval may be half an interval from its change.
    private static let pauseCFR = PauseScenario(timing: "cfr", bounds: .init(offset: .milliseconds(34 + 17)))
    private static let disks = FullDiskScenario(.long)
    private static let beaconVFR = BeaconScenario(timing: "vfr")
    // A picture at a constant interval may be half an interval from its change.
    private static let beaconCFR = BeaconScenario(timing: "cfr", bounds: .init(offset: .milliseconds(25 + 17)))
    private static let beaconIdle = BeaconScenario(timing: "vfr", sink: .asleep)
    private static func beaconLong(_ source: BeaconScenario.Source, beats: Int = 592) -> BeaconScenario {
        BeaconScenario(
            source: source,
            beatCount: beats,
            bounds: .init(
                mean: .milliseconds(5),
                near: (0.95, within: .milliseconds(10)),
                drift: .milliseconds(2)
            )
        )
    }
    private static let framesFast = FramesScenario(sourceRate: FrameRate(60), filmRate: FrameRate(30))
    private static let framesSlow = FramesScenario(sourceRate: FrameRate(25), filmRate: FrameRate(60))
}
