package import DoubletakeMedia
import Foundation
import Glibc

/// Cameras of a test's own, without hardware: a folder whose files answer as the kernel's cameras do.
///
/// It is a program of its own (`Tests/DoubletakeCameraRig`), which ends with the object. Each picture bears its number,
/// as `CounterCode` reads it, over eight colour bars in its lower half.
package final class CameraRig: Sendable {
    /// One of the cameras.
    package struct Camera: Sendable {
        /// By what a camera sets its exposure.
        package enum Exposure: Sendable {
            /// By all of the picture.
            case whole
            /// By a region of interest.
            case region
        }

        let key: String
        let words: [String]

        /// Describes a camera.
        ///
        /// - Parameters:
        ///   - key: what `tell` calls it.
        ///   - number: that of its file, `video0`.
        ///   - serial: its serial number; nil when it has none, as many.
        ///   - facing: `front`, `back`, or `external`.
        ///   - exposure: by what it is set.
        ///   - formats: such as `MJPG:640x480@30+15`; of a JPEG's kinds also MJPG420, MJPG440, MJPG444, MJPGGRAY and
        ///     MJPGDETAIL, which has a grain all over it.
        package init(
            _ key: String,
            number: Int = 0,
            card: String? = nil,
            serial: String? = nil,
            bus: String? = nil,
            facing: String = "external",
            formats: [String] = ["MJPG:640x480@30"],
            exposure: Exposure = .whole
        ) {
            self.key = key
            words =
                [
                    "key=\(key)", "number=\(number)", "card=\(card ?? "Rig \(key)")",
                    "bus=\(bus ?? "usb-rig-\(number)")", "facing=\(facing)",
                    "formats=\(formats.joined(separator: "/"))",
                ] + (serial.map { ["serial=\($0)"] } ?? []) + (exposure == .region ? ["region=yes"] : [])
        }
    }

    /// Why there is no rig.
    package struct Failure: Error, CustomStringConvertible {
        /// What it said.
        package let description: String
    }

    /// Whether this machine can have such a folder.
    package static let isPossible: Bool = {
        // SAFETY: the string is passed for the call.
        unsafe access("/dev/fuse", R_OK | W_OK) == 0
    }()

    /// The folder with the cameras.
    package let folder: String
    private let parent: TemporaryFolder
    private let process: ChildProcess

    /// Starts the rig, and comes back when its cameras are there.
    ///
    /// - Parameter busBudget: how many bytes a second all of them together may send; 0 for any number.
    package init(_ cameras: [Camera], busBudget: Int = 0) throws {
        parent = try TemporaryFolder()
        folder = parent.file("dev")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let program = tests.deletingLastPathComponent().appendingPathComponent("DoubletakeCameraRig").path
        let words = cameras.map { $0.words.joined(separator: ",") }
        process = try ChildProcess([program, folder, String(busBudget)] + words, ["PATH": "/usr/bin:/bin"])
        let clock = MonotonicClock()
        var reader = PipeReader(descriptors: process.outputs)
        guard reader.readLine(from: 0, until: clock.now + .seconds(30), on: clock) == "ready" else {
            process.end(by: SIGKILL)
            throw Failure(description: String(decoding: reader.bytes[1], as: UTF8.self))
        }
    }

    deinit {
        process.end(by: SIGTERM)
    }

    /// Switches something, such as `front unplug`; it is done when this comes back.
    package func tell(_ line: String) throws {
        let path = "\(folder)/control"
        // SAFETY: the string is passed for the call.
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemCallError.last(call: "open", subject: path) }
        defer { close(descriptor) }
        let bytes = Array(line.utf8)
        // SAFETY: the array is passed with its own count.
        guard unsafe write(descriptor, bytes, bytes.count) == bytes.count else {
            throw SystemCallError.last(call: "write", subject: line)
        }
    }

    /// When a camera took its newest thousand pictures, by their numbers.
    package func stamps(of key: String) throws -> [Int64: MediaTime] {
        let text = try String(contentsOfFile: "\(folder)/stamps", encoding: .utf8)
        var stamps: [Int64: MediaTime] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 3, words[0] == key, let number = Int64(words[1]), let stamp = Int64(words[2]) else {
                continue
            }
            stamps[number] = .zero + .microseconds(stamp)
        }
        return stamps
    }
}
