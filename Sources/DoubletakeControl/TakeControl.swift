public import DoubletakeMedia

/// What one press and two presses mean, in each state of the recorder.
///
/// | state     | one press                                            | two presses, within the double-press time     |
/// |-----------|------------------------------------------------------|-----------------------------------------------|
/// | armed     | starts at once, provisionally; is confirmed later    | takes the start back: nothing was recorded    |
/// | countdown | cancels it                                           | cancels it                                    |
/// | recording | nothing, or a marker                                 | stops; the film ends at the first of them, or |
/// |           |                                                      | at the second one (`StopGesture.kept`)        |
/// | paused    | resumes at once                                      | stops; the film ends where it was paused      |
///
/// Every time is that of an event, never of its arrival, so a press may be heard of late, and after a later one. Presses
/// nearer than `bounceTime` are one press. What is pressed up to the double-press time after an end (a stop, a start
/// taken back, a cancelled countdown, a film that ended by itself) is dropped and counted: it belongs to the gesture
/// that ended it, and must not start another film.
///
/// It is a value without threads. Its owner hands it what is pressed, what the recorder does of its own accord, and the
/// time when `deadline` has come; it carries out the actions in the order in which they are returned.
public struct TakeControl: Sendable {
    /// What the recorder is to do.
    public enum Action: Hashable, Sendable {
        /// Record from that instant on; `confirmStart` or `takeBack` follows.
        case startProvisionally(at: MediaTime)
        /// The start is meant: the film is announced.
        case confirmStart
        /// Nothing was to be recorded: the film is thrown away and never named.
        case takeBack
        /// End the film at that instant, which is a little in the past.
        ///
        /// In a pause, or where one has just ended, the film ends where the pause began.
        case stop(at: MediaTime)
        /// Go on recording as of that instant; a `stop` at the same instant may follow, and nothing of it is in the film.
        case resume(at: MediaTime)
        /// Put a marker there.
        case mark(at: MediaTime)
        /// The countdown is off, and nothing is recorded.
        case cancelCountdown
    }

    /// What the recorder does without having been told to by an action.
    public enum RecorderChange: Hashable, Sendable {
        /// It counts down, and will record after that.
        ///
        /// This may also be its answer to `startProvisionally`; there is no confirmation then, since the countdown says
        /// for long enough what will happen.
        case countdownBegan
        /// It records.
        case recordingBegan
        /// It doesn't record for a while.
        case paused
        /// It records again.
        case resumed
        /// The film is at its end, or the countdown is off: by its duration, another program, an error.
        case ended
    }

    /// What a single press does while a film is recorded.
    public enum SinglePress: Hashable, Sendable {
        /// Nothing: it can only be the first of two.
        case nothing
        /// It puts a marker into the film.
        case marker
    }

    /// What becomes of the time between the two presses that stop a film.
    public enum StopGesture: Hashable, Sendable {
        /// The film ends at the first of them.
        case leftOut
        /// The film ends at the second one.
        case kept
    }

    /// Presses that are nearer than this are one press: contacts bounce for 5 to 20 ms.
    ///
    /// Longer, and a fast second press is lost; nobody presses twice within 60 ms.
    public static let bounceTime = Duration.milliseconds(30)

    /// How long after the double-press time a second press is still waited for, where presses may be heard of late.
    ///
    /// Presses are heard of late: a few milliseconds, 80 from a terminal (which has to tell them from a held key), more on
    /// a busy machine. Shorter, and two presses in time become one there; longer, and a start is confirmed later for no
    /// reason.
    public static let latenessAllowance = Duration.milliseconds(100)

    /// The double-press time that people get used to.
    public static let standardDoublePressTime = Duration.milliseconds(400)

    /// The double-press times that can be chosen: shorter, and nobody can press twice; longer, and single presses that
    /// follow each other become double ones.
    public static let doublePressTimes = Duration.milliseconds(100)...Duration.seconds(3)

    /// What the recorder is doing, as far as presses are concerned.
    private enum State {
        case armed
        case countdown
        case recording
        case paused
    }

    /// A press that may become the first of two.
    private struct Pending {
        /// What one press and two presses do is decided by the state that the first one found.
        let state: State
        var time: MediaTime
        /// For how long after the double-press time the second one may still be heard of.
        var lateness = TakeControl.latenessAllowance
    }

    private let doublePressTime: Duration
    private let singlePress: SinglePress
    private let stopGesture: StopGesture
    private var state = State.armed
    private var stateBefore = State.armed
    /// When `state` became what it is.
    private var lastChange: MediaTime?
    /// When the present film, or its countdown, began.
    private var start: MediaTime?
    private var pending: Pending?
    /// Up to when presses are dropped, after an end.
    private var quietUntil: MediaTime?
    /// The first and the last contact of each of the last presses, in the order of arrival.
    private var contacts: [ClosedRange<MediaTime>] = []

    /// How many presses had no meaning, mostly because something had just ended; bounces are no presses.
    public private(set) var droppedCount = 0

    /// Creates the control of a recorder that is armed, or idle.
    ///
    /// - Parameters:
    ///   - doublePressTime: how far apart two presses may be, in `doublePressTimes`.
    ///   - singlePress: what one press does while a film is recorded.
    ///   - stopGesture: whether the time between the two presses that stop a film is in it.
    public init(
        doublePressTime: Duration = TakeControl.standardDoublePressTime,
        singlePress: SinglePress = .nothing,
        stopGesture: StopGesture = .leftOut
    ) {
        precondition(Self.doublePressTimes.contains(doublePressTime), "nobody can press twice in that time")
        self.doublePressTime = doublePressTime
        self.singlePress = singlePress
        self.stopGesture = stopGesture
    }

    /// When `advance(to:)` has something to decide if nothing is pressed until then; nil when it has not.
    public var deadline: MediaTime? {
        pending.map { $0.time + doublePressTime + $0.lateness }
    }

    /// Somebody pressed.
    public mutating func press(_ event: PressEvent) -> [Action] {
        let decided = settle(before: event.time)
        if isBounce(at: event.time) { return decided }
        if let quietUntil, event.time <= quietUntil {
            droppedCount += 1
            return decided
        }
        guard let first = pending else {
            let actions = firstPress(at: event.time)
            pending?.lateness = event.source.lateness
            return decided + actions
        }
        if event.time + doublePressTime < first.time {
            // From before a gesture that is over.
            droppedCount += 1
            return decided
        }
        return decided + secondPress(at: event.time, after: first)
    }

    /// The time is `now`.
    public mutating func advance(to now: MediaTime) -> [Action] {
        guard let deadline, now >= deadline else { return [] }
        return settle()
    }

    /// The recorder did something of its own accord at `time`.
    ///
    /// What it does because of an action need not be reported, and may be: it changes nothing then.
    ///
    /// - Parameters:
    ///   - change: what it did.
    ///   - time: when, on the film's clock: an end from before the present film's start is that of an earlier one.
    public mutating func report(_ change: RecorderChange, at time: MediaTime) -> [Action] {
        let decided = settle(before: time)
        switch change {
        case .countdownBegan where state != .countdown:
            pending = nil
            start = time
            enter(.countdown, at: time)
        case .recordingBegan where state == .armed || state == .countdown:
            start = time
            enter(.recording, at: time)
        case .paused where state == .recording:
            // A film that is paused is meant.
            let confirmed = pending?.state == .armed ? settle() : []
            enter(.paused, at: time)
            return decided + confirmed
        case .resumed where state == .paused: enter(.recording, at: time)
        case .ended where state != .armed && start.map({ time >= $0 }) ?? true:
            // It was the first of two that were to stop what has ended by itself, or nothing.
            if let pending, pending.state != .armed { droppedCount += 1 }
            end(at: time)
        default: break
        }
        return decided
    }

    /// Whether what happens at `time` is part of one of the last presses; it is one from then on.
    private mutating func isBounce(at time: MediaTime) -> Bool {
        let index = contacts.firstIndex { contact in
            time > contact.lowerBound - Self.bounceTime && time < contact.upperBound + Self.bounceTime
        }
        guard let index else {
            // Four are more than anybody presses in the time by which one can be heard of late.
            contacts = contacts.suffix(3) + [time...time]
            return false
        }
        let contact = contacts[index]
        // The earlier contact, heard of later, is when the person pressed.
        if let first = pending, contact.contains(first.time), time < first.time { pending?.time = time }
        contacts[index] = min(contact.lowerBound, time)...max(contact.upperBound, time)
        return true
    }

    private mutating func firstPress(at time: MediaTime) -> [Action] {
        let isOlderThanState = lastChange.map { time < $0 } ?? false
        switch (isOlderThanState ? stateBefore : state, state) {
        case (.armed, .armed):
            start = time
            enter(.recording, at: time)
            pending = Pending(state: .armed, time: time)
            return [.startProvisionally(at: time)]
        case (.armed, .countdown):
            // What was to be started has been started in the meantime.
            droppedCount += 1
            return []
        case (.countdown, .recording):
            end(at: time)
            return [.takeBack]
        case (_, .countdown):
            end(at: time)
            return [.cancelCountdown]
        case (.armed, .recording), (.armed, .paused):
            pending = Pending(state: .recording, time: time)
            return []
        case (.paused, .paused):
            enter(.recording, at: time)
            pending = Pending(state: .paused, time: time)
            return [.resume(at: time)]
        case (let found, _):
            pending = Pending(state: found, time: time)
            return []
        }
    }

    private mutating func secondPress(at time: MediaTime, after first: Pending) -> [Action] {
        let isEmpty = start.map { min(first.time, time) <= $0 } ?? false
        let (earlier, later) = (min(first.time, time), max(first.time, time))
        end(at: later)
        if first.state == .armed || isEmpty { return [.takeBack] }
        return [.stop(at: stopGesture == .leftOut ? earlier : later)]
    }

    /// Decides on a press that nothing at `time` or later can be the second one of.
    private mutating func settle(before time: MediaTime) -> [Action] {
        guard let pending, time > pending.time + doublePressTime else { return [] }
        return settle()
    }

    /// Decides that the waiting press was a single one.
    private mutating func settle() -> [Action] {
        guard let single = pending else { return [] }
        pending = nil
        switch single.state {
        case .armed: return [.confirmStart]
        case .recording:
            let isInFilm = start.map { single.time >= $0 } ?? false
            return singlePress == .marker && isInFilm ? [.mark(at: single.time)] : []
        case .paused, .countdown: return []
        }
    }

    private mutating func enter(_ next: State, at time: MediaTime) {
        stateBefore = state
        state = next
        lastChange = time
    }

    private mutating func end(at time: MediaTime) {
        enter(.armed, at: time)
        start = nil
        pending = nil
        quietUntil = max(time + doublePressTime, quietUntil ?? time)
    }
}
