/// Where an output calls its delegate: a queue, an executor or a loop of the caller's own.
///
/// A dispatch queue is `CaptureCallbackQueue { queue.async(execute: $0) }`. One call at a time is handed over, and the next
/// one only once that has returned, so its order holds on any queue, and no queue grows.
public struct CaptureCallbackQueue: Sendable {
    /// Runs what it is given, later and elsewhere, or at once.
    let enqueue: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Makes a place out of what runs a closure there.
    ///
    /// - Parameter enqueue: it must run each closure once; one that it never runs holds up the output, but not its end.
    public init(_ enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.enqueue = enqueue
    }
}
