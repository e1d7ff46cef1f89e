import DoubletakeCapture
import DoubletakeMedia
import Glibc

extension CaptureError {
    /// A camera can't be opened or doesn't go on.
    init(_ error: SystemCallError, camera: String) {
        let (reason, help) =
            switch error.errorNumber {
            case EBUSY:
                ("another program uses it", "End the other program, or choose another camera.")
            case ENODEV, ENXIO, ENOENT:
                ("it isn't connected", "Connect it again.")
            case EACCES:
                ("you may not use it: \(error.reason)", CameraAccess.denialHelp(error.subject))
            case EPERM:
                ("nobody may use it here: \(error.reason)", CameraAccess.restrictionHelp)
            default:
                ("\(error.call): \(error.reason)", "Pull it out and connect it again, or choose another camera.")
            }
        self = .unavailable(device: camera, reason: reason, help: help)
    }

    /// The bus has no room for anything that the last of the cameras can do, whatever those before it did.
    static func noBandwidth(_ attempts: [(camera: String, tried: [CameraFormat])]) -> CaptureError {
        let lists = attempts.map { camera, tried in
            (attempts.count > 1 ? "\(camera): " : "") + tried.map(\.description).joined(separator: ", ")
        }
        return .unavailable(
            device: attempts.last?.camera ?? "cameras",
            reason: "the USB bandwidth isn't enough; tried \(lists.joined(separator: "; "))",
            help: "Connect it to another USB port, not through the same hub as the other camera."
        )
    }

    /// The camera has no format that can be shown.
    static func noFormat(camera: String) -> CaptureError {
        .unavailable(
            device: camera,
            reason: "it has no format that can be shown",
            help: "Choose another camera; MJPEG, YUYV, UYVY, NV12 and I420 are known."
        )
    }

    /// The camera says that something is wrong, and not what.
    static func broken(camera: String) -> CaptureError {
        .unavailable(
            device: camera,
            reason: "its driver reports a failure",
            help: "Pull it out and connect it again, or choose another camera."
        )
    }

    /// There is no memory for what decodes its pictures.
    static func noDecoder(camera: String) -> CaptureError {
        .unavailable(
            device: camera,
            reason: "its pictures can't be decoded: there is no memory",
            help: "End other programs and try again."
        )
    }

    /// The camera has no such control.
    static func noControl(_ name: String, camera: String, available: [String]) -> CaptureError {
        .unavailable(
            device: camera,
            reason: "it has no control that is called \(name)",
            help: available.isEmpty
                ? "Leave --camera-control out; it has none that can be set."
                : "Choose one of: \(available.joined(separator: ", "))."
        )
    }

    /// A control can't have that value.
    static func noValue(_ setting: ControlSetting, _ control: CameraControl, camera: String) -> CaptureError {
        .unavailable(
            device: camera,
            reason: "\(control.name) can't be \(setting.value)",
            help: "Choose \(control.valuesInWords)."
        )
    }

    /// A control can't be set.
    static func notSettable(_ control: CameraControl, camera: String) -> CaptureError {
        .unavailable(
            device: camera,
            reason: "\(control.name) can only be read",
            help: "Leave it out."
        )
    }

    /// A control can't be set at the moment.
    static func refused(_ control: CameraControl, _ error: SystemCallError, camera: String) -> CaptureError {
        .unavailable(
            device: camera,
            reason: "\(control.name) can't be set: \(error.reason)",
            help: control.access == .inactive
                ? "Turn off first what sets it by itself."
                : "Choose \(control.valuesInWords)."
        )
    }
}
