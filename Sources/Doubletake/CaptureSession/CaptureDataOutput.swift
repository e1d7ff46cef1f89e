public import DoubletakeMedia

/// What a session delivers to: a `CaptureVideoDataOutput` or a `CaptureAudioDataOutput`.
public protocol CaptureDataOutput: AnyObject, Sendable {
    /// Where the session puts what it captures; only the library makes one.
    var channel: CaptureOutputChannel { get }
}

extension CaptureDataOutput {
    /// Pictures or sound.
    public var mediaType: MediaType {
        channel.mediaType
    }

    /// Has an object take what is captured, one call at a time, in the order of capture.
    ///
    /// It isn't kept alive. Until it is done with a call nothing else is called; what comes meanwhile waits as far as there
    /// is room, and is counted and told of where there is none. What captures is never waited on.
    ///
    /// - Parameters:
    ///   - delegate: who takes it; nil for nobody.
    ///   - queue: where it is called; nil for the output's own thread.
    public func setSampleBufferDelegate(
        _ delegate: (any CaptureSampleBufferDelegate)?,
        queue: CaptureCallbackQueue? = nil
    ) {
        guard let delegate else { return channel.setReceiver(nil) }
        channel.setReceiver(
            CaptureOutputChannel.Receiver(
                queue: queue,
                take: { [weak delegate, weak self] buffer, connection in
                    guard let self else { return }
                    delegate?.captureOutput(self, didOutput: buffer, from: connection)
                },
                tell: { [weak delegate, weak self] dropped, connection in
                    guard let self else { return }
                    delegate?.captureOutput(self, didDrop: dropped, from: connection)
                }
            )
        )
    }

    /// Has closures take what is captured; the rest is as with `setSampleBufferDelegate`.
    ///
    /// - Parameters:
    ///   - queue: where they are called; nil for the output's own thread.
    ///   - dropped: hears of what couldn't be delivered.
    ///   - handler: takes the next buffer.
    public func setSampleBufferHandler(
        queue: CaptureCallbackQueue? = nil,
        dropped: @escaping @Sendable (DroppedSamples, CaptureConnection) -> Void = { _, _ in },
        handler: @escaping @Sendable (SampleBuffer, CaptureConnection) -> Void
    ) {
        channel.setReceiver(CaptureOutputChannel.Receiver(queue: queue, take: handler, tell: dropped))
    }

    /// How many pictures or buffers of sound were captured and not delivered, since the output was made.
    public var droppedCount: Int {
        channel.droppedCount
    }
}

/// Who takes what a session captures.
public protocol CaptureSampleBufferDelegate: AnyObject, Sendable {
    /// Takes the next picture or run of sound.
    func captureOutput(
        _ output: any CaptureDataOutput,
        didOutput buffer: SampleBuffer,
        from connection: CaptureConnection
    )

    /// Hears of what couldn't be delivered.
    func captureOutput(
        _ output: any CaptureDataOutput,
        didDrop samples: DroppedSamples,
        from connection: CaptureConnection
    )
}

extension CaptureSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
        _ output: any CaptureDataOutput,
        didDrop samples: DroppedSamples,
        from connection: CaptureConnection
    ) {}
}

/// Pictures, or buffers of sound, that were captured and not delivered.
public struct DroppedSamples: Hashable, Sendable {
    /// Why they weren't.
    public enum Reason: String, Sendable {
        /// The one before was still being dealt with.
        case late
        /// Every buffer that there is was still held.
        case outOfBuffers
        /// The device, or its driver, has lost them.
        case discontinuity
    }

    /// Why they weren't delivered.
    public let reason: Reason
    /// How many.
    public private(set) var count: Int
    /// The time of the newest; nil when nobody knows it.
    public private(set) var newestTime: MediaTime?

    /// Describes what was lost.
    public init(reason: Reason, count: Int, newestTime: MediaTime? = nil) {
        self.reason = reason
        self.count = count
        self.newestTime = newestTime
    }

    /// Adds what was lost later for the same reason.
    mutating func add(_ later: DroppedSamples) {
        count += later.count
        newestTime = later.newestTime ?? newestTime
    }
}
