import DoubletakeMedia

/// Looks at what is decoded of one track, as it comes.
struct DecodedTrackCheck {
    /// How long sound may be silent at first.
    ///
    /// Shorter, and it would be reported that nobody speaks at once; longer, and sound that is lost at first isn't
    /// noticed.
    private static let longestSilence = Duration.seconds(1)
    /// What is quieter counts as silence: -80 dB of full scale, where a muted source stays below and any room is above.
    private static let silencePeak: Float = 1e-4
    /// How far above black luma may be in a black picture: what a codec without losses of sight may add.
    private static let blackTolerance = 8

    /// The track's place among the film's.
    let number: Int
    /// How many pictures, or samples of each channel, came.
    private(set) var count = 0
    /// What the track carries, by what was decoded first.
    private(set) var actualMedia: ReadTrack.Media?
    private let track: ReadTrack
    private var order = TimeOrder()
    private var end = MediaTime.zero
    private var difference: MediaFault?
    /// When the first picture that isn't black, or the first sound that isn't silent, came.
    private var beginning: MediaTime?
    private var isFirstPictureBlack = false

    init(_ number: Int, _ track: ReadTrack) {
        self.number = number
        self.track = track
    }

    mutating func append(_ frame: VideoFrame) {
        let picture = frame.pixelBuffer
        if count == 0 {
            actualMedia = .video(displaySize: picture.displaySize, color: picture.color)
            isFirstPictureBlack = Self.isBlack(picture)
        }
        if beginning == nil, !Self.isBlack(picture) { beginning = frame.time }
        if difference == nil, case .video(let size, let color)? = track.statedMedia {
            if size != picture.displaySize {
                difference = .sizeDiffers(number, stated: size, actual: picture.displaySize)
            } else if !Self.agree(color, picture.color) {
                difference = .colorDiffers(number, stated: color, actual: picture.color)
            }
        }
        order.append(frame.time)
        count += 1
    }

    mutating func append(_ buffer: AudioBuffer) {
        if actualMedia == nil { actualMedia = .audio(buffer.format) }
        if beginning == nil, let place = buffer.samples.firstIndex(where: { abs($0) > Self.silencePeak }) {
            beginning = buffer.time + buffer.format.duration(ofSamples: place / buffer.format.channelCount)
        }
        if difference == nil, case .audio(let format)? = track.statedMedia, format != buffer.format {
            difference = .soundDiffers(number, stated: format, actual: buffer.format)
        }
        end = buffer.endTime
        count += buffer.sampleCount
    }

    /// What was found until now.
    var faults: [MediaFault] {
        var faults = [order.fault(ofTrack: number), difference].compactMap { $0 }
        switch actualMedia {
        case .video where isFirstPictureBlack:
            faults.append(.blackBeginning(number, until: beginning.map { $0 - .zero }))
        // Of a track that is only one ingredient of another nobody expects that it is heard all the time.
        case .audio where track.isEnabled && (beginning ?? end) - .zero > Self.longestSilence:
            faults.append(.silentBeginning(number, until: beginning.map { $0 - .zero }))
        default: break
        }
        return faults
    }

    /// Whether two descriptions don't contradict each other: 2 and 0 leave it open (ITU-T H.273).
    private static func agree(_ stated: ColorDescription, _ actual: ColorDescription) -> Bool {
        let pairs = [
            (stated.primaries, actual.primaries), (stated.transfer, actual.transfer), (stated.matrix, actual.matrix),
        ]
        let isOpen: (Int) -> Bool = { $0 == 2 || $0 == 0 }
        let said = pairs.filter { !isOpen($0.0) && !isOpen($0.1) }
        // A container that says nothing of the colours says nothing of the range.
        return said.allSatisfy { $0.0 == $0.1 } && (said.isEmpty || stated.range == actual.range)
    }

    /// Whether nothing can be seen in a picture; every second row is looked at, since lines and letters are higher.
    private static func isBlack(_ picture: PixelBuffer) -> Bool {
        let limit = UInt8((picture.color.range == .full ? 0 : 16) + blackTolerance)
        let (width, bytesPerRow) = (picture.displaySize.width, picture.bytesPerRow(ofPlane: 0))
        return picture.withBytes(ofPlane: 0) { span in
            for row in stride(from: 0, to: picture.displaySize.height, by: 2) {
                let start = row * bytesPerRow
                for offset in start..<start + width {
                    // SAFETY: the span checks its bounds, and a byte is a valid UInt8 whatever it is.
                    if unsafe span.unsafeLoad(fromByteOffset: offset, as: UInt8.self) > limit { return false }
                }
            }
            return true
        }
    }
}
