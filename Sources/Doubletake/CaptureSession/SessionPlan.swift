import DoubletakeCapture
import DoubletakeMedia

/// What shall be open while a session runs, and where its buffers go.
struct SessionPlan: Sendable {
    /// A device that is to deliver.
    struct Source: Sendable {
        let entry: SessionWiring.Input
        /// What is wanted of a camera's pictures; nil for sound.
        let request: CameraFormatRequest?
        let frameRate: FrameRate

        /// Opens the device.
        func open(clock: any MediaClock) throws(CaptureError) -> OpenSource {
            guard let request else {
                return OpenSource(self, .sound(try entry.backend.openAudio(entry.device, clock: clock)))
            }
            let configuration = VideoSourceConfiguration(
                frameRate: request.rate ?? frameRate,
                preferredSize: request.size,
                camera: CameraSettings(format: request)
            )
            return OpenSource(
                self, .pictures(try entry.backend.openVideo(entry.device, configuration, clock: clock)))
        }

        /// Whether an open device needn't be opened again to be this.
        func isSame(as other: Source) -> Bool {
            entry.input === other.entry.input && request == other.request
        }

        /// Whether both are of one device, which can be open once.
        func hasDevice(of other: Source) -> Bool {
            entry.device.id == other.entry.device.id && entry.device.kind == other.entry.device.kind
        }
    }

    let sources: [Source]
    let connections: [CaptureConnection]
    let channels: [CaptureOutputChannel]

    /// Nothing.
    static let none = SessionPlan(sources: [], connections: [], channels: [])
}

/// A device that is open for a session.
struct OpenSource: Sendable {
    enum Device: Sendable {
        case pictures(any VideoSource)
        case sound(any AudioSource)
    }

    let plan: SessionPlan.Source
    let device: Device

    init(_ plan: SessionPlan.Source, _ device: Device) {
        self.plan = plan
        self.device = device
    }

    /// The input that it is opened for.
    var id: ObjectIdentifier {
        ObjectIdentifier(plan.entry.input)
    }

    /// Begins to deliver.
    func start(
        deliver: @escaping @Sendable (SampleBuffer) -> Void,
        report: @escaping @Sendable (CaptureEvent) -> Void
    ) throws(CaptureError) {
        switch device {
        case .pictures(let source):
            try source.start(VideoSourceOutput(deliver: { deliver(SampleBuffer($0)) }, report: report))
        case .sound(let source):
            let kind = plan.entry.device.kind
            try source.start(
                AudioSourceOutput(
                    deliver: { audio in
                        deliver(
                            kind == .applicationAudio
                                ? SampleBuffer(applications: audio) : SampleBuffer(microphone: audio))
                    },
                    report: report
                )
            )
        }
    }

    /// Closes the device; blocks until its thread is gone.
    func stop() {
        switch device {
        case .pictures(let source): source.stop()
        case .sound(let source): source.stop()
        }
    }
}
