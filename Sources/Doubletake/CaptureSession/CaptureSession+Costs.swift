public import DoubletakeCapture
import DoubletakeMedia
import DoubletakeV4L2
public import DoubletakeWriting

/// What a session costs, and what it delivers.
extension CaptureSession {
    /// Whether this machine has two cameras, at least, that this program may use.
    ///
    /// Looks anew and may take a moment: it belongs on no task.
    public static var isMultiCamSupported: Bool {
        isMultiCamSupported(in: Backends.system)
    }

    static func isMultiCamSupported(in backends: [any CaptureBackend]) -> Bool {
        do throws(CaptureError) {
            return try Devices.cameras(in: backends).count { $0.authorization == .authorized } > 1
        } catch {
            return false
        }
    }

    /// How much of the busiest USB bus the session's cameras need: above 1 they can't all run as they are.
    ///
    /// It is an estimate, by what drivers reserve at most: of open cameras by their formats, of others by what is wanted of
    /// them. Whether there is room is for the bus to say: a camera that gets none is opened with a format that needs less,
    /// and when none is left `startRunning` fails, and lists what was tried.
    public var hardwareCost: Double {
        var bandwidth = CameraBandwidth()
        for source in wiring.plan.sources {
            guard let bus = source.entry.description?.bus, let request = source.request else { continue }
            let wanted = CameraFormat(
                codec: request.codec ?? .mjpeg, size: request.size, rate: request.rate ?? source.frameRate)
            bandwidth.add(openFormat(of: source.entry.input) ?? wanted, at: bus)
        }
        return bandwidth.cost
    }

    /// How much of its time the busiest output needs for a buffer, its delegate's included: above 1 buffers are dropped.
    ///
    /// It is a mean of the newest.
    public var systemPressureCost: Double {
        wiring.outputs.map(\.channel.load).max() ?? 0
    }

    /// What a camera delivers now: the format that was wanted, or one that needs less of a full bus; nil while it isn't
    /// open, and for a test picture.
    public func activeFormat(of input: CaptureDeviceInput) -> CameraFormat? {
        openFormat(of: input)
    }

    /// What an encoder must know of an output's pictures; nil while the session doesn't run.
    ///
    /// They are for an `AssetWriterInput`, which takes the pictures as the output's connection makes them.
    public func recommendedVideoSettings(for output: CaptureVideoDataOutput) -> VideoEncoderSettings? {
        guard let connection = wiring.connection(of: output),
            let open = graph.source(of: connection.inputPort.input), case .pictures(let source) = open.device
        else { return nil }
        let rate = openFormat(of: connection.inputPort.input)?.rate ?? open.plan.request?.rate ?? open.plan.frameRate
        return VideoEncoderSettings(
            displaySize: connection.style.shownSize(of: source.displaySize),
            color: output.videoSettings.pixelFormat == .bgra ? .sRGB : source.color,
            // The times of a camera's pictures are never quite even: they may come twice as near.
            frameRate: rate.doubled,
            usualFrameRate: rate
        )
    }

    /// What an encoder must know of an output's sound; nil while the session doesn't run.
    public func recommendedAudioSettings(for output: CaptureAudioDataOutput) -> AudioEncoderSettings? {
        guard let connection = wiring.connection(of: output),
            let open = graph.source(of: connection.inputPort.input), case .sound(let source) = open.device
        else { return nil }
        return AudioEncoderSettings(format: source.format)
    }

    private func openFormat(of input: CaptureDeviceInput) -> CameraFormat? {
        guard case .pictures(let source)? = graph.source(of: input)?.device else { return nil }
        return (source as? CameraSource)?.cameraFormat
    }
}
