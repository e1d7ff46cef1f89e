import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeV4L2
import Testing

@Suite(.timeLimit(.minutes(10)), .enabled(if: CameraRig.isPossible, needsFUSE))
struct CameraSourceTests {
    @Test(
        "Every picture of a camera comes with the driver's time, and each that was lost is counted",
        arguments: ["MJPG:640x480@30", "YUYV:640x480@30", "NV12:640x480@30", "I420:640x480@30"]
    )
    func complete(format: String) throws {
        let scene = try CameraScene(CameraRig.Camera("front", formats: [format]))
        try scene.watch { watcher in
            try #require(watcher.awaitFrames(60))
            let (entries, dropped) = (watcher.entries, watcher.droppedCount)
            let numbers = entries.compactMap(\.number)
            #expect(numbers.count == entries.count)
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
            let span = Int(try #require(numbers.last) - numbers[0]) + 1
            // A drop may be reported before the picture that comes after it.
            #expect((span - numbers.count...span - numbers.count + 1).contains(dropped))
            let stamps = try scene.rig.stamps(of: "front")
            for entry in entries {
                let stamp = try #require(entry.number.flatMap { stamps[$0] })
                #expect(entry.time == stamp)
            }
            #expect(watcher.events == [])
        }
    }

    @Test("A camera with a clock of its own has its times put on ours")
    func foreignClock() throws {
        let scene = try CameraScene(CameraRig.Camera("front"))
        try scene.rig.tell("front foreign-stamps on")
        try scene.watch { watcher in
            try #require(watcher.awaitFrames(60))
            let stamps = try scene.rig.stamps(of: "front")
            for entry in watcher.entries.suffix(30) {
                let stamp = try #require(entry.number.flatMap { stamps[$0] })
                // What is missing is the time that a picture took to us, which nobody can know.
                #expect(entry.time - stamp > .milliseconds(-5) && entry.time - stamp < .milliseconds(100))
            }
        }
    }

    @Test("A camera that can only be faster than is wanted is thinned out evenly")
    func tooFast() throws {
        let scene = try CameraScene(CameraRig.Camera("front", formats: ["YUYV:320x240@60"]))
        try scene.watch(format: "320x240", rate: 30) { watcher in
            try #require(watcher.awaitFrames(30))
            let times = watcher.entries.map(\.time)
            #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 > .milliseconds(24) })
        }
    }

    @Test("Two cameras deliver side by side")
    func two() throws {
        let scene = try CameraScene(
            CameraRig.Camera("front", number: 0, formats: ["MJPG:1280x720@30"]),
            CameraRig.Camera("back", number: 2, formats: ["YUYV:640x480@30"])
        )
        try scene.watch("front", format: "720p") { front in
            try scene.watch("back") { back in
                try #require(front.awaitFrames(40) && back.awaitFrames(40))
                #expect(front.entries[0].size == PixelSize(width: 1280, height: 720))
                #expect(back.entries[0].size == PixelSize(width: 640, height: 480))
                #expect((front.entries + back.entries).allSatisfy { $0.number != nil })
            }
        }
    }

    @Test("A source that was opened and never started lets the camera go")
    func unused() throws {
        let scene = try CameraScene(CameraRig.Camera("front"))
        weak let source = try scene.open()
        #expect(source == nil)
        let other = try scene.open()
        other.stop()
        other.stop()
    }
}
