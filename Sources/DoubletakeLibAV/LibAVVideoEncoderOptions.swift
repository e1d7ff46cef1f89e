import CFFmpeg
import DoubletakeMedia
import DoubletakeWriting

/// The settings of an encoder of pictures in the terms of libavcodec's options.
///
/// All of them encode as fast as they come and hold nothing back for a picture that may be minutes away: no picture is
/// shown before one that was decoded earlier, and none is looked at before its turn.
enum LibAVVideoEncoderOptions {
    /// Threads of an encoder that has them.
    ///
    /// Fewer, and a picture in which everything changes takes longer to come out; more, and pictures are cut into more
    /// pieces that don't know each other, which makes them larger.
    static let threadCount = 4

    /// Pictures between two keyframes, if nobody asks for one: never reached.
    ///
    /// Keyframes come by time (see LibAVVideoEncoder), which encoders can't count: they count pictures.
    static let endlessKeyframeInterval = 1 << 24

    /// The options of an encoder, in the order in which they are set.
    static func options(_ settings: VideoEncoderSettings, _ model: VideoEncoderModel) -> [(name: String, value: String)]
    {
        var options = [("g", "\(endlessKeyframeInterval)"), ("bf", "0")]
        switch model {
        case .x265: options += x265(settings.quality)
        case .aom: options += aom(settings.quality)
        case .vpx: options += vpx(settings.quality)
        default:
            if model.name.hasSuffix("_nvenc") { options += nvenc(settings.quality) }
            if model.name.hasSuffix("_vaapi") { options += vaapi(settings.quality, model.codec) }
        }
        if case .averageBitRate(let bitRate) = settings.quality {
            // Encoders take every picture to last one interval of the rate that the stream states. Where they usually
            // come less often, each may have as many more bits.
            let share = settings.frameRate.framesPerSecond / settings.usualFrameRate.framesPerSecond
            let peak = Double(bitRate) * VideoEncoderSettings.peakRatio
            options.append(("b", number(Double(bitRate) * share)))
            options.append(("maxrate", number(peak * share)))
            options.append(("bufsize", number(peak * VideoEncoderSettings.peakDuration.inSeconds)))
        }
        return options
    }

    private static func x265(_ quality: VideoEncoderSettings.Quality) -> [(String, String)] {
        // By itself x265 writes to standard error, which belongs to the program that we are a guest in, and puts its
        // settings into the stream. What libavcodec calls its threads are pictures that are encoded at once, of which
        // each would hold up the first; `pools` is how many rows of blocks of one picture are.
        let silent = "pools=\(threadCount):log-level=none:info=0:scenecut=0:open-gop=0"
        // With any preset but this one two processors don't keep up with 30 large pictures a second.
        return [("preset", "ultrafast"), ("threads", "1"), ("tune", "zerolatency"), ("forced-idr", "1")]
            // At three more it is as good as x264.
            + rate(quality, factor: { [("crf", "\(min($0 + 3, 51))")] }, lossless: [])
            + [("x265-params", quality == .lossless ? silent + ":lossless=1" : silent)]
    }

    private static func aom(_ quality: VideoEncoderSettings.Quality) -> [(String, String)] {
        // Speed 9 is the fastest but one that libaom has for live pictures; libavcodec's own option ends at 8.
        let lively = "cpu-used=9:tune-content=screen:tile-columns=1"
        return [
            ("usage", "realtime"), ("threads", "\(threadCount)"), ("lag-in-frames", "0"), ("row-mt", "1"),
        ]
            + rate(quality, factor: { [("crf", "\(Self.quantizer($0))")] }, lossless: [("crf", "0")])
            + [("aom-params", quality == .lossless ? lively + ":lossless=1" : lively)]
    }

    private static func vpx(_ quality: VideoEncoderSettings.Quality) -> [(String, String)] {
        [
            ("deadline", "realtime"), ("threads", "\(threadCount)"), ("cpu-used", "7"), ("lag-in-frames", "0"),
            ("auto-alt-ref", "0"), ("row-mt", "1"), ("tile-columns", "2"), ("tune-content", "screen"),
        ] + rate(quality, factor: { [("crf", "\(Self.quantizer($0))")] }, lossless: [("lossless", "1")])
    }

    private static func nvenc(_ quality: VideoEncoderSettings.Quality) -> [(String, String)] {
        [("preset", "p4"), ("tune", "ull"), ("zerolatency", "1"), ("delay", "0"), ("forced-idr", "1")]
            + rate(quality, factor: { [("rc", "constqp"), ("qp", "\($0)")] }, lossless: [], average: [("rc", "vbr")])
    }

    private static func vaapi(_ quality: VideoEncoderSettings.Quality, _ codec: VideoCodec) -> [(String, String)] {
        // VP9 counts its quantizers from 0 to 255.
        let factor = { (factor: Int) in
            codec == .vp9 ? ("global_quality", "\(factor * 5)") : ("qp", "\(factor)")
        }
        return [("async_depth", "1")]
            + rate(
                quality,
                factor: { [("rc_mode", "CQP"), factor($0)] },
                lossless: [],
                average: [("rc_mode", "VBR")]
            )
    }

    private static func rate(
        _ quality: VideoEncoderSettings.Quality,
        factor: (Int) -> [(String, String)],
        lossless: [(String, String)],
        average: [(String, String)] = []
    ) -> [(String, String)] {
        switch quality {
        case .constantRateFactor(let value): factor(value)
        case .averageBitRate: average
        case .lossless: lossless
        }
    }

    /// x264's factors, which end at 51, on the scale of AV1 and VP9, which ends at 63.
    private static func quantizer(_ factor: Int) -> Int {
        (factor * 63 + 25) / 51
    }

    /// A bit rate as libavcodec's options take it.
    private static func number(_ bits: Double) -> String {
        "\(Int(min(bits, Double(Int32.max)).rounded()))"
    }
}
