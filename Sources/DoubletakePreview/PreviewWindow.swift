package import DoubletakeCapture
package import DoubletakeMedia
import DoubletakePixels
import DoubletakeXCB

/// The window that shows what the cameras see, with controls in a strip below the picture.
///
/// It has two threads with a connection each: `preview input` owns the windows and hears what a person does, `preview`
/// draws. The picture is a window of its own, which the source of windows can record: what was seen is in the film, and
/// the controls aren't.
package final class PreviewWindow: Sendable {
    /// What the picture's window is called by the server, as a source of windows takes it.
    package let pictureID: String

    private let inbox: LatestValue<PreviewContent>
    private let status = ConditionLock(PreviewStatus())
    private let wakeUp: WakeUp
    private let input: WorkerThread
    private let drawing: WorkerThread

    /// The part of the screen that a window takes at most when it opens.
    private static let largestShare = 0.9

    /// Opens the window.
    ///
    /// - Parameters:
    ///   - display: the display's name; nil for the one that the environment names.
    ///   - title: what its title bar says.
    ///   - size: the picture's size.
    ///   - clock: the clock on which taps are timed; it goes at the kernel's pace.
    ///   - handler: takes what a person does, on the input thread; it must not block, and must not call `close()`.
    package init(
        display: String? = nil,
        title: String,
        size: PixelSize,
        clock: any MediaClock,
        handler: @escaping @Sendable (PreviewEvent) -> Void
    ) throws(CaptureError) {
        let (input, painter) = try Self.open(display: display, title: title, size: size, clock: clock).get()
        pictureID = "0x" + String(input.windows.picture.id.rawValue, radix: 16)
        let inbox = LatestValue<PreviewContent>(clock: clock, merge: PreviewContent.merge)
        self.inbox = inbox
        do throws(SystemCallError) {
            let wakeUp = try WakeUp()
            self.wakeUp = wakeUp
            self.input = try WorkerThread(name: "preview input") { [status] in
                do throws(X11Error) {
                    try input.run(
                        until: wakeUp,
                        status: { status.read { $0 } },
                        draw: { inbox.put($0) },
                        handler: handler
                    )
                } catch {
                    handler(.lost(reason: error.reason))
                }
            }
        } catch {
            throw .system(error)
        }
        do throws(SystemCallError) {
            drawing = try WorkerThread(name: "preview") {
                do throws(X11Error) {
                    try painter.run(through: inbox)
                } catch {
                    handler(.lost(reason: error.reason))
                }
            }
        } catch {
            wakeUp.signal()
            self.input.join()
            throw .system(error)
        }
    }

    /// The size in which a picture has room on a display's screen, with its shape kept.
    package static func roomySize(for picture: PixelSize, display: String? = nil) throws(CaptureError) -> PixelSize {
        do throws(X11Error) {
            let connection = try X11Connection(display: display)
            let (screen, scale) = (connection.screen.size, try connection.resources().scale)
            let width = Int(Double(screen.width) * largestShare)
            let height = Int(Double(screen.height) * largestShare) - PreviewStrip.height(scale: scale)
            let factor = min(Double(width) / Double(picture.width), Double(height) / Double(picture.height), 1)
            return PixelSize(
                width: max(Int(Double(picture.width) * factor) & ~1, 2),
                height: max(Int(Double(picture.height) * factor) & ~1, 2)
            )
        } catch {
            throw Self.explanation(error)
        }
    }

    private static func open(
        display: String?,
        title: String,
        size: PixelSize,
        clock: any MediaClock
    ) -> Result<(PreviewInput, PreviewPainter), CaptureError> {
        do throws(X11Error) {
            let connection = try X11Connection(display: display)
            let format = connection.screen.pixelFormat
            guard Self.isBGRA(format) else {
                return .failure(
                    .unavailable(
                        device: "DISPLAY \(connection.displayName)",
                        reason: "its pixels have \(format.depth) bits, and the preview can only show 24",
                        help: "Start the X server with a depth of 24, or record with --cameras-only."
                    )
                )
            }
            let input = try PreviewInput(connection, title: title, size: size, clock: clock)
            let painter = try PreviewPainter(X11Connection(display: display), input.windows, size: size)
            return .success((input, painter))
        } catch {
            return .failure(Self.explanation(error))
        }
    }

    /// Whether pixels lie as pictures do that are drawn for the screen.
    private static func isBGRA(_ format: X11PixelFormat) -> Bool {
        format.colorModel == .direct(redMask: 0xff0000, greenMask: 0xff00, blueMask: 0xff)
            && format.bitsPerPixel == 32 && format.byteOrder == .littleEndian
    }

    private static func explanation(_ error: X11Error) -> CaptureError {
        if case .system(let error) = error { return .system(error) }
        return .unavailable(device: error.subject, reason: error.reason, help: error.help)
    }

    /// Shows the next picture; never blocks.
    package func show(_ frame: VideoFrame) {
        inbox.put(PreviewContent(frame: frame))
    }

    /// Changes what the strip tells; never blocks.
    package func update(_ change: (inout PreviewStatus) -> Void) {
        let now = status.withLock { status in
            change(&status)
            return status
        }
        inbox.put(PreviewContent(status: now))
    }

    /// Closes the window; comes back when its threads are gone.
    ///
    /// More than once is harmless.
    package func close() {
        inbox.finish()
        drawing.join()
        wakeUp.signal()
        input.join()
    }
}
