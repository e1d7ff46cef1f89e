import DoubletakeComposition
import DoubletakeMedia
import Foundation
import Testing

/// What is found wrong with a device's sound.
struct SoundWatchTests {
    private static let format = AudioFormat(sampleRate: 8_000, channelCount: 1)

    /// A second of sound.
    private enum Second {
        case zeros
        case hum
        /// A tone of that amplitude, cut off at full scale.
        case tone(Double)
        /// The same, and not cut off.
        case whole(Double)

        func sample(_ number: Int) -> Float {
            let sine = sin(2 * .pi * 440 * Double(number) / 8_000)
            return switch self {
            case .zeros: 0
            case .hum: Float(0.0001 * sin(Double(number)))
            case .tone(let amplitude): Float(min(max(amplitude * sine, -1), 1))
            case .whole(let amplitude): Float(amplitude * sine)
            }
        }
    }

    /// Watches a sound of seconds.
    private func events(seconds: [Second]) -> (events: [SoundWatch.Event], clipped: Int) {
        var watch = SoundWatch()
        var events: [SoundWatch.Event] = []
        for (second, sound) in seconds.enumerated() {
            for part in 0..<10 {
                let buffer = AudioBuffer(
                    format: Self.format,
                    time: .zero + .milliseconds(second * 1_000 + part * 100),
                    samples: (0..<800).map { sound.sample(part * 800 + $0) }
                )
                watch.watch(buffer, level: AudioLevel(of: buffer))
                events += watch.takeEvents()
            }
        }
        return (events, watch.clippedSampleCount)
    }

    @Test("Nothing but zeros for five seconds is told once, with the time since when")
    func zeros() {
        #expect(events(seconds: Array(repeating: Second.zeros, count: 4)).events == [])
        let long = events(seconds: [Second.hum] + Array(repeating: Second.zeros, count: 30)).events
        #expect(long == [.onlyZeros(since: .zero + .seconds(1))])
    }

    @Test("The faintest hum is no silence, and zeros are told again only a minute later")
    func hum() {
        #expect(events(seconds: Array(repeating: Second.hum, count: 20)).events == [])
        let silence = Array(repeating: Second.zeros, count: 6)
        #expect(events(seconds: silence + [Second.hum] + silence).events.count == 1)
        let later = silence + Array(repeating: Second.hum, count: 60) + silence
        #expect(events(seconds: later).events == [.onlyZeros(since: .zero), .onlyZeros(since: .zero + .seconds(66))])
    }

    @Test("A tone that is cut off at full scale is told once a minute, and its samples are counted")
    func clipping() {
        let loud = events(seconds: Array(repeating: Second.tone(2), count: 3))
        #expect(loud.events == [.clipping])
        // A sine of twice full scale is beyond it for two thirds of the time.
        #expect(loud.clipped > 15_000 && loud.clipped < 17_000)
        #expect(events(seconds: Array(repeating: Second.tone(2), count: 61)).events == [.clipping, .clipping])
    }

    @Test("A tone that just reaches full scale is not cut off, and one that goes beyond it will be")
    func full() {
        let full = events(seconds: [.tone(1)])
        #expect(full.events == [] && full.clipped == 0)
        let beyond = events(seconds: [.whole(1.2)])
        #expect(beyond.events == [.clipping] && beyond.clipped > 1_000)
    }

    @Test("With a new film all is told again and counted from nothing")
    func restart() {
        var watch = SoundWatch()
        let buffer = AudioBuffer(format: Self.format, time: .zero, samples: [Float](repeating: 1, count: 48_000))
        watch.watch(buffer, level: AudioLevel(of: buffer))
        let first = watch.takeEvents()
        watch.restart()
        #expect(watch.clippedSampleCount == 0)
        watch.watch(buffer, level: AudioLevel(of: buffer))
        #expect(first == [.clipping] && watch.takeEvents() == [.clipping])
    }
}
