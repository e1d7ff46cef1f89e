public import DoubletakeMedia

/// What a person wants of a camera's pictures; the camera has something like it.
public struct CameraFormatRequest: Hashable, Sendable {
    /// The size that is wanted.
    public let size: PixelSize
    /// The rate that is wanted; nil for that of the film.
    public let rate: FrameRate?
    /// How the samples shall be packed; nil for what suits the size best.
    public let codec: CameraFormat.Codec?

    /// Creates a request.
    public init(size: PixelSize, rate: FrameRate? = nil, codec: CameraFormat.Codec? = nil) {
        self.size = size
        self.rate = rate
        self.codec = codec
    }

    /// The sizes that have names, the smallest first.
    public static let presets: [(name: String, request: CameraFormatRequest)] = [
        ("low", CameraFormatRequest(size: PixelSize(width: 320, height: 240))),
        ("medium", CameraFormatRequest(size: PixelSize(width: 640, height: 480))),
        ("high", high),
        ("720p", CameraFormatRequest(size: PixelSize(width: 1280, height: 720))),
        ("1080p", CameraFormatRequest(size: PixelSize(width: 1920, height: 1080))),
        ("4K", CameraFormatRequest(size: PixelSize(width: 3840, height: 2160))),
    ]

    /// What is asked for when nobody says anything: 1280x720, which every camera of today has as MJPEG.
    public static let high = CameraFormatRequest(size: PixelSize(width: 1280, height: 720))

    /// Reads `high`, `720p`, or `WxH`, each with `@FPS` and `:CODEC` behind it if they matter; nil when it is none of
    /// them.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        if let preset = Self.presets.first(where: { $0.name.lowercased() == numbers[0].lowercased() }) {
            size = preset.request.size
        } else {
            let sides = numbers[0].split(separator: "x", omittingEmptySubsequences: false).map { Self.number($0) }
            guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
            size = PixelSize(width: width, height: height)
        }
        if numbers.count == 2 {
            guard let framesPerSecond = Self.number(numbers[1]) else { return nil }
            rate = FrameRate(framesPerSecond)
        } else {
            rate = nil
        }
        if parts.count == 2 {
            guard let codec = CameraFormat.Codec(rawValue: parts[1].lowercased()) else { return nil }
            self.codec = codec
        } else {
            codec = nil
        }
    }

    /// A whole number that a side or a rate can be.
    private static func number(_ text: Substring) -> Int? {
        guard let number = Int(text), (1...16_384).contains(number) else { return nil }
        return number
    }
}
