import Doubletake
import DoubletakeWriting

extension RecordOptions {
    /// The options that say how pictures and sound are compressed.
    static let codecRows: [OptionRow<RecordOptions>] = [
        .value(
            "--codec",
            taking: "CODEC",
            expected: VideoCodec.all.map(\.name).joined(separator: ", "),
            help: "\(VideoCodec.all.map(\.name).joined(separator: ", ")) (the file's usual one: \(usualCodecs))"
        ) { options, text in
            options.configuration.videoCodec = VideoCodec.named(text)
            return options.configuration.videoCodec != nil
        },
        .value(
            "--encoder",
            taking: "auto|NAME",
            expected: (["auto"] + VideoEncoderModel.all.map(\.name)).joined(separator: ", "),
            help: "auto tries the graphics card; or a name, such as h264_vaapi (one without a card)"
        ) { options, text in
            if text == "auto" {
                options.configuration.videoEncoder = .automatic
                return true
            }
            guard let model = VideoEncoderModel.named(text) else { return false }
            options.configuration.videoEncoder = .named(model)
            return true
        },
        .value(
            "--bitrate",
            taking: "RATE",
            expected: "bits a second from 10k to 1G, such as 4M",
            help: "instead of a quality: so many bits a second while everything moves, such as 4M"
        ) { options, text in
            guard let rate = Int(bitRateText: text), VideoEncoderSettings.bitRates.contains(rate) else { return false }
            options.configuration.quality = .averageBitRate(rate)
            return true
        },
        .value(
            "--audio-codec",
            taking: "CODEC",
            expected: AudioCodec.all.map(\.name).joined(separator: ", "),
            help: "\(AudioCodec.all.map(\.name).joined(separator: ", ")) (the file's usual one; flac is lossless)"
        ) { options, text in
            options.configuration.audioCodec = AudioCodec.named(text)
            return options.configuration.audioCodec != nil
        },
        .value(
            "--audio-bitrate",
            taking: "RATE",
            expected: "bits a second from 6k to 1M, such as 192k",
            help: "bits a second for each sound track (128k)"
        ) { options, text in
            guard let rate = Int(bitRateText: text), audioBitRates.contains(rate) else { return false }
            options.configuration.audioBitRate = rate
            return true
        },
    ]

    /// The bit rates between which there is a codec that can do something with one.
    private static let audioBitRates = 6_000...1_000_000

    /// Which codec each kind of file has when none is named, by extension, the first kind's only once.
    private static var usualCodecs: String {
        ContainerFormat.all.reduce(into: [(codec: String, extensions: [String])]()) { list, container in
            let codec = container.videoCodecs[0].name
            if let index = list.firstIndex(where: { $0.codec == codec }) {
                list[index].extensions.append(container.name)
            } else {
                list.append((codec, [container.name]))
            }
        }
        .map { "\($0.codec) for \($0.extensions.joined(separator: ", "))" }
        .joined(separator: "; ")
    }
}
