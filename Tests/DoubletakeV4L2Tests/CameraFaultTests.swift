import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeV4L2
import Testing

/// What happens to a camera in mid-stream: nothing of it ends the source.
@Suite(.timeLimit(.minutes(10)), .enabled(if: CameraRig.isPossible, needsFUSE))
struct CameraFaultTests {
    /// Two seconds are promised; a busy machine needs longer.
    private static let recovery = Duration.seconds(6)

    /// Waits for pictures, and how long the first of them took since `start`.
    private func recovery(in watcher: CameraWatcher, since start: MediaTime) throws -> Duration {
        let count = watcher.entries.count
        try #require(watcher.awaitFrames(10))
        let first = try #require(watcher.entries.dropFirst(count).first { $0.time >= start })
        return first.time - start
    }

    @Test("A camera that is pulled out is told of once, and is back soon after it is connected elsewhere")
    func unplugged() throws {
        let scene = try CameraScene(
            CameraRig.Camera("front", number: 0, serial: "A1", bus: "usb-1"),
            CameraRig.Camera("back", number: 2, bus: "usb-2")
        )
        try scene.watch("usb-rig_A1") { watcher in
            try #require(watcher.awaitFrames(5))
            try scene.rig.tell("front unplug")
            #expect(watcher.awaitEvents(1) == ["lost: it isn't connected"])
            // Another camera takes its number meanwhile, and isn't taken for it.
            try scene.rig.tell("back unplug")
            try scene.rig.tell("back plug 0")
            try scene.rig.tell("front plug 7")
            let back = scene.clock.now
            #expect(watcher.awaitEvents(2) == ["lost: it isn't connected", "back"])
            #expect(try recovery(in: watcher, since: back) < Self.recovery)
            let numbers = watcher.entries.compactMap(\.number)
            // The picture number is the camera's own, so it goes on and doesn't begin again.
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
            #expect(watcher.events.count == 2)
        }
    }

    @Test("A camera without a serial number is known by its place again")
    func replugged() throws {
        let scene = try CameraScene(CameraRig.Camera("front", number: 0, bus: "usb-1"))
        try scene.watch("usb-1") { watcher in
            try #require(watcher.awaitFrames(5))
            try scene.rig.tell("front unplug")
            _ = watcher.awaitEvents(1)
            try scene.rig.tell("front plug 3")
            #expect(watcher.awaitEvents(2).last == "back")
            try #require(watcher.awaitFrames(5))
        }
    }

    @Test("A camera is known by its place again when another one like it has taken its name")
    func nameTaken() throws {
        let scene = try CameraScene(
            CameraRig.Camera("front", number: 0, card: "Webcam", serial: "same", bus: "usb-1"),
            CameraRig.Camera("other", number: 2, card: "Webcam", bus: "usb-2")
        )
        try scene.rig.tell("other unplug")
        try scene.watch("usb-rig_same") { watcher in
            try #require(watcher.awaitFrames(5))
            try scene.rig.tell("other plug 2")
            try scene.rig.tell("front unplug")
            _ = watcher.awaitEvents(1)
            try scene.rig.tell("front plug 4")
            #expect(watcher.awaitEvents(2).last == "back")
            try #require(watcher.awaitFrames(3))
            let newest = try #require(watcher.entries.last?.number)
            #expect(try scene.rig.stamps(of: "front")[newest] != nil)
            #expect(try scene.rig.stamps(of: "other").isEmpty)
        }
    }

    @Test("A camera that falls silent is told of, and goes on when it does")
    func stalled() throws {
        let scene = try CameraScene(CameraRig.Camera("front"))
        try scene.watch { watcher in
            try #require(watcher.awaitFrames(5))
            try scene.rig.tell("front stall on")
            #expect(watcher.awaitEvents(1) == ["stalled for 1 s"])
            try scene.rig.tell("front stall off")
            let over = scene.clock.now
            #expect(watcher.awaitEvents(2) == ["stalled for 1 s", "delivers again"])
            #expect(try recovery(in: watcher, since: over) < Self.recovery)
        }
    }

    @Test("A camera that never delivers is told of, and doesn't keep its source from stopping")
    func dead() throws {
        let scene = try CameraScene(CameraRig.Camera("front"))
        try scene.rig.tell("front stall on")
        try scene.watch { watcher in
            #expect(watcher.awaitEvents(1) == ["stalled for 4 s"])
            #expect(watcher.entries.isEmpty)
        }
    }

    @Test("A camera that another program has can't be opened, and is waited for when it was taken meanwhile")
    func busy() throws {
        let scene = try CameraScene(CameraRig.Camera("front"))
        try scene.rig.tell("front busy on")
        #expect(
            throws: CaptureError.unavailable(
                device: "Rig front",
                reason: "another program uses it",
                help: "End the other program, or choose another camera."
            )
        ) { try scene.open() }
        try scene.rig.tell("front busy off")
        try scene.watch { watcher in
            try #require(watcher.awaitFrames(5))
            try scene.rig.tell("front unplug")
            try scene.rig.tell("front busy on")
            try scene.rig.tell("front plug 0")
            #expect(watcher.awaitEvents(1) == ["lost: it isn't connected"])
            try scene.rig.tell("front busy off")
            #expect(watcher.awaitEvents(2).last == "back")
            try #require(watcher.awaitFrames(5))
        }
    }

    @Test("A second source of the same camera is refused, and the first isn't disturbed")
    func taken() throws {
        let scene = try CameraScene(CameraRig.Camera("front"))
        try scene.watch { watcher in
            try #require(watcher.awaitFrames(5))
            #expect(throws: CaptureError.self) { try scene.open() }
            try #require(watcher.awaitFrames(5))
            #expect(watcher.events == [])
        }
    }

    @Test(
        "Damaged pictures are left out, counted, and told of once",
        arguments: [("garble", "MJPG"), ("cut", "MJPG"), ("flag", "MJPG"), ("cut", "YUYV"), ("flag", "NV12")]
    )
    func damaged(fault: String, kind: String) throws {
        let scene = try CameraScene(CameraRig.Camera("front", formats: ["\(kind):320x240@30"]))
        try scene.watch(format: "320x240") { watcher in
            try #require(watcher.awaitFrames(5))
            let dropped = watcher.droppedCount
            try scene.rig.tell("front \(fault) 4")
            try #require(watcher.awaitDrops(dropped + 4))
            try #require(watcher.awaitFrames(10))
            #expect(watcher.events == ["damaged: 1"])
            #expect(watcher.entries.allSatisfy { $0.number != nil })
        }
    }

    @Test("A first picture that is damaged isn't shown")
    func damagedFirst() throws {
        let scene = try CameraScene(CameraRig.Camera("front"))
        try scene.rig.tell("front garble 1")
        try scene.watch { watcher in
            try #require(watcher.awaitFrames(5))
            #expect(watcher.entries.allSatisfy { $0.number != nil })
        }
    }

    @Test("A camera whose pictures are all damaged shows them all the same after a while")
    func neverWhole() throws {
        let scene = try CameraScene(CameraRig.Camera("front"))
        try scene.rig.tell("front cut 100000")
        try scene.watch { watcher in
            try #require(watcher.awaitFrames(3))
            #expect(watcher.droppedCount >= 30 && watcher.events.first == "damaged: 1")
            // The upper half is there, with its number.
            #expect(watcher.entries.allSatisfy { $0.number != nil })
            // Once it makes whole ones again, damaged ones are left out again.
            try scene.rig.tell("front cut 0")
            try #require(watcher.awaitFrames(10))
            let dropped = watcher.droppedCount
            try scene.rig.tell("front cut 3")
            try #require(watcher.awaitDrops(dropped + 3))
        }
    }

    @Test("Pictures that the driver lost are counted")
    func skipped() throws {
        let scene = try CameraScene(CameraRig.Camera("front"))
        try scene.watch { watcher in
            try #require(watcher.awaitFrames(5))
            let dropped = watcher.droppedCount
            try scene.rig.tell("front skip 3")
            try #require(watcher.awaitDrops(dropped + 3))
            #expect(watcher.events == [])
        }
    }

    @Test("Pictures that have another size from now on are shown in it", arguments: ["MJPG", "YUYV"])
    func resized(kind: String) throws {
        let scene = try CameraScene(CameraRig.Camera("front", formats: ["\(kind):320x240@30"]))
        try scene.watch(format: "320x240") { watcher in
            try #require(watcher.awaitFrames(5))
            try scene.rig.tell("front size 400x300")
            while watcher.entries.last?.size.width != 400 { try #require(watcher.awaitFrames(1)) }
            #expect(watcher.events.contains("resized to 400x300"))
            #expect(!watcher.events.contains { $0.hasPrefix("lost") || $0.hasPrefix("stalled") })
            #expect(watcher.entries.allSatisfy { $0.number != nil })
            let newest = try #require(watcher.newest)
            #expect(newest.damage == .everything)
        }
    }

    @Test("A camera that is slow in the dark is told of with what would keep its rate, and then isn't slow any more")
    func dark() throws {
        let scene = try CameraScene(CameraRig.Camera("front", formats: ["YUYV:320x240@30"]))
        let device = try #require(scene.backend.devices(of: .camera).first)
        try scene.watch(format: "320x240") { watcher in
            try #require(watcher.awaitFrames(5))
            try scene.rig.tell("front dark on")
            #expect(watcher.awaitEvents(1) == ["slow: 15 of 30, exposure_dynamic_framerate"])
            _ = try scene.backend.set(ControlSetting(name: "exposure_dynamic_framerate", value: "off"), of: device)
            let count = watcher.entries.count
            try #require(watcher.awaitFrames(30))
            let times = watcher.entries.dropFirst(count).map(\.time).sorted()
            let shortest = zip(times, times.dropFirst()).map { $1 - $0 }.min()
            #expect(shortest.map { $0 < .milliseconds(40) } == true)
        }
    }
}
