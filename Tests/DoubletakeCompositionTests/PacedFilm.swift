import DoubletakeComposition
import DoubletakeMedia
import Testing

/// A pacer, a clock that goes from one deadline to the next, and the film that comes out.
struct PacedFilm {
    /// When the tests' films begin.
    static let start = MediaTime(nanoseconds: 50_000_000_000)

    /// What came out until now.
    private(set) var frames: [VideoFrame] = []
    /// When each picture changed, by its number.
    private(set) var changes: [MediaTime] = []
    private var pacer: FramePacer

    /// The pictures are told apart by their numbers, so that one buffer serves for all.
    private let pixelBuffer = PixelBuffer(
        format: .i420,
        displaySize: PixelSize(width: 2, height: 2),
        color: .bt709Limited
    )

    init(rate: FrameRate = FrameRate(30), timing: FrameTiming) {
        pacer = FramePacer(rate: rate, timing: timing)
    }

    /// A film with variable timing that has begun with a picture from before its start.
    static func begun(rate: FrameRate = FrameRate(30), timing: FrameTiming) -> PacedFilm {
        var film = PacedFilm(rate: rate, timing: timing)
        film.offer(at: .seconds(-1))
        film.begin()
        return film
    }

    var repeatedCount: Int { pacer.repeatedCount }
    var replacedCount: Int { pacer.replacedCount }
    /// When the pacer wants to be asked again, counted from the start.
    var deadline: Duration? { pacer.deadline.map { $0 - Self.start } }
    /// The times of the film's pictures, counted from its start.
    var times: [Duration] { frames.map { $0.time - Self.start } }
    /// The numbers of the film's pictures.
    var numbers: [UInt64] { frames.map(\.sequenceNumber) }

    mutating func begin() {
        pacer.begin(at: Self.start)
    }

    /// Offers the next picture, which changed at that time after the start; the clock goes there, or to its delivery.
    mutating func offer(at time: Duration, deliveredAt delivery: Duration? = nil, damage: Damage = .everything) {
        advance(to: delivery ?? time)
        let frame = VideoFrame(
            pixelBuffer: pixelBuffer,
            time: Self.start + time,
            sequenceNumber: UInt64(changes.count),
            damage: damage
        )
        changes.append(frame.time)
        pacer.offer(frame)
    }

    /// Leaves out the source's next picture: it is lost before the pacer.
    mutating func lose(at time: Duration) {
        changes.append(Self.start + time)
    }

    /// Moves the clock, and asks the pacer whenever it wants to be asked.
    mutating func advance(to time: Duration) {
        let end = Self.start + time
        while let deadline = pacer.deadline, deadline <= end {
            frames += pacer.due(at: deadline)
            if let next = pacer.deadline, next <= deadline {
                Issue.record("the deadline stays at \(next)")
                return
            }
        }
    }

    /// Wants a picture at that time after the start; the clock goes there.
    mutating func show(at time: Duration) {
        advance(to: time)
        pacer.show(at: Self.start + time)
    }

    mutating func finish(at end: Duration) {
        advance(to: end)
        frames += pacer.finish(at: Self.start + end)
    }
}
