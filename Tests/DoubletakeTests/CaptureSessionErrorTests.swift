import DoubletakeCapture
import DoubletakeMedia
import Glibc
import Testing

@testable import Doubletake

@Suite struct CaptureSessionErrorTests {
    private static let camera = CaptureError.unavailable(
        device: "Webcam", reason: "it is in use", help: "Close the other program.")
    private static let format = CameraFormat(
        codec: .mjpeg, size: PixelSize(width: 640, height: 480), rate: FrameRate(30))
    private static let request = CameraFormatRequest(
        size: PixelSize(width: 800, height: 600), rate: FrameRate(15), codec: .yuyv)

    private static let errors: [(CaptureSessionError, String, String)] = [
        (
            .unsupportedDevice(CaptureDevice(id: "DP-1", name: "Left", kind: .monitor)),
            "Left: a monitor can't be the input of a session",
            "Record it with a ScreenRecorder."
        ),
        (.noDevice(camera), "Webcam: it is in use", "Close the other program."),
        (.cannotOpen(camera), "Webcam: it is in use", "Close the other program."),
        (
            .notAuthorized(device: "Webcam", .denied(help: "Join the group video.")),
            "Webcam: this user may not use it",
            "Join the group video."
        ),
        (
            .notAuthorized(device: "Webcam", .restricted(help: "Ask somebody.")),
            "Webcam: nobody may use it on this machine",
            "Ask somebody."
        ),
        (
            .notAuthorized(device: "Webcam", .notDetermined(help: "Allow it.")),
            "Webcam: nobody has allowed this program to use it yet",
            "Allow it."
        ),
        (
            .inputTaken(device: "Webcam"),
            "Webcam: this input is in another session",
            "Remove it there first, or make another input of the device."
        ),
        (
            .duplicateDevice(device: "Webcam"),
            "Webcam: another input of it is in the session",
            "Add one input for each device, and connect it to several outputs."
        ),
        (
            .outputTaken(.video),
            "video output: it is in another session",
            "Remove it there first, or make another output."
        ),
        (
            .unknownInput(device: "Webcam"),
            "Webcam: no input of it is in the session",
            "Add the input before its connections."
        ),
        (
            .unknownOutput(.audio),
            "audio output: it isn't in the session",
            "Add the output before its connections."
        ),
        (
            .unfitConnection(device: "Webcam", .video, to: .audio),
            "Webcam: its pictures can't go to an output for sound",
            "Connect it to an output for pictures."
        ),
        (
            .outputConnected(.video, device: "Webcam"),
            "video output: it is connected to Webcam already",
            "Remove that connection first, or make another output."
        ),
        (
            .unsupportedPreset(.hd4K3840x2160, device: "Webcam"),
            "Webcam: it has no format for the preset hd4K3840x2160",
            "Choose high, which takes the nearest format that the camera has."
        ),
        (
            .unsupportedFormat(request, device: "Webcam", available: [format]),
            "Webcam: it has no format with 800x600@15:yuyv",
            "Choose one of: 640x480@30:mjpeg."
        ),
        (
            .unsupportedFormat(request, device: "Webcam", available: []),
            "Webcam: it has no format with 800x600@15:yuyv",
            "Choose high, which takes the nearest format that the camera has."
        ),
        (
            .notConfiguring,
            "session: a configuration was committed that hasn't begun",
            "Call beginConfiguration before each commitConfiguration."
        ),
        (
            .wrongState(.stopping, wanted: "be started"),
            "session: it can't be started while it is stopping",
            "Wait until that is over, and try again."
        ),
        (
            .system(SystemCallError(call: "pthread_create", subject: "the thread x", errorNumber: EAGAIN)),
            "the thread x: pthread_create: Resource temporarily unavailable",
            "End other programs and try again."
        ),
    ]

    @Test("Each error of a session names its subject, says what happened, and what to do", arguments: errors.indices)
    func messages(index: Int) {
        let (error, description, help) = Self.errors[index]
        #expect(error.description == description)
        #expect(error.help == help)
    }
}
