import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import Foundation

/// Two cameras, a JPEG one of 1280x720 and a raw one of 640x480, are recorded with a file each: every picture is in its
/// file, at the time at which the driver took it.
package struct CameraFilesScenario: Scenario {
    private static let cameras = [
        CameraRig.Camera("front", number: 0, serial: "A1", formats: ["MJPG:1280x720@30"]),
        CameraRig.Camera("back", number: 2, bus: "usb-2", formats: ["YUYV:640x480@30"]),
    ]
    private static let keys = ["front", "back"]

    private let seconds: Int
    private let largestLoss: Int
    private let largestError: Duration

    /// Describes the scenario.
    ///
    /// - Parameters:
    ///   - seconds: for how long it is recorded; at most half a minute, since the rig remembers a thousand pictures.
    ///   - largestLoss: how many pictures of each camera may be missing; one in three hundred.
    ///   - largestError: how far a picture may be from its driver's time.
    package init(seconds: Int = 30, largestLoss: Int = 3, largestError: Duration = .milliseconds(5)) {
        self.seconds = seconds
        self.largestLoss = largestLoss
        self.largestError = largestError
    }

    /// A number and when it is first shown in its file, with when the driver took it.
    private struct Taken {
        let number: Int64
        let shown: MediaTime
        let stamp: MediaTime
    }

    package func run(tool: String) throws -> ScenarioReport {
        let folder = try TemporaryFolder()
        let rig = try CameraRig(Self.cameras)
        let path = folder.file("film.mp4")
        let recorder = try RunningRecorder(
            [
                tool, "record", "--json", "--cameras-only", "-c", "\(rig.folder)/video0,format=1280x720:mjpeg", "-c",
                "\(rig.folder)/video2,format=640x480:yuyv", "--camera-files", "--size", "640x840", "--no-sound",
                "--no-key",
                "--start", "now", "--duration", "\(seconds)", path,
            ],
            environment: [
                "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
                "DBUS_SESSION_BUS_ADDRESS": "disabled:",
                "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder.path)/no-system/bus",
            ]
        )
        let finished = try recorder.awaitEvent("finished", within: .seconds(seconds + 60))
        let stamps = try Self.keys.map { try rig.stamps(of: $0) }
        var report = ScenarioReport()
        report.add("status", try recorder.awaitEnd(), wanted: 0)
        let files = ["film.video0.mp4", "film.video2.mp4"].map { folder.file($0) }
        let length = try MediaProbe(path).duration?.inSeconds ?? 0
        var taken: [Taken] = []
        for ((file, key), stamps) in zip(zip(files, Self.keys), stamps) {
            let film = try DecodedFilm(AssetReader(path: file))
            let numbers = film.pictures.compactMap(\.number)
            let wanted = (numbers.last ?? 0) - (numbers.first ?? 0) + 1
            let missing = Int(wanted) - Set(numbers).count
            report.add("\(key): missing of \(wanted)", Double(missing), atMost: Double(largestLoss))
            report.add("unreadable", film.pictures.count - numbers.count, wanted: 0)
            report.add("out of order", zip(numbers, numbers.dropFirst()).filter { $0 > $1 }.count, wanted: 0)
            report.add("pictures", Double(film.pictures.count), atLeast: Double(30 * seconds - 2 - largestLoss))
            let duration = try MediaProbe(file).duration?.inSeconds ?? 0
            report.add("as long as the film but for", abs(duration - length) * 1000, unit: " ms", atMost: 5)
            taken += Self.taken(film, stamps)
        }
        // The instant of the film's beginning is the same for all pictures of both cameras.
        let starts = taken.map { $0.stamp - $0.shown }.sorted()
        let start = starts.isEmpty ? Duration.zero : starts[starts.count / 2]
        let errors = starts.map { abs(($0 - start).inSeconds) * 1000 }
        report.add("compared with the driver's time", Double(errors.count), atLeast: Double(seconds * 2 * 10))
        report.add("off by", errors.max() ?? .infinity, unit: " ms", atMost: largestError.inSeconds * 1000)
        report.add(note: "dropped", finished.numbers["camera_frames_dropped"] ?? -1)
        return report
    }

    /// Every number's first showing, but for the one with which the film begins: it is of before.
    private static func taken(_ film: DecodedFilm, _ stamps: [Int64: MediaTime]) -> [Taken] {
        var seen: Set<Int64> = []
        return film.pictures.compactMap { picture in
            guard let number = picture.number, seen.insert(number).inserted, picture.time > .zero,
                let stamp = stamps[number]
            else { return nil }
            return Taken(number: number, shown: picture.time, stamp: stamp)
        }
    }
}
