import DoubletakeCapture
import DoubletakeMedia
import DoubletakePulseAudio
import DoubletakeTestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct PulseAudioInterruptionTests {
    @Test(
        "A server that ends and begins again is told of once, and beeps are in their place again within a second",
        arguments: [true, false],
        PrivateSoundServer.Kind.allCases
    )
    func restarted(isKilled: Bool, kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind)
        try scene.record { collector in
            if isKilled { scene.server.stop() } else { scene.server.end() }
            let gone = scene.clock.now
            _ = try collector.awaitHappenings(1)
            #expect(collector.bufferCount(within: .milliseconds(500)) == 0)
            try scene.server.restart()
            let back = scene.clock.now
            #expect(try collector.awaitHappenings(2) == ["server lost: \(Self.gone)", "server back"])
            try collector.awaitSound(at: back)
            // A busy machine needs longer than the second that a person waits.
            let first = try #require(collector.buffers.first { $0.time > gone + .milliseconds(400) })
            #expect(first.time - back < .seconds(3))
            try scene.play { playback in
                let isInPlace = try scene.isInPlace(within: .milliseconds(25), playback, into: collector)
                #expect(isInPlace)
            }
            #expect(collector.happenings.count == 2 && collector.isInOrder)
        }
    }

    @Test(
        "A server that isn't there yet is waited for, and its default device is recorded when it comes",
        arguments: PrivateSoundServer.Kind.allCases)
    func later(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind, beginning: .later)
        let source = try scene.openDefault()
        #expect(source.device.id == "default" && source.format == AudioFormat(sampleRate: 48_000, channelCount: 2))
        let collector = SoundCollector()
        try source.start(collector.output)
        defer { source.stop() }
        #expect(try collector.awaitHappenings(1) == ["server lost: \(Self.gone)"])
        try scene.server.restart()
        #expect(try collector.awaitHappenings(2).last == "server back")
        _ = try collector.awaitFirst()
        try scene.play { playback in
            let heard = try scene.beep(1, playback, into: collector)[0]
            #expect(collector.distanceOfOnset(from: heard) < .milliseconds(25))
        }
        #expect(collector.happenings.count == 2)
    }

    @Test("Where a server has no place none is waited for")
    func never() throws {
        let folder = try TemporaryFolder()
        let backend = PulseAudioBackend(server: "unix:\(folder.file("nowhere/native"))")
        #expect(throws: CaptureError.self) { try backend.openDefaultAudio(.applicationAudio, clock: MonotonicClock()) }
    }

    private static let gone = "the sound server is gone: Connection refused"

    @Test(
        "A named device that is taken away is waited for, and taken again when it returns",
        arguments: PrivateSoundServer.Kind.allCases)
    func unloaded(kind: PrivateSoundServer.Kind) throws {
        let sinks = [PrivateSoundServer.Sink("speakers"), PrivateSoundServer.Sink("headphones")]
        let scene = try SoundScene(kind, sinks: sinks)
        try scene.record("headphones") { collector in
            _ = try scene.server.control("unload-module", try scene.module("headphones"))
            let lost = "device lost: the sound server has taken it away: No such entity"
            #expect(try collector.awaitHappenings(1) == [lost])
            try scene.play { playback in
                // What other devices play meanwhile isn't recorded.
                _ = playback.play(scene.tone(of: .milliseconds(100), sampleRate: 48_000))
                #expect(collector.bufferCount(within: .milliseconds(300)) == 0)
            }
            _ = try scene.server.control("load-module", "module-null-sink", "sink_name=headphones", "norewinds=yes")
            #expect(try collector.awaitHappenings(2) == [lost, "device back"])
            try scene.play(on: "headphones") { playback in
                let heard = try scene.beep(1, playback, into: collector)[0]
                #expect(collector.distanceOfOnset(from: heard) < .milliseconds(25))
            }
            #expect(collector.happenings.count == 2 && collector.isInOrder)
        }
    }

    @Test(
        "A source of the default device follows it, and a sink that is taken away is replaced by the next default",
        arguments: PrivateSoundServer.Kind.allCases
    )
    func followed(kind: PrivateSoundServer.Kind) throws {
        let sinks = [PrivateSoundServer.Sink("speakers"), PrivateSoundServer.Sink("headphones")]
        let scene = try SoundScene(kind, sinks: sinks, microphone: .hearsVoice)
        try scene.record(from: try scene.openDefault()) { collector in
            try scene.play(on: "headphones") { playback in
                _ = try scene.server.control("set-default-sink", "headphones")
                let changed = scene.clock.now
                #expect(try collector.awaitHappenings(1) == ["default is headphones"])
                let isInPlace = try scene.isInPlace(within: .milliseconds(25), playback, into: collector)
                #expect(isInPlace)
                let first = try #require(collector.buffers.first { $0.time > changed })
                #expect(first.time - changed < .seconds(3))
            }
            // The server moves the recording to the default source, and what that hears is nothing of the applications'.
            try scene.play(on: "voice") { voice in
                let module = try scene.module("headphones")
                let onsets = collector.onsets()
                _ = voice.play(scene.tone(of: .seconds(2), sampleRate: 48_000))
                _ = try scene.server.control("unload-module", module)
                let words = try collector.awaitHappenings(2)
                #expect(words.last == "default is speakers", "\(words)")
                try collector.awaitSound(at: scene.clock.now + .milliseconds(300))
                #expect(collector.onsets() == onsets)
            }
            #expect(collector.isInOrder)
        }
    }

    @Test(
        "A source of the default device goes where a mixer moves it, and a named one stays",
        arguments: PrivateSoundServer.Kind.allCases
    )
    func moved(kind: PrivateSoundServer.Kind) throws {
        let sinks = [PrivateSoundServer.Sink("speakers"), PrivateSoundServer.Sink("headphones")]
        let scene = try SoundScene(kind, sinks: sinks, microphone: .hearsVoice)
        try scene.record(from: try scene.openDefault()) { collector in
            try scene.moveRecording(to: "headphones.monitor")
            #expect(try collector.awaitHappenings(1) == ["moved to headphones.monitor"])
            try scene.play(on: "headphones") { playback in
                let heard = try scene.beep(1, playback, into: collector)[0]
                #expect(collector.distanceOfOnset(from: heard) < .milliseconds(25))
            }
            #expect(collector.happenings.count == 1 && collector.isInOrder)
        }
        try scene.record("speakers") { collector in
            #expect(throws: PrivateSoundServer.Failure.self) { try scene.moveRecording(to: "headphones.monitor") }
            #expect(collector.happenings == [])
        }
    }

    @Test(
        "A server that hangs while it is recorded doesn't keep a source from stopping",
        arguments: PrivateSoundServer.Kind.allCases)
    func stopsWhileFrozen(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind)
        // The end of `record` stops the source; the server goes on only after that.
        defer { scene.server.thaw() }
        try scene.record { _ in scene.server.freeze() }
    }

    @Test(
        "A server that hung for a moment loses no more than it has to, and what comes late has its own times",
        arguments: PrivateSoundServer.Kind.allCases)
    func frozen(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind)
        try scene.play { playback in
            try scene.record { collector in
                scene.server.freeze()
                _ = collector.bufferCount(within: .milliseconds(300))
                scene.server.thaw()
                let isInPlace = try scene.isInPlace(within: .milliseconds(20), playback, into: collector)
                #expect(isInPlace)
                // PipeWire takes no sound from the device meanwhile.
                let lost = kind == .pipeWire ? Duration.milliseconds(500) : .milliseconds(20)
                #expect(collector.longestGap() < lost)
                #expect(collector.errors == [])
            }
        }
    }

    @Test(
        "While a device is suspended nothing is heard, and the times are right all the same",
        arguments: PrivateSoundServer.Kind.allCases)
    func suspended(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind)
        try scene.play { playback in
            try scene.record { collector in
                _ = try scene.server.control("suspend-sink", "speakers", "1")
                let suspended = scene.clock.now
                _ = collector.bufferCount(within: .milliseconds(300))
                let resumed = scene.clock.now
                _ = try scene.server.control("suspend-sink", "speakers", "0")
                try collector.awaitSound(at: scene.clock.now)
                switch kind {
                case .pulseAudio:
                    #expect(collector.longestGap() > resumed - suspended - .milliseconds(100))
                    let heard = try scene.beep(1, playback, into: collector)[0]
                    #expect(collector.distanceOfOnset(from: heard) < .milliseconds(20))
                case .pipeWire:
                    // Whoever records a device that was suspended in use hears nothing more of it, but time goes on.
                    #expect(collector.longestGap() < .milliseconds(100) && collector.isInOrder)
                }
                #expect(collector.errors == [])
            }
        }
    }

    @Test(
        "A sink that sleeps delivers nothing until it wakes, and nothing is made up for that time",
        arguments: PrivateSoundServer.Kind.allCases)
    func idle(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind, sinks: [PrivateSoundServer.Sink("speakers", whenIdle: .sleeps)])
        let source = try scene.open("speakers")
        let collector = SoundCollector()
        let start = scene.clock.now
        try source.start(collector.output)
        defer { source.stop() }
        let first = try collector.awaitFirst()
        try collector.awaitSound(at: first.time + .milliseconds(300))
        let buffers = collector.buffers
        // The server's first sample is heard when the sink wakes, and not before.
        // PipeWire's first answers are some milliseconds off.
        #expect(first.time > start - (kind == .pipeWire ? .milliseconds(100) : .zero))
        let heard = buffers.reduce(Duration.zero) { $0 + $1.duration }
        #expect(heard <= scene.clock.now - first.time + .milliseconds(100))
        #expect(collector.longestGap() < .milliseconds(20))
        #expect(collector.errors == [])
    }
}
