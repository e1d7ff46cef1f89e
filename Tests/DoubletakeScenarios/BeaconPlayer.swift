package import DoubletakeMedia
import DoubletakePulseAudio
import DoubletakeTestSupport
import DoubletakeXCB

/// Flashes a window white and plays a beep, again and again, and remembers when each of them truly was.
package final class BeaconPlayer {
    /// A flash and its beep, as they were.
    package struct Beat: Sendable {
        /// When the window became white.
        package let flash: MediaTime
        /// By how much that may be wrong: half the time that the X server took to say that it had drawn.
        package let flashUncertainty: Duration
        /// When the beep's first sample was heard; nil when nobody knows, or the beep broke off while it was played.
        package let beep: MediaTime?
    }

    /// How far one flash is from the next: of no frame rate a multiple, so that every phase is met.
    package static let period = Duration.microseconds(1_013_700)
    private static let flashLength = Duration.milliseconds(100)
    /// How much sound is on its way: a machine that is busy with a film must not make holes in it.
    private static let latency = Duration.milliseconds(150)

    private let client: X11TestClient
    private let window: X11Window
    private let rect: PixelRect
    private let playback: PulseAudioPlayback
    private let clock = MonotonicClock()
    private let beep: [Float]
    /// How long it takes from the wish for a sound until it is heard.
    private var soundDelay = latency

    /// Shows the dark window, and begins to play silence.
    ///
    /// - Parameter sink: where it is heard.
    package init(_ desktop: PrivateDesktop, window rect: PixelRect, sink: String) throws {
        client = try X11TestClient(desktop.screen)
        window = try client.window(rect, .black)
        playback = try PulseAudioPlayback(
            server: desktop.sound?.server,
            sink: sink,
            latency: Self.latency,
            clock: clock
        )
        beep = Beep(sampleRate: playback.format.sampleRate).samples
        self.rect = PixelRect(rect.size)
    }

    deinit {
        playback.stop()
    }

    /// Waits until the sink plays without a break: an idle one needs up to two seconds.
    package func awaitSound() throws {
        let deadline = clock.now + .seconds(30)
        while clock.now < deadline {
            let sample = playback.play([0])
            if try playback.awaitInstant(ofSample: sample, until: deadline) != nil { return }
        }
        throw RunningRecorder.Failure(description: "the sink plays nothing")
    }

    /// Plays a number of beats.
    package func play(beats count: Int) throws -> [Beat] {
        let pace = Pace(clock)
        let first = clock.now + .milliseconds(300)
        return try (0..<count).map { number in
            let instant = first + Self.period * number
            pace.wait(until: instant - soundDelay)
            let asked = clock.now
            let sample = playback.play(beep)
            pace.wait(until: instant)
            let begun = clock.now
            try client.connection.fill([rect], of: window.id, with: client.pixel(.white))
            let uncertainty = (clock.now - begun) / 2
            pace.wait(until: begun + Self.flashLength)
            try client.connection.fill([rect], of: window.id, with: client.pixel(.black))
            let heard = try awaitBeep(sample, until: instant + .milliseconds(800))
            if let heard { soundDelay = min(max(heard - asked, .zero), .milliseconds(300)) }
            return Beat(flash: begun + uncertainty, flashUncertainty: uncertainty, beep: heard)
        }
    }

    /// Plays another tone; comes back when it has been heard.
    package func play(_ tone: SteadyTone, for length: Duration) throws {
        let rate = playback.format.sampleRate
        let samples = tone.samples(seconds: 1, sampleRate: rate).prefix(Int(length.inSeconds * Double(rate)))
        let first = playback.play(Array(samples))
        _ = try playback.awaitInstant(ofSample: first + samples.count, until: clock.now + .seconds(5))
        // What is heard is read from the server a little later.
        Pace(clock).wait(until: clock.now + .milliseconds(50))
    }

    /// When the beep that begins with a sample was heard; nil when it was not heard in one piece.
    private func awaitBeep(_ sample: Int, until deadline: MediaTime) throws -> MediaTime? {
        guard
            let first = try playback.awaitInstant(ofSample: sample, until: deadline),
            let last = try playback.awaitInstant(ofSample: sample + beep.count, until: deadline)
        else { return nil }
        let length = playback.format.timeBase.duration(ofTicks: Int64(beep.count))
        return abs((last - first - length).inSeconds) < 0.002 ? first : nil
    }
}
