package import DoubletakeMedia

/// What comes out of an encoder's stage, in order; after `finished` or `failed` nothing does.
package enum EncoderStageOutput: Sendable {
    /// The next packet.
    case packet(EncodedPacket)
    /// The stream has ended: all that went in has come out.
    case finished
    /// The encoder failed, and the stage has ended.
    case failed(WriterError)
}

/// An encoder on a thread of its own, behind a bounded queue: frames or samples in, packets out.
///
/// Its owner appends from any thread, finishes it and joins it. The packets go to `output`, on the stage's thread.
package final class EncoderStage<Input: Sendable>: Sendable {
    /// How many inputs wait for the encoder at most.
    ///
    /// More, and a machine that is too slow by a little falls behind by a second before the first picture is dropped;
    /// fewer, and one slow picture costs the next.
    package static var queueCapacity: Int { 8 }

    /// What the packets are.
    package let track: TrackDescription
    private let queue: BoundedQueue<Input>
    private let keyframeRequest: ConditionLock<MediaTime?>
    private let thread: WorkerThread

    /// Starts the stage.
    ///
    /// - Parameters:
    ///   - encoder: used by this stage alone from now on.
    ///   - name: the thread's name.
    ///   - overflow: what happens when the encoder is too slow: pictures are dropped, sound waits.
    ///   - output: takes what comes out; it may block, and then the encoder waits.
    package init(
        _ encoder: any Encoder<Input>,
        name: String,
        whenFull overflow: BoundedQueue<Input>.OverflowPolicy,
        clock: any MediaClock,
        output: @escaping @Sendable (EncoderStageOutput) -> Void
    ) throws(SystemCallError) {
        track = encoder.track
        let queue = BoundedQueue<Input>(capacity: Self.queueCapacity, whenFull: overflow, clock: clock)
        let keyframeRequest = ConditionLock<MediaTime?>(nil)
        self.queue = queue
        self.keyframeRequest = keyframeRequest
        thread = try WorkerThread(name: name) {
            do throws(WriterError) {
                try Self.encode(queue, with: encoder, keyframeRequest, output: output)
                output(.finished)
            } catch {
                queue.finish()
                output(.failed(error))
            }
        }
    }

    /// Whether an input would find room in the queue.
    package var isReady: Bool {
        queue.count < queue.capacity
    }

    /// Wants the first input of that time or later, which has not been encoded yet, to be a keyframe.
    ///
    /// Any thread, never blocks.
    package func requestKeyframe(at time: MediaTime) {
        keyframeRequest.withLock { $0 = time }
    }

    /// Hands the next input to the encoder.
    package func append(_ input: Input) -> BoundedQueue<Input>.PushResult {
        queue.push(input)
    }

    /// Ends the stream: what waits is still encoded.
    ///
    /// Comes back at once; more than once is harmless.
    package func finish() {
        queue.finish()
    }

    /// Waits until the thread is gone, after `finish()`.
    package func join() {
        thread.join()
    }

    private static func encode(
        _ queue: BoundedQueue<Input>,
        with encoder: any Encoder<Input>,
        _ keyframeRequest: ConditionLock<MediaTime?>,
        output: (EncoderStageOutput) -> Void
    ) throws(WriterError) {
        while case .element(let input) = queue.pop() {
            let request = keyframeRequest.withLock { request in
                defer { request = nil }
                return request
            }
            if let request { encoder.requestKeyframe(at: request) }
            for packet in try encoder.encode(input) { output(.packet(packet)) }
        }
        for packet in try encoder.finish() { output(.packet(packet)) }
    }
}
