package import DoubletakeCapture
package import DoubletakeMedia

/// Plays sound on a sink, and says when each sample was heard.
///
/// It is what tests, and the recorder's test of itself, make a beep with whose instant is known. It plays silence where it
/// has nothing else, so that a sample's number alone says when it is heard. It may be used from any thread; its own one
/// ends with `stop()`, which must be called.
package final class PulseAudioPlayback: Sendable {
    /// How much sound is on its way to the sink, when nothing else is said.
    ///
    /// Shorter, and a busy machine makes holes; longer, and what is played is heard that much later.
    package static let defaultLatency = Duration.milliseconds(40)
    /// How often the server is asked where the stream stands.
    ///
    /// Less often, and it is known later when a sample was heard; more often, and the server has more to do.
    private static let questionInterval = Duration.milliseconds(20)

    private struct State {
        /// What is to be played behind what the server has.
        private var queue: [Float] = []
        /// How much of the queue the server has been given.
        private var takenCount = 0
        /// How many samples (of each channel) the server has been given.
        var writtenCount = 0
        var timeline: PlaybackTimeline
        var failure: CaptureError?

        init(timeline: PlaybackTimeline) {
            self.timeline = timeline
        }

        /// How many values wait.
        var waitingCount: Int {
            queue.count - takenCount
        }

        /// Puts samples behind those that wait.
        mutating func append(_ samples: [Float]) {
            queue += samples
        }

        /// What is played next: what waits, and silence behind it.
        mutating func take(_ count: Int, of format: AudioFormat) -> [Float] {
            let samples = Array(queue[takenCount..<min(takenCount + count, queue.count)])
            takenCount += samples.count
            // Not each time: what waits may be minutes long, and would be moved to the front.
            if takenCount > queue.count / 2 {
                queue.removeFirst(takenCount)
                takenCount = 0
            }
            writtenCount += count / format.channelCount
            return samples + [Float](repeating: 0, count: count - samples.count)
        }
    }

    /// The stream, on its way to its thread.
    private final class Opened: @unchecked Sendable {
        // @unchecked: after `init` only the thread uses the stream.
        let stream: PulseAudioStream

        init(_ stream: PulseAudioStream) {
            self.stream = stream
        }
    }

    /// Rate and channels of what it plays.
    package let format: AudioFormat
    private let clock: any MediaClock
    private let loop: PulseAudioLoop
    private let state: ConditionLock<State>
    private let thread: WorkerThread

    /// Begins to play silence.
    ///
    /// - Parameters:
    ///   - server: the server's address, as in `PULSE_SERVER`; nil for the one that libpulse finds by itself.
    ///   - name: what the desktop's mixer calls the program.
    ///   - sink: the sink's name; nil for the default one.
    ///   - format: rate and channels of what will be played.
    ///   - channelMap: where the channels are heard, in PulseAudio's words (`front-left,front-right`), as many as there are;
    ///     nil for libpulse's usual places.
    ///   - latency: how much sound is on its way to the sink.
    ///   - clock: the clock on which it is said when a sample was heard.
    package init(
        server: String? = nil,
        named name: String = "Doubletake",
        sink: String? = nil,
        format: AudioFormat = AudioFormat(sampleRate: 48_000, channelCount: 1),
        channelMap: String? = nil,
        latency: Duration = defaultLatency,
        clock: any MediaClock
    ) throws(CaptureError) {
        let device = CaptureDevice(id: sink ?? "default sink", name: sink ?? "default sink", kind: .applicationAudio)
        let opened: Opened
        do throws(ServerFailure) {
            let connection = try PulseAudioConnection(server: server, named: name)
            let map = channelMap.map { PulseAudioStream.channelMap($0) }
            let stream = try PulseAudioStream(.playback, on: connection, format: format, channelMap: map)
            try stream.play(on: sink, withLatency: latency)
            opened = Opened(stream)
        } catch {
            throw error.unavailable(device: device, server: server)
        }
        let state = ConditionLock(State(timeline: PlaybackTimeline(format: format)))
        do throws(SystemCallError) {
            thread = try WorkerThread(name: "play \(device.id)") {
                do throws(ServerFailure) {
                    try Self.play(state, on: opened.stream, clock: clock)
                } catch {
                    state.withLock { $0.failure = error.lost(device: device) }
                }
            }
        } catch {
            throw .system(error)
        }
        self.format = format
        self.clock = clock
        self.state = state
        loop = opened.stream.connection.loop
    }

    /// Plays samples behind those that wait to be played.
    ///
    /// - Returns: the number of the first of them in the stream, counted for each channel.
    package func play(_ samples: [Float]) -> Int {
        precondition(samples.count.isMultiple(of: format.channelCount), "every channel has the same number of samples")
        return state.withLock { state in
            let first = state.writtenCount + state.waitingCount / format.channelCount
            state.append(samples)
            return first
        }
    }

    /// Waits until it is known when a sample was heard.
    ///
    /// - Returns: nil when it isn't known by `deadline`, or never will be: since the sound broke off around it, or it is
    ///   from the stream's first moment.
    /// - Throws: why nothing can be played any more.
    package func awaitInstant(ofSample number: Int, until deadline: MediaTime) throws(CaptureError) -> MediaTime? {
        let result = state.wait(until: deadline, on: clock) { state -> Result<MediaTime?, CaptureError>? in
            if let failure = state.failure { return .failure(failure) }
            switch state.timeline.knowledge(ofSample: Int64(number)) {
            case .nothingYet: return nil
            case .heard(let time): return .success(time)
            case .lost: return .success(nil)
            }
        }
        return try result?.get() ?? nil
    }

    /// Ends playing at once; comes back when the thread is gone.
    ///
    /// More than once is harmless.
    package func stop() {
        loop.interrupt()
        thread.join()
    }

    private static func play(
        _ state: ConditionLock<State>,
        on stream: PulseAudioStream,
        clock: any MediaClock
    ) throws(ServerFailure) {
        var lastQuestion = clock.now
        repeat {
            try stream.check()
            let wanted = stream.writableSampleCount * stream.format.channelCount
            if wanted > 0 { try stream.write(state.withLock { $0.take(wanted, of: stream.format) }) }
            if let timing = stream.takeTiming(on: clock) { state.withLock { $0.timeline.learn(timing) } }
            let now = clock.now
            if now - lastQuestion >= questionInterval {
                stream.askForTiming(at: now)
                lastQuestion = now
            }
        } while stream.connection.loop.turn(noLongerThan: questionInterval)
    }
}
