/// The clock that a recording lives on: it only goes forward, at one second a second.
///
/// There is one in a recording, and it is passed in. Whoever needs the time asks it; whoever must wait for a time waits
/// through it, so that a test can move the time by hand. It may be used from any thread.
public protocol MediaClock: Sendable {
    /// The present instant.
    var now: MediaTime { get }

    /// Waits on `condition`, which the caller has locked, until it is signalled or `deadline` has come.
    ///
    /// It may return early without a reason, as every wait on a condition may: the caller looks again.
    func wait(on condition: WaitCondition, until deadline: MediaTime)
}
