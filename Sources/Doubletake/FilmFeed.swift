import DoubletakeMedia
import DoubletakeWriting

/// The packets of a film that begins with what was kept in memory: first those, then what the encoders make meanwhile and
/// from then on, on a thread of its own.
///
/// So nobody waits while the first ones are written, and each track's packets stay in order.
final class FilmFeed: Sendable {
    /// How many packets wait at most while those from before are written: as many as the writer holds itself.
    ///
    /// More, and a disk that stalls fills the memory; fewer, and the encoders wait for it sooner.
    private static let queueCapacity = 2_048

    private let queue: BoundedQueue<EncodingStages.Output>
    private let thread = ConditionLock<WorkerThread?>(nil)
    private let pictures = ConditionLock(0)

    /// Creates a feed that takes packets and hands none on yet.
    init(clock: any MediaClock) {
        queue = BoundedQueue(capacity: Self.queueCapacity, whenFull: .wait, clock: clock)
    }

    /// Starts to hand packets on: first those of `clip`, then what was taken.
    ///
    /// - Parameter output: takes them, on the feed's thread.
    func start(
        with clip: PacketRing.Clip,
        output: @escaping @Sendable (EncodingStages.Output) -> Void
    ) throws(SystemCallError) {
        pictures.withLock { $0 += clip.pictureCount }
        let started = try WorkerThread(name: "film feed") { [queue, pictures] in
            for (track, packet) in clip.packets { output(EncodingStages.Output(track: track, output: .packet(packet))) }
            while case .element(let element) = queue.pop() {
                if case .packet(let packet) = element.output, packet.mediaType == .video {
                    pictures.withLock { $0 += 1 }
                }
                output(element)
            }
        }
        thread.withLock { $0 = started }
    }

    /// How many pictures the film has.
    var pictureCount: Int {
        pictures.read { $0 }
    }

    /// Takes what comes next; waits while too much does already.
    func take(_ output: EncodingStages.Output) {
        _ = queue.push(output)
    }

    /// Ends the film's packets; comes back when all of them have been handed on.
    ///
    /// More than once is harmless.
    func end() {
        queue.finish()
        thread.read { $0 }?.join()
    }
}
