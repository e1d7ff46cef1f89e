import DoubletakeMedia

extension AssetWriterInput {
    /// Calls `block` whenever the input is ready for more, until it is finished; for sources from which data are pulled.
    ///
    /// The block appends while `isReadyForMoreMediaData` and the source has something, and calls `markAsFinished` when
    /// there will be nothing more. It runs on a thread of the input's own, and mustn't wait for the writer's end there. A
    /// source that pushes appends directly.
    ///
    /// - Throws: `WriterError.misuse` before `startWriting`, and the second time.
    public func requestMediaDataWhenReady(using block: @escaping @Sendable () -> Void) throws(WriterError) {
        guard let (readiness, _) = currentPlace() else { throw Self.requestMisuse("writing hasn't started") }
        let isFirst: Bool
        do throws(SystemCallError) {
            isFirst = try threads.startFeeding { [self] in
                while !isFinished {
                    let generation = readiness.generation
                    if isReadyForMoreMediaData { block() }
                    if !isFinished { readiness.awaitChange(since: generation) }
                }
            }
        } catch {
            throw .cannotStart(error)
        }
        if !isFirst { throw Self.requestMisuse("media data were requested before") }
    }

    /// Comes back once the input is ready for more; the form of `requestMediaDataWhenReady(using:)` for tasks.
    ///
    /// - Returns: false when the input is finished, or its session has ended: it will never be ready.
    /// - Throws: `WriterError.misuse` before `startWriting`.
    public func waitUntilReady() async throws(WriterError) -> Bool {
        guard let (readiness, _) = currentPlace() else { throw Self.requestMisuse("writing hasn't started") }
        while true {
            let generation = readiness.generation
            if isOver { return false }
            if isReadyForMoreMediaData { return true }
            await readiness.change(since: generation)
        }
    }

    private static func requestMisuse(_ reason: String) -> WriterError {
        .misuse(
            subject: "requestMediaDataWhenReady",
            reason: reason,
            help: "Request media data once for an input, after startWriting."
        )
    }
}
