import DoubletakeMedia

/// The buffers of a film on their way to a handler, without a file.
final class CaptureTap: Sendable {
    /// What the buffers come from.
    let pipeline: RecordingPipeline

    /// Begins to deliver with the buffers of `start`.
    ///
    /// - Parameter handler: called on the stages' threads, one call at a time for each type of buffer.
    init(
        _ pipeline: RecordingPipeline,
        at start: MediaTime,
        handler: @escaping @Sendable (SampleBuffer) -> Void
    ) {
        self.pipeline = pipeline
        pipeline.outputs.add { output in
            if case .buffer(let buffer) = output { handler(buffer) }
        }
        pipeline.begin(at: start)
    }

    /// Ends with the buffers of `end` and closes the devices; the handler isn't called any more when this comes back.
    ///
    /// Blocks.
    func finish(at end: MediaTime) {
        pipeline.finish(at: end)
        pipeline.close()
    }

    /// Ends at once and closes the devices; the handler isn't called any more when this comes back.
    ///
    /// Blocks.
    func cancel() {
        pipeline.close()
    }
}
