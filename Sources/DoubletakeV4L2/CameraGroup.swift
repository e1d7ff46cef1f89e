import DoubletakeCapture
import DoubletakeMedia

/// Opens cameras that may share a bus, so that all of them have room.
///
/// One after the other gets the best format that there is room for. When nothing is left for one, those before it go down
/// their ladders, step by step, whichever of them needs most.
struct CameraGroup {
    private var openers: [CameraOpener]
    /// What was tried of each camera, in this order.
    private var tried: [[CameraFormat]]

    init(_ openers: [CameraOpener]) {
        self.openers = openers
        tried = openers.map { _ in [] }
    }

    /// Opens all of them, or none.
    ///
    /// It ends, since each round has one camera at a lower step.
    consuming func open(clock: any MediaClock) throws(CaptureError) -> [CameraSource] {
        while true {
            if let sources = try openAsTheyAre(clock: clock) { return sources }
        }
    }

    /// Opens them; nil when one of them has no room and another one will need less of it in the next round.
    private mutating func openAsTheyAre(clock: any MediaClock) throws(CaptureError) -> [CameraSource]? {
        var opened: [CameraOpener.Opened] = []
        for (index, opener) in openers.enumerated() {
            do throws(CameraOpener.Failure) {
                let next = try opener.attempt()
                note(next.tried + [next.stream.agreed.format], of: index)
                opened.append(next)
            } catch {
                switch error {
                case .other(let error): throw error
                case .noBandwidth(let formats):
                    note(formats, of: index)
                    guard makeRoom(opened) else { throw .noBandwidth(attempts(upTo: index)) }
                    return nil
                }
            }
        }
        var sources: [CameraSource] = []
        for (opener, opened) in zip(openers, opened) {
            sources.append(try CameraSource(opener, opened, clock: clock))
        }
        return sources
    }

    /// Lowers the camera that needs most, of those that can do with less; false when none can.
    private mutating func makeRoom(_ opened: [CameraOpener.Opened]) -> Bool {
        let heaviest = opened.indices.filter { !opened[$0].lower.isEmpty }.max { first, second in
            let formats = (opened[first].stream.agreed.format, opened[second].stream.agreed.format)
            return formats.0.payloadBytesPerSecond < formats.1.payloadBytesPerSecond
        }
        guard let heaviest else { return false }
        openers[heaviest].ceiling = opened[heaviest].lower.first
        return true
    }

    private mutating func note(_ formats: [CameraFormat], of index: Int) {
        for format in formats where !tried[index].contains(format) { tried[index].append(format) }
    }

    private func attempts(upTo last: Int) -> [(camera: String, tried: [CameraFormat])] {
        (0...last).map { (camera: openers[$0].device.name, tried: tried[$0]) }
    }
}
