import DoubletakeCapture
import DoubletakeMedia
import Glibc

/// A camera that fills buffers: from when it was agreed on a format until it is let go.
///
/// It belongs to one thread at a time.
final class CameraStream: @unchecked Sendable {
    // @unchecked: it is handed on from who opens it to the source's thread, which alone uses it from then on.

    /// What became of waiting for a picture.
    enum Wait {
        /// Something can be taken.
        case ready
        /// The camera has to say what is wrong.
        case broken
        /// Nothing came in time.
        case timedOut
        /// The source is to end.
        case stopped
    }

    /// What is delivered.
    let agreed: AgreedFormat
    private let node: VideoNode
    private let buffers: VideoBuffers

    /// Agrees on a format, and lets the camera begin.
    init(_ node: VideoNode, _ format: CameraFormat) throws(SystemCallError) {
        self.node = node
        agreed = try node.agree(on: format)
        buffers = try VideoBuffers(node)
        try buffers.streamOn()
    }

    /// Waits until there is something to take.
    ///
    /// The corresponding C function is `poll`.
    func wait(for patience: Duration, or wakeUp: ThreadWakeUp) -> Wait {
        var entries = [
            pollfd(fd: node.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let milliseconds = Int32(clamping: Int64((patience.inSeconds * 1000).rounded(.up)))
        // SAFETY: two entries are passed, with that count.
        let count = unsafe poll(&entries, 2, max(milliseconds, 0))
        if entries[1].revents != 0, wakeUp.isStopped() { return .stopped }
        guard count > 0, entries[0].revents != 0 else { return .timedOut }
        return entries[0].revents & Int16(POLLIN) != 0 ? .ready : .broken
    }

    /// The newest picture that was filled, and how many older ones were given back unseen; nil when there is none.
    func takeNewest() throws(SystemCallError) -> (picture: FilledBuffer, skippedCount: Int)? {
        guard var newest = try buffers.take() else { return nil }
        var skippedCount = 0
        while let newer = try buffers.take() {
            try buffers.give(newest.index)
            newest = newer
            skippedCount += 1
        }
        return (newest, skippedCount)
    }

    /// Lets `body` read a picture.
    func withBytes<Result>(of picture: FilledBuffer, _ body: (RawSpan) -> Result) -> Result {
        buffers.withBytes(of: picture, body)
    }

    /// Gives a picture's buffer back to the camera.
    func give(_ picture: FilledBuffer) throws(SystemCallError) {
        try buffers.give(picture.index)
    }

    /// Whether the camera delivers something else than was agreed on.
    func isOutdated() throws(SystemCallError) -> Bool {
        try node.presentFormat(agreed.format.rate) != agreed
    }

    /// What the camera's rate can be kept up with, though it is dark; nil where it has no such control, or it is set.
    func controlThatSlows() throws(SystemCallError) -> String? {
        let slowing = try node.controls().map(\.control).first { control in
            CameraSlowing.names.contains(control.name) && control.value != 0
        }
        return slowing?.name
    }
}

/// The names of the control that lets a camera expose for longer than its rate allows.
private enum CameraSlowing {
    static let names = ["exposure_dynamic_framerate", "exposure_auto_priority"]
}
