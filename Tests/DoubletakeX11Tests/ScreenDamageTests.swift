import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeX11
import DoubletakeXCB
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ScreenDamageTests {
    @Test("Only what was drawn is read, rounded to whole chroma samples")
    func damage() throws {
        let screen = try RecordedScreen()
        #expect(screen.watcher.awaitFrames(1))
        #expect(screen.source.statistics.readPixelCount == 160 * 120)
        try screen.client.fill(PixelRect(x: 11, y: 21, width: 3, height: 4), .red)
        #expect(screen.watcher.awaitFrames(2))
        let rounded = PixelRect(x: 10, y: 20, width: 4, height: 6)
        #expect(screen.watcher.entries[1].damage == Damage([rounded]))
        #expect(screen.source.statistics.readPixelCount == 160 * 120 + 24)
        // Two changes are two rectangles, of one picture or of two; what lies between them is not read.
        try screen.client.fill(PixelRect(x: 0, y: 0, width: 2, height: 2), .blue)
        try screen.client.fill(PixelRect(x: 100, y: 100, width: 20, height: 20), .blue)
        #expect(screen.watcher.await { $0.pixelBuffer.sample(x: 119, y: 119)[0] == 32 } != nil)
        #expect(screen.source.statistics.readPixelCount == 160 * 120 + 24 + 404)
    }

    @Test("What is drawn outside of the region makes no picture")
    func elsewhere() throws {
        let screen = try RecordedScreen(region: PixelRect(x: 0, y: 0, width: 50, height: 50))
        #expect(screen.watcher.awaitFrames(1))
        try screen.client.fill(PixelRect(x: 60, y: 60, width: 30, height: 30), .red)
        try screen.client.fill(PixelRect(x: 10, y: 10, width: 2, height: 2), .green)
        #expect(screen.watcher.await { $0.pixelBuffer.sample(x: 10, y: 10)[0] == 173 } != nil)
        #expect(screen.source.statistics.readPixelCount == 50 * 50 + 4)
    }

    @Test("A screen on which nothing is drawn wakes nobody and costs nothing")
    func idle() throws {
        let screen = try RecordedScreen()
        #expect(screen.watcher.awaitFrames(1))
        let before = screen.source.statistics
        // Time passes and the server is busy, with questions of another program.
        let clock = MonotonicClock()
        let wakeUp = try WakeUp()
        for _ in 0..<10 {
            for _ in 0..<20 { try screen.client.connection.synchronize() }
            #expect(try !wakeUp.wait(until: clock.now + .milliseconds(50), on: clock))
        }
        try screen.client.movePointer(x: 50, y: 50)
        try screen.client.connection.synchronize()
        let after = screen.source.statistics
        #expect(after == before)
        #expect(after.grabCount == 1)
        #expect(after.wakeUpCount == 0)
        // And yet the next change is seen.
        try screen.client.fillAll(.red)
        #expect(screen.watcher.awaitFrames(2))
    }

    @Test("A change that stands alone bears its own time")
    func times() throws {
        let screen = try RecordedScreen(frameRate: FrameRate(25))
        #expect(screen.watcher.awaitFrames(1))
        let clock = MonotonicClock()
        let wakeUp = try WakeUp()
        var lateness: [Duration] = []
        for number in 1...10 {
            // Long enough after the picture before that nothing holds it back.
            #expect(try !wakeUp.wait(until: clock.now + .milliseconds(60), on: clock))
            let before = clock.now
            try screen.client.fillAll(number.isMultiple(of: 2) ? .red : .blue)
            let after = clock.now
            #expect(screen.watcher.awaitFrames(number + 1))
            let entry = screen.watcher.entries[number]
            // The server counts whole milliseconds.
            #expect(entry.time >= before - .milliseconds(2), "\(number): \(before - entry.time) early")
            #expect(entry.arrival - entry.time >= .milliseconds(10), "the program had no time to finish its drawing")
            lateness.append(entry.time - after)
        }
        // On a busy machine the server may look at its clock late, and so may we, but not always.
        #expect(lateness.contains { $0 <= .milliseconds(2) }, "after the drawing: \(lateness)")
    }

    @Test("A screen that never rests gives evenly spaced pictures at the rate that was asked for")
    func continuous() throws {
        let rate = FrameRate(50)
        let screen = try RecordedScreen(frameRate: rate)
        #expect(screen.watcher.awaitFrames(1))
        var number: UInt8 = 0
        while !screen.watcher.entries.indices.contains(20) {
            number &+= 1
            try screen.client.fill(PixelRect(x: 0, y: 0, width: 8, height: 8), TestColor(number, number, number))
        }
        let entries = screen.watcher.entries
        for (earlier, later) in zip(entries.dropFirst(), entries.dropFirst(2)) {
            #expect(later.time - earlier.time >= rate.frameDuration * 3 / 4)
        }
        #expect(entries[20].arrival - entries[0].time >= rate.frameDuration * 20)
    }

    @Test("While all canvases are held pictures are dropped and reported, and what changed comes with the next one")
    func held() throws {
        let screen = try RecordedScreen()
        #expect(screen.watcher.awaitFrames(1))
        screen.watcher.hold(true)
        let spots = (0..<12).map { PixelRect(x: 10 * $0, y: 30, width: 6, height: 6) }
        var count = 0
        while screen.watcher.droppedCount == 0 {
            let frames = screen.watcher.entries.count
            try screen.client.fill(spots[count], .red)
            count += 1
            // Each change is delivered or dropped, before the next one is made.
            while screen.watcher.entries.count == frames && screen.watcher.droppedCount == 0 {
                try screen.client.connection.synchronize()
            }
        }
        #expect(screen.watcher.droppedCount == 1)
        let frames = screen.watcher.entries.count
        try screen.client.fill(spots[11], .red)
        #expect(screen.watcher.awaitDrop(2))
        #expect(screen.watcher.entries.count == frames)
        screen.watcher.hold(false)
        // Nothing has to change for what was dropped to be shown.
        #expect(screen.watcher.awaitFrames(frames + 1))
        let next = screen.watcher.entries[frames]
        #expect(next.damage.rectangles?.contains(spots[11]) == true)
        #expect(next.damage.rectangles?.contains(spots[count - 1]) == true)
        let newest = try #require(screen.watcher.newest)
        for spot in spots[0..<count] + [spots[11]] {
            #expect(newest.pixelBuffer.sample(x: spot.x, y: spot.y) == [63, 102, 240])
        }
    }
}
