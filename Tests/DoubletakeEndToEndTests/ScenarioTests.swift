import DoubletakeMedia
import DoubletakeScenarios
import DoubletakeTestSupport
import Testing

extension EndToEndTests {
    /// The short forms of what scripts/acceptance measures: the same recordings on a private screen with private sound, with
    /// bounds that hold on a busy machine.
    @Suite struct ScenarioTests {
        @Test("A region of a still screen, the applications' sound and a microphone make a film of four tracks")
        func record() throws {
            let report = try RecordScenario(seconds: 2).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("A session of cameras that is changed while it runs leaves no picture, mapping or descriptor")
        func captureSessionReconfigured() async throws {
            let report = try await ReconfigureScenario(.short).measure()
            #expect(report.shortcomings == "")
        }

        @Test("A press is answered by a frame around what is recorded, and nothing of it is in the film")
        func signs() throws {
            let report = try SignScenario(.short).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("A flash and a beep at the same instant are at the same instant in the film", arguments: ["vfr", "cfr"])
        func beacon(timing: String) throws {
            let report = try BeaconScenario(timing: timing, beatCount: 3, bounds: bounds).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("A beep is where it was heard also when the sink slept as the recording began")
        func idleSink() throws {
            let report = try BeaconScenario(sink: .asleep, beatCount: 3, bounds: bounds).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("A beep that a microphone hears is at its flash")
        func microphone() throws {
            let report = try BeaconScenario(source: .microphone, beatCount: 3, bounds: bounds).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test(
            "A sound server that is killed and started again leaves silence, one warning each, and beeps in their place"
        )
        func soundServer() throws {
            let scenario = SoundServerScenario(beatCount: 3, offset: .milliseconds(100), absence: .milliseconds(800))
            let report = try scenario.run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("Of two applications that play, the film has the sound of the one that was asked for")
        func application() throws {
            let report = try ApplicationScenario(.short).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("What a screen shows is in the film once and in order, whether it changes faster than the film or slower")
        func frames() throws {
            for (sourceRate, filmRate) in [(60, 30), (25, 60)] {
                let scenario = FramesScenario(
                    size: PixelSize(width: 640, height: 360),
                    sourceRate: FrameRate(sourceRate),
                    filmRate: FrameRate(filmRate),
                    seconds: 2,
                    share: 0.5
                )
                let report = try scenario.run(tool: Tool.path)
                #expect(report.shortcomings == "")
            }
        }

        @Test(
            "Two cameras with a file each are in them picture for picture, at their drivers' times",
            .enabled(if: CameraRig.isPossible, "needs /dev/fuse")
        )
        func cameraFiles() throws {
            // A busy machine may be late for many pictures; those that are there have their own times.
            let scenario = CameraFilesScenario(seconds: 3, largestLoss: 45, largestError: .milliseconds(20))
            let report = try scenario.run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test(
            "Whatever happens to a camera the film goes on, with the other camera in every picture",
            .enabled(if: CameraRig.isPossible, "needs /dev/fuse")
        )
        func cameraFaults() throws {
            let report = try CameraFaultsScenario(recovery: .seconds(20)).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("A window is recorded by itself while it is covered, moved, resized, hidden, closed and opened again")
        func window() throws {
            let report = try WindowScenario(.short).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("Each pixel of a film is the screen's, whatever its depth, and whatever part of it is recorded")
        func pixels() throws {
            let report = try PixelsScenario(.short).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("A cursor with soft edges is in the film as it is, where it points")
        func cursor() throws {
            let report = try CursorScenario(.short).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("Changes are pictures at their true times, or one picture in each interval")
        func timing() throws {
            // A busy machine draws later than it says, and what it draws late may be two changes at once.
            let bounds = TimingScenario.Bounds(median: .milliseconds(80), largest: .seconds(1), share: 0.3)
            let report = try TimingScenario(seconds: 2, constantRates: [25], bounds: bounds).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("Clicks have a halo and keys a caption, in the film alone; a password has none, nor the recorder's key")
        func input() throws {
            let report = try InputScenario().run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("Taps on the preview do what the table of presses says, and a film is as long as the time between them")
        func taps() throws {
            let report = try TapsScenario(.short).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test(
            "The preview is recorded whatever covers it, holds its last picture while it is iconified, and is live again",
            .enabled(if: CameraRig.isPossible, "needs /dev/fuse")
        )
        func previewWindow() throws {
            let report = try PreviewWindowScenario(.short).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("Pictures that are exchanged while a beacon plays leave flashes and beeps where they are")
        func swaps() throws {
            let bounds = SwapScenario.Bounds(offsets: self.bounds, change: .milliseconds(60), frames: 6)
            let report = try SwapScenario(swaps: 6, bounds: bounds).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("A layout, a swap, and a camera off and on, asked for from elsewhere, are in the film at once")
        func arrangement() throws {
            let report = try ArrangementScenario(rounds: 1, frames: 6).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("A region, a window and two cameras are in one film, and what happens to the window has its name")
        func sources() throws {
            let report = try SourcesScenario(length: .seconds(1)).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("A monitor that is pulled out keeps its place in the film, and is live again when it is back")
        func monitors() throws {
            let report = try MonitorScenario(PrivateXServer.hasOutputs ? .outputs : .named, .short).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        /// In the round of 0 nothing changes and nothing is heard, so that pictures come only once a second.
        @Test(
            "What a killed recorder leaves can be played, and the next one says where it is",
            arguments: zip([0, 1], [Duration.seconds(4), .seconds(3)])
        )
        func kill(round: Int, largestLoss: Duration) throws {
            let scenario = KillScenario(
                rounds: [KillScenario.Round(round)],
                spread: .milliseconds(500),
                players: [.ffmpeg],
                largestLoss: largestLoss
            )
            let report = try scenario.run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("What a killed recorder left is repaired wherever it is cut off, with every sample that was complete")
        func cut() throws {
            let report = try CutScenario(.short, lifetime: .seconds(3)).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("Finishing a film reads the headers of its fragments once and nothing of the media")
        func finish() throws {
            let scenario = FinishScenario([.init(seconds: 120, longestTime: nil)])
            let report = try scenario.run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("What a recorder that was killed leaves in Matroska can be played as it is")
        func killMatroska() throws {
            let scenario = KillScenario(
                fileExtension: "mkv",
                rounds: [KillScenario.Round(1)],
                earliest: .milliseconds(2_200),
                spread: .milliseconds(500),
                players: [.ffmpeg],
                largestLoss: .seconds(4)
            )
            let report = try scenario.run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test(
            "One press of the key starts and two stop, with every lock on; held it is one press; two when idle are none"
        )
        func keys() throws {
            let report = try KeysScenario(.short).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("A film begins and ends with what the screen showed at the presses, and what is dropped is not in it")
        func gesture() throws {
            let report = try GestureScenario(takes: 2, allowance: .milliseconds(100)).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("Of three takes of one recorder one is thrown away by a key: two films, and the third in the trash")
        func takes() throws {
            let report = try TakesScenario().run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("Nothing of a pause is in the film, and sound and picture are as near after it as before")
        func pause() throws {
            let bounds = PauseScenario.Bounds(offset: .milliseconds(100), foundShare: 0.5)
            let report = try PauseScenario(pauses: 3, bounds: bounds).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("Replays are as long as was asked for, and a film begins as long before its press, to the picture")
        func replay() throws {
            let report = try ReplayScenario(.short).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("Many takes of a plan are good at once, and leave nothing but their films")
        func batch() throws {
            let report = try BatchScenario(takes: 2).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("A text with characters that are on no key is typed as it is written")
        func typing() throws {
            let report = try TypingScenario(rounds: 2).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("What goes wrong in a take is told of it alone, and a secret is written nowhere")
        func batchFaults() throws {
            let report = try BatchFaultsScenario().run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test(
            "A disk that is full in one take of a plan is told of that one alone",
            .enabled(if: Tool.canMount, "needs a kernel that lets anybody mount in a namespace of one's own")
        )
        func batchDisk() throws {
            let report = try BatchDiskScenario().run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("A presenter's take waits for the key, is thrown away by another, and is played once more")
        func attendedTake() throws {
            let report = try AttendedTakeScenario().run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("A batch that was killed is gone on with, and repeats nothing that is good")
        func batchResume() throws {
            let report = try BatchResumeScenario().run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test("A recorder in the background is stopped at once, and nonsense, many clients and others do it no harm")
        func remote() throws {
            let report = try RemoteScenario(rounds: 3, messages: 50).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test(
            "What breaks around a recorder is told by its exit status, and leaves a film that plays",
            arguments: [FaultsScenario.Fault.serverKilled, .noDisplay, .noSharedMemory]
        )
        func faults(fault: FaultsScenario.Fault) throws {
            let report = try FaultsScenario([fault], lifetime: .seconds(2)).run(tool: Tool.path)
            #expect(report.shortcomings == "")
        }

        @Test(
            "A disk that is full, and a file that can't grow, leave a film that plays and a status that says so",
            .enabled(if: Tool.canMount, "needs a kernel that lets anybody mount in a namespace of one's own")
        )
        func fullDisks() throws {
            let shortcomings = try FullDiskScenario(.short).run(tool: Tool.path).shortcomings
            #expect(shortcomings == "")
        }

        /// An ear notices a tenth of a second; on a machine that does something else meanwhile a flash may be drawn, and a
        /// beep be played, that much later than its own statement says.
        private var bounds: BeaconScenario.Bounds {
            BeaconScenario.Bounds(
                mean: .milliseconds(80), offset: .milliseconds(100), doubtfulShare: 0.7, foundShare: 0.5)
        }
    }
}
