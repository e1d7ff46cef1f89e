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
    /// The best format that it may have, so that other cameras have room beside it; nil for any.
    var ceiling: CameraFormat?

    /// Why a camera can't be opened.
    enum Failure: Error {
        /// Its bus has no room for any of these.
        case noBandwidth([CameraFormat])
        /// Something else.
        case other(CaptureError)
    }

    /// What a camera was opened with.
    struct Opened {
        let stream: CameraStream
        /// What was wanted, when the bus had no room for it.
        let refused: CameraFormat?
        /// All that was tried before it.
        let tried: [CameraFormat]
        /// What needs less of the bus, the best first.
        let lower: [CameraFormat]
    }

    /// Finds the camera where it is now, and opens it with the best format that its bus has room for.
    func open() throws(CaptureError) -> Opened {
        do throws(Failure) {
            return try attempt()
        } catch {
            switch error {
            case .noBandwidth(let tried): throw .noBandwidth([(camera: device.name, tried: tried)])
            case .other(let error): throw error
            }
        }
    }

    /// As `open()`, with what the bus had no room for as an answer of its own.
    func attempt() throws(Failure) -> Opened {
        let (node, ladder): (VideoNode, FormatLadder)
        do throws(CaptureError) {
            (node, ladder) = try prepare()
        } catch {
            throw .other(error)
        }
        var refused: [CameraFormat] = []
        var rest = ladder.steps
        if let ceiling, let index = rest.firstIndex(of: ceiling) { rest.removeFirst(index) }
        while let format = rest.first {
            do throws(SystemCallError) {
                let stream = try CameraStream(node, format)
                return Opened(
                    stream: stream,
                    refused: format == ladder.steps.first ? nil : ladder.steps.first,
                    tried: refused,
                    lower: ladder.steps(below: format)
                )
            } catch {
                // So drivers say that the bus is full: as of a disk, or of memory.
                guard [ENOSPC, ENOMEM].contains(error.errorNumber) else {
                    throw .other(CaptureError(error, camera: device.name))
                }
                refused.append(format)
                rest = ladder.steps(below: format)
            }
        }
        throw .noBandwidth(refused)
    }

    /// Finds the camera, sets its controls, and says what it can do.
    private func prepare() throws(CaptureError) -> (VideoNode, FormatLadder) {
        guard let found = folder.camera(again: camera) else {
            throw CaptureError(
                SystemCallError(call: "open", subject: device.name, errorNumber: ENODEV), camera: device.name)
        }
        let (node, formats) = try asking { () throws(SystemCallError) in
            let node = try VideoNode(found.path)
            return (node, try node.formats())
        }
        let ladder = FormatLadder(formats, for: settings.format, rate: rate)
        if ladder.steps.isEmpty { throw .noFormat(camera: device.name) }
        try CameraControls(node, camera: device).apply(settings.controls)
        return (node, ladder)
    }

    private func asking<Answer>(_ body: () throws(SystemCallError) -> Answer) throws(CaptureError) -> Answer {
        do throws(SystemCallError) {
            return try body()
        } catch {
            throw CaptureError(error, camera: device.name)
        }
    }
}
