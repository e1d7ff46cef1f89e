import DoubletakeCapture
import DoubletakeMedia
import DoubletakePulseAudio
import DoubletakeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PulseAudioInterruptionTests {
    @Test("A server that is killed ends the sound with one error, and stopping returns")
    func killed() throws {
        let scene = try SoundScene()
        try scene.record { collector in
            scene.server.stop()
            let error = try collector.awaitFailure()
            #expect(error.description == "speakers: the sound server is gone: Connection terminated")
            #expect(collector.bufferCount(within: .milliseconds(50)) == 0)
            #expect(collector.errors.count == 1)
        }
    }

    @Test("A device that is taken away ends the sound with one error")
    func unloaded() throws {
        let scene = try SoundScene()
        try scene.record { collector in
            _ = try scene.server.control("unload-module", "module-null-sink")
            let error = try collector.awaitFailure()
            #expect(error.description == "speakers: the sound server has taken it away: Entity killed")
            #expect(collector.errors.count == 1)
        }
    }

    @Test("A server that hangs while it is recorded doesn't keep a source from stopping")
    func stopsWhileFrozen() throws {
        let scene = try SoundScene()
        // The end of `record` stops the source; the server goes on only after that.
        defer { scene.server.thaw() }
        try scene.record { _ in scene.server.freeze() }
    }

    @Test("A server that hung for a moment loses nothing, and what comes late has its own times")
    func frozen() throws {
        let scene = try SoundScene()
        try scene.play { playback in
            try scene.record { collector in
                scene.server.freeze()
                _ = collector.bufferCount(within: .milliseconds(300))
                scene.server.thaw()
                let heard = try scene.beep(1, playback, into: collector)[0]
                #expect(collector.longestGap() < .milliseconds(20))
                #expect(collector.distanceOfOnset(from: heard) < .milliseconds(20))
                #expect(collector.errors == [])
            }
        }
    }

    @Test("While a device is suspended nothing is heard, and the times say for how long")
    func suspended() throws {
        let scene = try SoundScene()
        try scene.play { playback in
            try scene.record { collector in
                _ = try scene.server.control("suspend-sink", "speakers", "1")
                let suspended = scene.clock.now
                _ = collector.bufferCount(within: .milliseconds(300))
                let resumed = scene.clock.now
                _ = try scene.server.control("suspend-sink", "speakers", "0")
                try collector.awaitSound(at: scene.clock.now)
                #expect(collector.longestGap() > resumed - suspended - .milliseconds(100))
                let heard = try scene.beep(1, playback, into: collector)[0]
                #expect(collector.distanceOfOnset(from: heard) < .milliseconds(20))
                #expect(collector.errors == [])
            }
        }
    }

    @Test("A sink that sleeps delivers nothing for two seconds, and nothing is made up for them")
    func idle() throws {
        let scene = try SoundScene(sinks: [PrivateSoundServer.Sink("speakers", whenIdle: .sleeps)])
        let source = try scene.open("speakers")
        let collector = SoundCollector()
        let start = scene.clock.now
        try source.start(collector.output)
        defer { source.stop() }
        let first = try collector.awaitFirst()
        try collector.awaitSound(at: first.time + .milliseconds(300))
        let buffers = collector.buffers
        // The server's first sample is heard when the sink wakes, and not before.
        #expect(first.time > start)
        let heard = buffers.reduce(Duration.zero) { $0 + $1.duration }
        #expect(heard <= scene.clock.now - first.time + .milliseconds(100))
        #expect(collector.longestGap() < .milliseconds(20))
        #expect(collector.errors == [])
    }
}
