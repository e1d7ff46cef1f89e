import Doubletake
import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeV4L2
import Foundation
import Glibc

/// A session with two cameras and a microphone is changed again and again while it runs: cameras come and go, connections
/// are turned and cut, outputs change their formats.
///
/// At the end nothing of it is left: no picture, no mapping, no descriptor, no thread.
package struct ReconfigureScenario: Scenario {
    private let count: Int

    /// Describes the scenario.
    package init(_ form: ScenarioForm) {
        count =
            switch form {
            case .short: 40
            case .long: 1_000
            }
    }

    /// The recorder isn't used: it is the library that is looked at.
    package func run(tool: String) throws -> ScenarioReport {
        let outcome = ConditionLock<Result<ScenarioReport, any Error>?>(nil)
        Task.detached {
            let result: Result<ScenarioReport, any Error>
            do {
                result = .success(try await measure())
            } catch {
                result = .failure(error)
            }
            outcome.withLock { $0 = result }
        }
        let result = outcome.wait(until: nil, on: MonotonicClock()) { $0 }
        var report = try result?.get() ?? ScenarioReport()
        // In a test other sessions run beside this one.
        report.add("threads left", try Self.threads(), wanted: 0)
        return report
    }

    /// Changes the session, and counts what is left.
    package func measure() async throws -> ScenarioReport {
        let rig = try CameraRig([
            CameraRig.Camera("front", number: 0, serial: "A1", facing: "front", formats: ["MJPG:320x240@30"]),
            CameraRig.Camera("back", number: 1, serial: "B2", formats: ["YUYV:320x240@30"]),
        ])
        let seen = SeenPictures()
        let refused = try await reconfigure(rig, seen)
        var report = ScenarioReport()
        report.add("changes", Double(count), atLeast: Double(count))
        report.add("changes refused", refused, wanted: 0)
        report.add("pictures", Double(seen.count), atLeast: Double(count) / 10)
        report.add("pictures left", seen.liveCount, wanted: 0)
        report.add("descriptors left", try Self.descriptors(in: rig.folder), wanted: 0)
        report.add("mappings left", try Self.mappings(in: rig.folder), wanted: 0)
        return report
    }

    /// - Returns: how many changes were refused.
    private func reconfigure(_ rig: CameraRig, _ seen: SeenPictures) async throws -> Int {
        let backends: [any CaptureBackend] = [SyntheticBackend(), V4L2Backend(folder: rig.folder)]
        let session = CaptureSession(backends: backends, clock: MonotonicClock())
        let inputs = try [("front", CaptureDevice.Kind.camera), ("back", .camera), ("test:tone", .microphone)].map {
            try CaptureDeviceInput(device: CaptureDevice.find($0.0, $0.1, in: backends).device)
        }
        let pictures = CaptureVideoDataOutput()
        let sound = CaptureAudioDataOutput()
        pictures.setSampleBufferHandler { buffer, _ in seen.note(buffer) }
        sound.setSampleBufferHandler { buffer, _ in seen.note(buffer) }
        try await session.addInput(inputs[0])
        try await session.addOutput(pictures)
        try await session.addInput(inputs[2])
        try await session.startRunning()
        var generator = SeededGenerator(seed: 1)
        var refused = 0
        for index in 0..<count {
            // Each camera delivers now and then between two changes.
            if index.isMultiple(of: 10) { await seen.awaitAnother() }
            do {
                try await change(session, inputs, pictures, sound, &generator)
            } catch {
                refused += 1
            }
        }
        await session.stopRunning()
        return refused
    }

    private func change(
        _ session: CaptureSession,
        _ inputs: [CaptureDeviceInput],
        _ pictures: CaptureVideoDataOutput,
        _ sound: CaptureAudioDataOutput,
        _ generator: inout SeededGenerator
    ) async throws {
        switch Int.random(in: 0..<7, using: &generator) {
        case 0:
            let current = await session.connection(of: pictures)?.inputPort.input
            try await session.replaceInput(
                inputs[current === inputs[1] ? 1 : 0], with: inputs[current === inputs[1] ? 0 : 1])
        case 1:
            let formats = CaptureVideoDataOutput.availableVideoPixelFormats
            let format = formats.randomElement(using: &generator) ?? .i420
            pictures.videoSettings = CaptureVideoDataOutput.VideoSettings(pixelFormat: format)
        case 2:
            let connection = await session.connection(of: pictures)
            connection?.videoRotation = PictureRotation.allCases.randomElement(using: &generator) ?? .none
            connection?.isVideoMirrored = Bool.random(using: &generator)
        case 3:
            if await session.connection(of: sound) == nil {
                try await session.addOutput(sound)
            } else {
                try await session.removeOutput(sound)
            }
        case 4:
            await session.beginConfiguration()
            let current = await session.connection(of: pictures)?.inputPort.input ?? inputs[0]
            try await session.removeInput(current)
            try await session.addInput(current)
            try await session.commitConfiguration()
        case 5:
            await session.beginConfiguration()
            let connection = await session.connection(of: pictures)
            connection?.isEnabled = false
            try await session.commitConfiguration()
            await session.beginConfiguration()
            connection?.isEnabled = true
            try await session.commitConfiguration()
        default:
            try await session.setSessionPreset(Bool.random(using: &generator) ? .low : .medium)
        }
    }

    private static func descriptors(in folder: String) throws -> Int {
        let links = "/proc/self/fd"
        return try FileManager.default.contentsOfDirectory(atPath: links).count { name in
            // One that is closed meanwhile is not open.
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(links)/\(name)")
            return target?.hasPrefix(folder) ?? false
        }
    }

    private static func mappings(in folder: String) throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        return text.split(separator: "\n").count { $0.contains(folder) }
    }

    /// The threads of sessions and of their sources; no other part of the library calls them so.
    private static func threads() throws -> Int {
        let tasks = "/proc/self/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).count { id in
            // One that has ended meanwhile has no name.
            let name = try? String(contentsOfFile: "\(tasks)/\(id)/comm", encoding: .utf8)
            return ["video-output", "audio-output", "capture-session"].contains {
                name?.hasPrefix($0) ?? false
            }
        }
    }
}

/// The pictures that were delivered, as far as somebody holds them.
private final class SeenPictures: Sendable {
    private struct Seen {
        weak var picture: PixelBuffer?
    }

    private struct State {
        var seen: [Seen] = []
        var count = 0
    }

    private let state = ConditionLock(State())

    var count: Int { state.read { $0.count } }
    var liveCount: Int { state.read { state in state.seen.count { $0.picture != nil } } }

    func note(_ buffer: SampleBuffer) {
        guard case .video(let frame) = buffer.content else { return }
        state.withLock { state in
            state.count += 1
            state.seen.removeAll { $0.picture == nil }
            state.seen.append(Seen(picture: frame.pixelBuffer))
        }
    }

    /// Waits for one more picture, on a thread of its own.
    func awaitAnother() async {
        let (state, clock) = (state, MonotonicClock())
        let before = count
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                _ = state.wait(until: clock.now + .seconds(10), on: clock) { $0.count > before ? () : nil }
                continuation.resume()
            }
        }
    }
}
