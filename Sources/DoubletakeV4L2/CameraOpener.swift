import DoubletakeCapture
import DoubletakeMedia
import Glibc

/// Opens a camera as a source wants it, again and again.
struct CameraOpener: Sendable {
    let device: CaptureDevice
    /// The camera as it was found first.
    let camera: FoundCamera
    let folder: CameraFolder
    let settings: CameraSettings
    let rate: FrameRate

    /// What a camera was opened with.
    struct Opened {
        let stream: CameraStream
        /// What was wanted, when the bus had no room for it.
        let refused: CameraFormat?
    }

    /// Finds the camera where it is now, and opens it with the best format that its bus has room for.
    func open() throws(CaptureError) -> Opened {
        guard let found = folder.camera(again: camera) else {
            throw CaptureError(
                SystemCallError(call: "open", subject: device.name, errorNumber: ENODEV), camera: device.name)
        }
        let (node, formats) = try asking { () throws(SystemCallError) in
            let node = try VideoNode(found.path)
            return (node, try node.formats())
        }
        let ladder = FormatLadder(formats, for: settings.format, rate: rate)
        guard let best = ladder.steps.first else { throw .noFormat(camera: device.name) }
        try CameraControls(node, camera: device).apply(settings.controls)
        var refused: [CameraFormat] = []
        var rest = [best]
        while let format = rest.first {
            do throws(SystemCallError) {
                return Opened(stream: try CameraStream(node, format), refused: refused.first)
            } catch {
                // So drivers say that the bus is full: as of a disk, or of memory.
                guard [ENOSPC, ENOMEM].contains(error.errorNumber) else {
                    throw CaptureError(error, camera: device.name)
                }
                refused.append(format)
                rest = ladder.steps(below: format)
            }
        }
        throw .noBandwidth(camera: device.name, tried: refused)
    }

    private func asking<Answer>(_ body: () throws(SystemCallError) -> Answer) throws(CaptureError) -> Answer {
        do throws(SystemCallError) {
            return try body()
        } catch {
            throw CaptureError(error, camera: device.name)
        }
    }
}
