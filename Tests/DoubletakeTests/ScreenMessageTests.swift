import DoubletakeCapture
import DoubletakeMedia
import Testing

@testable import Doubletake

/// What is told of monitors and of what the film goes with, in a table.
@Suite struct ScreenMessageTests {
    @Test("A warning of a monitor names it, says what the film shows, and what to do")
    func monitorWarnings() {
        let monitor = CaptureDevice(id: "DP-1", name: "DP-1", kind: .monitor)
        let screen = CaptureDevice(id: "screen", name: "All monitors", kind: .screen)
        let focused = CaptureDevice(id: "focused", name: "window with the focus", kind: .window)
        let followed = CaptureDevice(id: "follow-pointer", name: "monitor with the pointer", kind: .monitor)
        let size = PixelSize(width: 640, height: 480)
        let rows: [(RecordingWarning, String, String)] = [
            (
                RecordingWarning(unplugged: monitor),
                "monitor_unplugged DP-1: it is off or unplugged; the film shows its last picture until it is back",
                "Connect the monitor again, or turn it on; no other one is recorded in its place."
            ),
            (
                RecordingWarning(unplugged: screen),
                "monitor_unplugged All monitors: no monitor shows what is recorded; the film shows its last picture "
                    + "until one does",
                "Connect the monitor again, or turn it on; no other one is recorded in its place."
            ),
            (
                RecordingWarning(monitorBack: monitor),
                "monitor_back DP-1: it is back, and the film goes on with it",
                "Go on; nothing has to be done."
            ),
            (
                RecordingWarning(resized: monitor, to: size, .fit),
                "monitor_resized DP-1: it has 640x480 pixels now; it is scaled into the film's picture",
                "Give the monitor its size back for a sharp picture."
            ),
            (
                RecordingWarning(resized: screen, to: size, .crop),
                "monitor_resized All monitors: it has 640x480 pixels now; what has no room in the film's picture is cut "
                    + "off",
                "Give the screen its size back for a sharp picture."
            ),
            (
                RecordingWarning(moved: focused, to: "Orders", because: .focusChanged),
                "window_followed Orders: it has the focus now, and the film goes on with it",
                "Name a window with --window to stay with it."
            ),
            (
                RecordingWarning(moved: followed, to: "DP-2", because: .pointerMoved),
                "monitor_followed DP-2: it has the pointer now, and the film goes on with it",
                "Name a monitor with --monitor to stay with it."
            ),
        ]
        for (warning, text, help) in rows {
            #expect("\(warning.code) \(warning.subject): \(warning.message)" == text)
            #expect(warning.help == help)
        }
    }
}
