import Doubletake
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import Testing

extension EndToEndTests {
    /// Cameras as the kernel has them, from their files to a film whose tiles are looked at one by one.
    @Suite(.enabled(if: CameraRig.isPossible, "needs /dev/fuse")) struct RealCameraTests {
        private let folder: TemporaryFolder
        private let rig: CameraRig

        init() throws {
            folder = try TemporaryFolder()
            rig = try CameraRig([
                CameraRig.Camera("front", number: 0, serial: "A1", formats: ["MJPG:640x480@30"]),
                CameraRig.Camera("back", number: 2, bus: "usb-2", formats: ["YUYV:640x480@30", "MJPG:640x480@30"]),
            ])
        }

        private func record(_ path: String, _ words: String...) throws -> RunningTool {
            try RunningTool(
                [
                    "record", "--cameras-only", "-c", "\(rig.folder)/video0", "-c", "\(rig.folder)/video2",
                    "--camera-format", "640x480", "--size", "640x960", "--no-sound", "--no-key", "--start", "now", path,
                ] + words
            )
        }

        private let tiles = [0, 480].map { PixelRect(x: 0, y: $0, width: 640, height: 480) }

        @Test("Two cameras are recorded, and the one that is pulled out is back in the film wherever it is connected")
        func unplugged() throws {
            let path = folder.file("film.mp4")
            let tool = try record(path)
            _ = try tool.awaitEvent("started")
            _ = try tool.awaitEvent("status")
            try rig.tell("front unplug")
            #expect(try tool.awaitEvent("warning")["code"] as? String == "camera_lost")
            _ = try tool.awaitEvent("status")
            try rig.tell("front plug 5")
            #expect(try tool.awaitEvent("warning")["code"] as? String == "camera_back")
            _ = try tool.awaitEvent("status")
            _ = try tool.awaitEvent("status")
            tool.send(2)
            #expect(tool.awaitEnd() == 0)
            let film = try DecodedFilm(AssetReader(path: path), tiles: tiles)
            let front = film.pictures.map { $0.tileNumbers[0] }
            let back = film.pictures.compactMap { $0.tileNumbers[1] }
            // The one that stayed is in all of them; the other one is there, isn't, and is again.
            #expect(back.count == film.pictures.count && zip(back, back.dropFirst()).allSatisfy { $0 <= $1 })
            let phases = front.map { $0 != nil }.reduce(into: [Bool]()) { if $0.last != $1 { $0.append($1) } }
            #expect(phases == [true, false, true])
            let numbers = front.compactMap { $0 }
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(try MediaProbe.decodeErrors(path) == "")
        }

        @Test("A bus without room for two raw pictures is a warning that says what is recorded instead")
        func bandwidth() throws {
            try rig.tell("bus \(640 * 480 * 2 * 30)")
            let tool = try record(folder.file("film.mp4"), "-t", "1")
            let warning = try tool.awaitEvent("warning")
            #expect(warning["code"] as? String == "usb_bandwidth" && warning["subject"] as? String == "Rig back")
            #expect(tool.awaitEnd() == 0)
        }

        @Test("A bus without room for both cameras, whatever they do, is an error that says what was tried")
        func noBandwidth() throws {
            try rig.tell("bus \(640 * 480 * 30 / 2 + 1)")
            let path = folder.file("film.mp4")
            let run = try Tool.run([
                "record", "--cameras-only", "-c", "\(rig.folder)/video0", "-c", "\(rig.folder)/video2",
                "--camera-format", "640x480", "--no-sound", "-t", "1", path,
            ])
            #expect(run.status == 69)
            #expect(
                run.standardError.contains(
                    "Rig back: the USB bandwidth isn't enough; tried Rig front: 640x480@30:mjpeg;"))
            #expect(try folder.contents().isEmpty)
        }

        @Test("A control that a camera doesn't have is an error before anything is recorded")
        func control() throws {
            let run = try Tool.run([
                "record", "--cameras-only", "-c", "\(rig.folder)/video0", "--camera-control", "glow=1", "-t", "1",
                folder.file("film.mp4"),
            ])
            #expect(run.status == 69)
            #expect(run.standardError.contains("Rig front: it has no control that is called glow"))
        }
    }
}
