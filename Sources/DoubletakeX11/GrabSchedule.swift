import DoubletakeMedia

/// Says when a changed screen is read, and what time the picture then bears.
///
/// A picture is read a quarter of a frame interval after the first change that isn't in a picture yet, so that a program
/// that draws in several steps has the time to finish, and not sooner than an interval after the reading before, so
/// that no more pictures are made than were asked for.
///
/// It bears the time of that first change, unless this would bring it nearer to the picture before than three quarters
/// of an interval. So a change that stands alone has its exact time. Where the screen never rests, the first change
/// after a reading comes at once, and its picture would bear a time right behind the one before, an interval too early;
/// held three quarters of an interval apart, such pictures are as even as their readings. (FramePacer takes pictures
/// that are nearer than half an interval for one.)
///
/// Times never decrease, and none is later than the reading: the time of a change is at least a quarter of an interval
/// before the reading's due time, and that of the picture before was too, an interval earlier.
struct GrabSchedule {
    private let interval: Duration
    private var change: MediaTime?
    /// When the last reading was to be.
    ///
    /// Not when it was: what it came late isn't added to the next.
    private var lastDue: MediaTime?
    private var lastStamp: MediaTime?

    /// How long a program may take for its drawing, as a part of the interval: with more of it pictures come late, with
    /// less they show half-drawn windows.
    private static let settling = 4

    /// Creates a schedule that waits for a change.
    init(interval: Duration) {
        self.interval = interval
    }

    /// Notes that the screen, or the cursor, changed.
    mutating func note(changeAt time: MediaTime) {
        change = min(change ?? time, time)
    }

    /// When the screen is to be read; nil as long as nothing has changed.
    var due: MediaTime? {
        guard let change else { return nil }
        guard let lastDue else { return change + interval / Self.settling }
        return max(change + interval / Self.settling, lastDue + interval)
    }

    /// The time of a picture that is read at `now`, at or after the due time.
    mutating func stamp(readAt now: MediaTime) -> MediaTime {
        var stamp = min(change ?? now, now)
        if let lastStamp { stamp = max(stamp, min(lastStamp + interval * 3 / 4, now), lastStamp) }
        pass(at: now)
        lastStamp = stamp
        return stamp
    }

    /// Ends a reading that showed nothing new.
    mutating func pass(at now: MediaTime) {
        lastDue = due ?? now
        change = nil
    }

    /// Ends a reading that came to nothing, and will be tried again.
    mutating func retry(at now: MediaTime) {
        pass(at: now)
        change = now
    }
}
