package import DoubletakeCapture
package import DoubletakeMedia
import DoubletakePixels
import DoubletakeXCB

/// Delivers what is on a monitor, on the whole screen, on a part of either, or in a window.
///
/// It has a thread and a connection of its own, and sleeps until the server says that something was drawn. Only what was
/// drawn is read and converted; `GrabSchedule` says when, and what time the picture bears. The cursor isn't in the
/// server's picture: it comes as an overlay, and when only it has moved, the picture before comes again with another
/// overlay.
///
/// The server tells of a pointer that a device moves, but not of one that a program puts elsewhere: with the cursor
/// shown its position is looked up four times a second, and for every picture while a program moves it. Without the
/// cursor a screen on which nothing is drawn wakes nobody.
///
/// A change outside of the recorded part, shortly before one inside of it, may lend the latter its time: the server
/// tells only of the first, and the two are at most a frame interval apart.
package final class X11ScreenSource: VideoSource {
    package let device: CaptureDevice
    package let format = PixelFormat.i420
    package let displaySize: PixelSize
    package let color = ColorDescription.bt709Limited

    private let grabber: ScreenGrabber
    private let wakeUp: WakeUp
    private let thread = ConditionLock<WorkerThread?>(nil)

    /// Opens a device; the connection is the source's from here on.
    init(
        _ connection: X11Connection,
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration,
        clock: any MediaClock,
        log: Log
    ) throws(CaptureError) {
        self.device = device
        let target = try Self.target(connection, device, configuration)
        let found = try explainingFailures { () throws(X11Error) in
            try target.watch()
            return try target.surface()
        }
        guard let surface = found else {
            throw .vanished(device)
        }
        displaySize = surface.area.size
        let layout = try ScreenAccess.layout(of: target.pixelFormat, subject: "DISPLAY \(connection.displayName)")
        do {
            wakeUp = try WakeUp()
        } catch {
            throw .system(error)
        }
        let wakeUp = wakeUp
        grabber = try explainingFailures { () throws(X11Error) in
            try ScreenGrabber(
                connection,
                device,
                configuration,
                target,
                surface,
                layout,
                clock: clock,
                wakeUp: wakeUp
            )
        }
        log(.info, "x11", "the screen is read through \(grabber.transport)")
        for refusal in grabber.refusals { log(.debug, "x11", "not in a faster way: \(refusal)") }
    }

    package func start(_ output: VideoSourceOutput) throws(CaptureError) {
        do throws(SystemCallError) {
            let started = try WorkerThread(name: "x11-screen") { [grabber] in grabber.run(output) }
            thread.withLock { thread in
                precondition(thread == nil, "a source is started once")
                thread = started
            }
        } catch {
            throw .system(error)
        }
    }

    package func stop() {
        wakeUp.signal()
        // A server that hangs would keep the thread in the middle of a request.
        grabber.hangUp()
        thread.withLock { $0 }?.join()
    }

    private static func target(
        _ connection: X11Connection,
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration
    ) throws(CaptureError) -> any CaptureTarget {
        guard device.kind == .window else { return try ScreenTarget(connection, device, configuration) }
        if device.id == X11Backend.focusedWindowID { return try FocusTarget(connection, device, configuration) }
        return try WindowTarget(connection, device, configuration)
    }

    /// What it has done so far.
    package var statistics: Statistics {
        grabber.statistics.withLock { $0 }
    }

    /// What a source has done: how much it costs.
    package struct Statistics: Hashable, Sendable {
        /// How often its thread was woken, by the server or by a time that had come.
        package var wakeUpCount = 0
        /// How often it looked where the pointer is though nothing had been reported.
        package var pointerLookCount = 0
        /// How often the screen was read.
        package var grabCount = 0
        /// How many pixels were read.
        package var readPixelCount = 0
    }
}
