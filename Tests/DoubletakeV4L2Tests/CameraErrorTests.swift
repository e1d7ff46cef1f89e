import DoubletakeCapture
import DoubletakeMedia
import Glibc
import Testing

@testable import DoubletakeV4L2

/// Every message of a camera that can't be opened, in a table.
@Suite struct CameraErrorTests {
    private static let gain = CameraControl(
        name: "gain", kind: .integer(0...255, step: 5), value: 5, defaultValue: 0, access: .inactive)
    private static let refusal = SystemCallError(call: "VIDIOC_S_CTRL", subject: "/dev/video0", errorNumber: EBUSY)

    private static func opening(_ number: Int32, _ call: String = "open") -> CaptureError {
        CaptureError(
            SystemCallError(call: call, subject: "/nonexistent/video0", errorNumber: number), camera: "HD Webcam")
    }

    private static let errors: [(CaptureError, String, String)] = [
        (
            opening(EBUSY), "HD Webcam: another program uses it",
            "End the other program, or choose another camera."
        ),
        (opening(ENODEV), "HD Webcam: it isn't connected", "Connect it again."),
        (
            opening(EACCES), "HD Webcam: you may not use it: Permission denied",
            "Ask who administers this machine to let you open /nonexistent/video0."
        ),
        (
            opening(EPERM), "HD Webcam: nobody may use it here: Operation not permitted",
            "Ask who administers this machine to allow cameras."
        ),
        (
            opening(EIO, "VIDIOC_S_FMT"), "HD Webcam: VIDIOC_S_FMT: Input/output error",
            "Pull it out and connect it again, or choose another camera."
        ),
        (
            .noFormat(camera: "HD Webcam"), "HD Webcam: it has no format that can be shown",
            "Choose another camera; MJPEG, YUYV, UYVY, NV12 and I420 are known."
        ),
        (
            .broken(camera: "HD Webcam"), "HD Webcam: its driver reports a failure",
            "Pull it out and connect it again, or choose another camera."
        ),
        (
            .noDecoder(camera: "HD Webcam"), "HD Webcam: its pictures can't be decoded: there is no memory",
            "End other programs and try again."
        ),
        (
            .noControl("glow", camera: "HD Webcam", available: ["gain", "zoom_absolute"]),
            "HD Webcam: it has no control that is called glow", "Choose one of: gain, zoom_absolute."
        ),
        (
            .noControl("glow", camera: "HD Webcam", available: []),
            "HD Webcam: it has no control that is called glow",
            "Leave --camera-control out; it has none that can be set."
        ),
        (
            .noValue(ControlSetting(name: "gain", value: "much"), gain, camera: "HD Webcam"),
            "HD Webcam: gain can't be much", "Choose 0 to 255 in steps of 5."
        ),
        (.notSettable(gain, camera: "HD Webcam"), "HD Webcam: gain can only be read", "Leave it out."),
        (
            .refused(gain, refusal, camera: "HD Webcam"),
            "HD Webcam: gain can't be set: Device or resource busy", "Turn off first what sets it by itself."
        ),
    ]

    @Test("An error names the camera, says what happened, and what to do", arguments: errors.indices)
    func messages(index: Int) {
        let (error, description, help) = Self.errors[index]
        #expect(error.description == description)
        #expect(error.help == help)
    }

    @Test("Whether a camera may be used has four answers, and all but one say what to do")
    func authorization() {
        func answer(_ number: Int32?) -> CameraDescription.Authorization {
            CameraAccess.authorization(
                after: number.map { SystemCallError(call: "open", subject: "/nonexistent", errorNumber: $0) })
        }
        #expect(answer(nil) == .authorized && answer(nil).help == nil)
        #expect(answer(EACCES).word == "denied" && answer(EACCES).help?.hasPrefix("Ask ") == true)
        #expect(answer(EPERM).word == "restricted" && answer(EPERM).help?.hasPrefix("Ask ") == true)
        #expect(CameraDescription.Authorization.notDetermined(help: "Allow it.").word == "not_determined")
    }
}
