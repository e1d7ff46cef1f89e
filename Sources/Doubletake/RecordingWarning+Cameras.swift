import DoubletakeCapture
import DoubletakeMedia

extension RecordingWarning {
    /// What a person should know of an event of a camera; nil for what nobody has to know, and for other devices.
    init?(camera event: CaptureEvent) {
        switch event {
        case .interrupted(let camera, let cause) where camera.kind == .camera:
            self.init(interruptedCamera: camera, because: cause)
        case .failed(let camera, let error) where camera.kind == .camera:
            self.init(lostCamera: camera, because: error)
        case .resumed(let camera, _) where camera.kind == .camera:
            self.init(resumedCamera: camera)
        case .resized(let camera, let size) where camera.kind == .camera:
            self.init(
                code: "camera_resized",
                subject: camera.name,
                message: "its pictures have \(size) pixels now; they are fitted into its place",
                help: "Name a format with --camera-format if it should stay as it was."
            )
        case .impaired(let camera, let impairment): self.init(camera: camera, impairment)
        default: return nil
        }
    }

    /// A camera beside other pictures is gone or silent, and waited for.
    init(interruptedCamera camera: CaptureDevice, because reason: CaptureInterruption) {
        switch reason {
        case .device(let error), .server(let error):
            self.init(
                code: "camera_lost",
                subject: camera.name,
                message: "the film shows \"no signal\" in its place until it is back: \(error.reason)",
                help: "Connect it again; the recording goes on and takes its picture by itself."
            )
        case .stalled(let duration):
            self.init(
                code: "camera_stalled",
                subject: camera.name,
                message:
                    "no picture has come from it for \(duration.components.seconds) s; the film shows \"no signal\" in its place",
                help: "Pull it out and connect it again if it stays so."
            )
        }
    }

    /// A camera is there again.
    init(resumedCamera camera: CaptureDevice) {
        self.init(
            code: "camera_back",
            subject: camera.name,
            message: "it is back, and the film shows its picture again",
            help: "Go on; nothing has to be done."
        )
    }

    /// A camera beside other pictures is gone, and won't come back.
    init(lostCamera camera: CaptureDevice, because error: CaptureError) {
        self.init(
            code: "camera_lost",
            subject: camera.name,
            message: "the film shows \"no signal\" in its place from here on: \(error.reason)",
            help: "Stop the recording, connect the camera, and record again."
        )
    }

    private init(camera: CaptureDevice, _ impairment: CameraImpairment) {
        switch impairment {
        case .slow(let rate, let nominal, let control):
            self.init(
                code: "camera_slow",
                subject: camera.name,
                message:
                    "it delivers \(rate) pictures a second and not \(nominal), as cameras do where there is little light",
                help: control.map { "Add light, or keep its rate with --camera-control \($0)=off." }
                    ?? "Add light, or set a shorter exposure with --camera-control."
            )
        case .damaged(let count):
            self.init(
                code: "camera_damaged",
                subject: camera.name,
                message: count == 1
                    ? "a damaged picture was left out" : "\(count) damaged pictures were left out",
                help: "Use another cable or another USB port if it goes on."
            )
        case .reduced(let wanted, let chosen):
            self.init(
                code: "usb_bandwidth",
                subject: camera.name,
                message: "the USB bandwidth isn't enough for \(wanted); it delivers \(chosen)",
                help: "Connect it to another USB port, not through the same hub as the other camera."
            )
        }
    }
}
