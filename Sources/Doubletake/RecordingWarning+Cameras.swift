import DoubletakeCapture

extension RecordingWarning {
    /// A camera beside other pictures is gone, and waited for.
    init(interruptedCamera camera: CaptureDevice, because reason: CaptureInterruption) {
        let error =
            switch reason {
            case .device(let error), .server(let error): error
            }
        self.init(
            code: "camera_lost",
            subject: camera.name,
            message: "the film shows \"no signal\" in its place until it is back: \(error.reason)",
            help: "Connect it again; the recording goes on and takes its picture by itself."
        )
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

    /// What happened to a camera; nil when it didn't.
    init?(camera event: CaptureEvent) {
        switch event {
        case .failed(let camera, let error) where camera.kind == .camera:
            self.init(lostCamera: camera, because: error)
        case .interrupted(let camera, let reason) where camera.kind == .camera:
            self.init(interruptedCamera: camera, because: reason)
        case .resumed(let camera, _) where camera.kind == .camera: self.init(resumedCamera: camera)
        default: return nil
        }
    }
}
