import DoubletakeCapture
import DoubletakeMedia

/// The formats of a camera in the order in which they are tried: what was asked for, and then what needs less of a bus
/// that has no room for it: JPEGs, smaller pictures, fewer of them.
struct FormatLadder {
    /// The formats, the best first; empty when the camera has none.
    let steps: [CameraFormat]

    /// Finds the formats that a request may mean.
    ///
    /// - Parameter rate: the film's, for a request that names none.
    init(_ available: [CameraFormat], for request: CameraFormatRequest, rate: FrameRate) {
        let wanted = (request.rate ?? rate).framesPerSecond * Self.rateTolerance
        let ofCodec = available.filter { $0.codec == request.codec }
        guard let size = Self.size(in: ofCodec.isEmpty ? available : ofCodec, for: request.size) else {
            steps = []
            return
        }
        let fitting = Self.fittingRates(available, wanted)
        let best =
            fitting.filter { $0.size == size }
            .min { Self.isBetter($0, $1, request.codec, wanted) }
        let rest =
            fitting.filter { $0.size.area <= size.area }
            + available.filter { $0.size.area <= size.area && $0.rate.framesPerSecond < wanted }
        var steps = [best].compactMap { $0 }
        for format in rest.sorted(by: { Self.needsMore($0, $1, wanted) }) where !steps.contains(format) {
            steps.append(format)
        }
        self.steps = steps
    }

    /// The steps after one that the bus had no room for, of those that need less of it.
    func steps(below refused: CameraFormat) -> [CameraFormat] {
        guard let index = steps.firstIndex(of: refused) else { return [] }
        return steps[(index + 1)...].filter { $0.payloadBytesPerSecond < refused.payloadBytesPerSecond }
    }

    /// A camera of 29.97 pictures a second has 30.
    private static let rateTolerance = 0.99

    /// The size that comes nearest: itself, the smallest that holds it, or the largest that there is.
    private static func size(in formats: [CameraFormat], for wanted: PixelSize) -> PixelSize? {
        let sizes = formats.map(\.size)
        if sizes.contains(wanted) { return wanted }
        let holding = sizes.filter { $0.width >= wanted.width && $0.height >= wanted.height }
        return holding.min { $0.area < $1.area } ?? sizes.max { $0.area < $1.area }
    }

    /// Of each codec and size the slowest rate that is fast enough, or else the fastest.
    private static func fittingRates(_ formats: [CameraFormat], _ wanted: Double) -> [CameraFormat] {
        var fitting: [CameraFormat] = []
        for format in formats {
            let place = fitting.firstIndex { $0.codec == format.codec && $0.size == format.size }
            guard let place else {
                fitting.append(format)
                continue
            }
            let (old, new) = (fitting[place].rate.framesPerSecond, format.rate.framesPerSecond)
            let isBetter = old >= wanted ? new >= wanted && new < old : new > old
            if isBetter { fitting[place] = format }
        }
        return fitting
    }

    private static func isBetter(
        _ first: CameraFormat,
        _ second: CameraFormat,
        _ codec: CameraFormat.Codec?,
        _ wanted: Double
    ) -> Bool {
        if (first.codec == codec) != (second.codec == codec) { return first.codec == codec }
        let (firstRate, secondRate) = (first.rate.framesPerSecond, second.rate.framesPerSecond)
        if (firstRate >= wanted) != (secondRate >= wanted) { return firstRate >= wanted }
        // Up to this size a raw picture is better and costs less; above it few buses have room for it.
        let prefersJPEG = first.size.area > 640 * 480
        if (first.codec == .mjpeg) != (second.codec == .mjpeg) { return (first.codec == .mjpeg) == prefersJPEG }
        return firstRate < secondRate
    }

    /// The order of the steps: fast before slow, JPEG before raw, large before small.
    private static func needsMore(_ first: CameraFormat, _ second: CameraFormat, _ wanted: Double) -> Bool {
        let (firstRate, secondRate) = (first.rate.framesPerSecond, second.rate.framesPerSecond)
        if (firstRate >= wanted) != (secondRate >= wanted) { return firstRate >= wanted }
        if (first.codec == .mjpeg) != (second.codec == .mjpeg) { return first.codec == .mjpeg }
        if first.size.area != second.size.area { return first.size.area > second.size.area }
        return firstRate > secondRate
    }
}

extension PixelSize {
    fileprivate var area: Int { width * height }
}
