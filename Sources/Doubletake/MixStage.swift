import DoubletakeComposition
import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeWriting

/// The thread that mixes sounds of a film into one track, or brings one into a format that can be encoded.
///
/// Each source's sound comes on that source's own thread; the mix goes to an encoder's stage that belongs to this one.
final class MixStage: Sendable {
    private enum Input: Sendable {
        case buffer(AudioBuffer, source: Int)
        case finished(source: Int)
    }

    /// How many buffers wait for the mixer at most.
    ///
    /// Its sources wait when it is full, and their own inboxes take the load.
    private static let queueCapacity = 16

    private let sources: [SampleBufferSource]
    private let queue: BoundedQueue<Input>
    private let encoder: EncoderStage<AudioBuffer>
    private let thread: WorkerThread

    /// Starts the stage.
    ///
    /// - Parameters:
    ///   - sounds: the sounds.
    ///   - format: rate and channels of the track.
    ///   - encoder: used by this stage alone from now on, and ended when this throws.
    ///   - fail: takes why the sounds can't be mixed any more.
    init(
        mixing sounds: [RecordedSound],
        to format: AudioFormat,
        into encoder: EncoderStage<AudioBuffer>,
        clock: any MediaClock,
        fail: @escaping @Sendable (WriterError) -> Void
    ) throws(WriterError) {
        let queue = BoundedQueue<Input>(capacity: Self.queueCapacity, whenFull: .wait, clock: clock)
        sources = sounds.map(\.source)
        self.queue = queue
        self.encoder = encoder
        do throws(WriterError) {
            let mixer = try Self.makeMixer(sounds.map(\.format), format)
            do throws(SystemCallError) {
                thread = try WorkerThread(name: "mix") { Self.mix(queue, with: mixer, into: encoder, fail: fail) }
            } catch {
                throw .cannotStart(error)
            }
        } catch {
            encoder.finish()
            encoder.join()
            throw error
        }
    }

    private static func makeMixer(_ inputs: [AudioFormat], _ output: AudioFormat) throws(WriterError) -> AudioMixer {
        do throws(SoundConversionError) {
            return try AudioMixer(inputs: inputs, output: output) { (input, sampleRate) throws(SoundConversionError) in
                try LibAVSampleRateConverter(from: input, toRate: sampleRate)
            }
        } catch {
            throw .unsupported(subject: error.subject, reason: error.reason, help: error.help)
        }
    }

    /// Takes a source's next sound; waits while the mixer is busy.
    func append(_ buffer: AudioBuffer, of source: SampleBufferSource) {
        guard let index = sources.firstIndex(of: source) else { return }
        _ = queue.push(.buffer(buffer, source: index))
    }

    /// Says that no more of a source's sound will come.
    func finish(_ source: SampleBufferSource) {
        guard let index = sources.firstIndex(of: source) else { return }
        _ = queue.push(.finished(source: index))
    }

    /// Ends the stage; comes back when all that came is encoded.
    func end() {
        queue.finish()
        thread.join()
        encoder.join()
    }

    private static func mix(
        _ queue: BoundedQueue<Input>,
        with first: AudioMixer,
        into encoder: EncoderStage<AudioBuffer>,
        fail: (WriterError) -> Void
    ) {
        var mixer = first
        do throws(SoundConversionError) {
            while case .element(let input) = queue.pop() {
                let mixed =
                    switch input {
                    case .buffer(let buffer, let source): try mixer.append(buffer, input: source)
                    case .finished(let source): try mixer.finish(input: source)
                    }
                for buffer in mixed { _ = encoder.append(buffer) }
            }
        } catch {
            queue.finish()
            fail(.codecFailed(subject: error.subject, reason: error.reason))
        }
        encoder.finish()
    }
}
