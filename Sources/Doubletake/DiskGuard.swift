import DoubletakeMedia

/// Looks at the room on a film's disk before the film and during it: warns, and says when the film has to end.
final class DiskGuard: Sendable {
    private struct State {
        var watch: SpaceWatch
        var isTold = false
    }

    /// Yields once when the disk has no more room than must stay free; ends with the film.
    let exhaustions: AsyncStream<Void>

    private let file: FilmFile
    private let limits: RecordingLimits
    private let state: ConditionLock<State>
    private let report: @Sendable (RecordingEvent) -> Void
    private let exhausted: AsyncStream<Void>.Continuation

    init(_ file: FilmFile, limits: RecordingLimits, report: @escaping @Sendable (RecordingEvent) -> Void) {
        self.file = file
        self.limits = limits
        self.report = report
        state = ConditionLock(State(watch: SpaceWatch(limits.minimumFreeSpace)))
        (exhaustions, exhausted) = AsyncStream.makeStream(of: Void.self)
    }

    /// Throws when there is too little room to begin.
    func checkBeforeRecording() throws(RecordingError) {
        let space: VolumeSpace
        do throws(SystemCallError) {
            space = try file.folder.space()
        } catch {
            // It is warned of as soon as something is recorded, and that it can't be told is no reason not to.
            return
        }
        let floor = SpaceWatch(limits.minimumFreeSpace).floor(on: space, byteCount: 0, after: .zero)
        guard space.availableByteCount < floor else { return }
        throw .diskFull(
            path: file.folder.path,
            availableByteCount: space.availableByteCount,
            wantedByteCount: floor
        )
    }

    /// Looks at the disk; once a second, on one thread.
    func look(afterWriting byteCount: Int64, in elapsed: Duration) {
        do throws(SystemCallError) {
            let space = try file.folder.space()
            switch state.withLock({ $0.watch.look(at: space, byteCount: byteCount, after: elapsed) }) {
            case .enough: break
            case .low(let floor): warn(space, floor)
            case .exhausted(let floor, let isNew):
                if isNew { warn(space, floor) }
                exhausted.yield()
            }
        } catch {
            let isNew = state.withLock { state in
                defer { state.isTold = true }
                return !state.isTold
            }
            if isNew { report(.warning(RecordingWarning(unknownSpace: file.folder.path, because: error))) }
        }
    }

    /// Ends with the film.
    func end() {
        exhausted.finish()
    }

    private func warn(_ space: VolumeSpace, _ floor: Int64) {
        report(
            .warning(
                RecordingWarning(
                    lowDisk: file.folder.path,
                    availableByteCount: space.availableByteCount,
                    leaving: floor
                )
            )
        )
    }
}
