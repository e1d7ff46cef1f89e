package import DoubletakeMedia

/// Where a source of sound delivers.
///
/// Both are called on the source's own thread and must not block.
package struct AudioSourceOutput: Sendable {
    /// Takes the next run of samples.
    package let deliver: @Sendable (AudioBuffer) -> Void
    /// Takes what happened.
    package let report: @Sendable (CaptureEvent) -> Void

    /// Creates an output.
    package init(
        deliver: @escaping @Sendable (AudioBuffer) -> Void,
        report: @escaping @Sendable (CaptureEvent) -> Void
    ) {
        self.deliver = deliver
        self.report = report
    }
}

/// An open device that delivers sound from a thread of its own.
///
/// The contract that every conformer keeps (and the conformance suite checks):
/// - Buffers are in `format` from the first to the last.
/// - A buffer's time is that at which its first sample was heard, on the clock the source was opened with.
/// - Buffers come in the order of their times; they may come late, and there may be gaps between them.
/// - After `stop()` has returned nothing is delivered or reported, and the thread is gone.
package protocol AudioSource: AnyObject, Sendable {
    /// The device that it was opened from.
    var device: CaptureDevice { get }
    /// Rate and channels of its sound.
    var format: AudioFormat { get }

    /// Begins to deliver. Once in a source's life.
    func start(_ output: AudioSourceOutput) throws(CaptureError)

    /// Ends delivering; comes back when the source's thread is gone. More than once is harmless.
    func stop()
}
