import Doubletake
import DoubletakeControl
import DoubletakeMedia
import DoubletakeTestSupport

/// The beacon beside a camera, and the two are exchanged again and again: flashes and beeps stay together, and every swap
/// is in the film at once.
package struct SwapScenario: Scenario {
    /// What is wanted.
    package struct Bounds: Sendable {
        let offsets: BeaconScenario.Bounds
        let change: Duration
        let frames: Int

        /// Makes bounds.
        ///
        /// - Parameters:
        ///   - offsets: for beeps and their flashes.
        ///   - change: how far the mean offset may be from that without swaps.
        ///   - frames: in which picture after it was asked for a swap must be seen.
        package init(
            offsets: BeaconScenario.Bounds = BeaconScenario.Bounds(offset: .milliseconds(25 + 17)),
            change: Duration = .milliseconds(5),
            frames: Int = 2
        ) {
            (self.offsets, self.change, self.frames) = (offsets, change, frames)
        }
    }

    private static let region = PixelRect(x: 100, y: 50, width: 640, height: 360)
    private static let tiles = [0, 640].map { PixelRect(x: $0, y: 0, width: 640, height: 360) }

    private let swapCount: Int
    private let interval: Duration
    private let bounds: Bounds

    /// Describes the scenario.
    ///
    /// - Parameters:
    ///   - swapCount: how often the pictures are exchanged.
    ///   - interval: how long it is from one time to the next.
    package init(
        swaps swapCount: Int = 50,
        every interval: Duration = .milliseconds(597),
        bounds: Bounds = Bounds()
    ) {
        (self.swapCount, self.interval, self.bounds) = (swapCount, interval, bounds)
    }

    package func run(tool: String) throws -> ScenarioReport {
        let sound = try PrivateSoundServer(
            sinks: [PrivateSoundServer.Sink("speakers", whenIdle: .looksAround)], microphone: .absent)
        let desktop = try PrivateDesktop(tool: tool, size: PixelSize(width: 800, height: 480), sound: sound)
        let still = try play(swaps: 0, on: desktop)
        let swapped = try play(swaps: swapCount, on: desktop)
        var report = ScenarioReport()
        let delays = FilmedChanges(swapped.changes, in: swapped.film, start: swapped.start) { change, picture in
            picture.tileNumbers[change.number % 2] != nil && picture.tileNumbers[(change.number + 1) % 2] == nil
        }
        delays.add(to: &report, ofAll: swapCount, frames: bounds.frames)
        let knownCount = swapped.beatCount - swapped.offsets.doubtfulCount
        let foundCount = swapped.offsets.values.count
        report.add(
            "beats found of \(knownCount)", Double(foundCount),
            atLeast: bounds.offsets.foundShare * Double(knownCount))
        let mean = abs(swapped.offsets.mean) * 1000
        report.add("mean offset", mean, unit: " ms", atMost: milliseconds(bounds.offsets.mean))
        report.add(
            "largest offset", swapped.offsets.largest * 1000, unit: " ms", atMost: milliseconds(bounds.offsets.offset))
        report.add(note: "mean without swaps", abs(still.offsets.mean) * 1000, unit: " ms")
        let change = abs(swapped.offsets.mean - still.offsets.mean) * 1000
        report.add("changed by", change, unit: " ms", atMost: milliseconds(bounds.change))
        return report
    }

    private func milliseconds(_ duration: Duration) -> Double {
        duration.inSeconds * 1000
    }

    /// What was played and what was recorded of it.
    private struct Take {
        let changes: [FilmedChanges.Change]
        let beatCount: Int
        let film: DecodedFilm
        let offsets: BeaconOffsets
        let start: MediaTime
    }

    private func play(swaps count: Int, on desktop: PrivateDesktop) throws -> Take {
        let window = PixelRect(
            x: Self.region.x + Self.region.width / 4,
            y: Self.region.y + Self.region.height / 4,
            width: Self.region.width / 2,
            height: Self.region.height / 2
        )
        let path = desktop.file("swaps-\(count).mp4")
        let player = try BeaconPlayer(desktop, window: window, sink: "speakers")
        try player.awaitSound()
        let recorder = try desktop.record([
            "--region", "\(Self.region)", "--camera", "test:counter", "--layout", "side-by-side", "--size", "1280x360",
            "--app-audio", "speakers", "--no-mic", "--instance", "swaps", path,
        ])
        try recorder.awaitEvent("started")
        let requests = (0..<count).map { _ in ControlRequest(.swap) }
        let changer = try SceneChanger(requests, to: "swaps", on: desktop, every: interval)
        let period = BeaconPlayer.period.inSeconds
        let beats = try player.play(beats: max(Int(interval.inSeconds * Double(swapCount) / period), 3))
        let changes = try changer.awaitEnd()
        _ = try recorder.stop()
        let film = try DecodedFilm(AssetReader(path: path), tiles: Self.tiles)
        guard let start = recorder.filmStart else {
            throw RunningRecorder.Failure(description: "the recorder never told when the film began")
        }
        // The beacon is where the counter isn't.
        let found = BeaconFilm(film) { picture in
            picture.tileLumas[picture.tileNumbers[0] == nil ? 0 : 1]
        }
        return Take(
            changes: changes,
            beatCount: beats.count,
            film: film,
            offsets: BeaconOffsets(beats, in: found, start: start),
            start: start
        )
    }
}
