package import DoubletakeMedia
import Foundation

/// What `ffprobe` says of a file: a second opinion on what we wrote.
package struct MediaProbe: Sendable {
    /// One track.
    package struct Stream: Hashable, Sendable {
        /// Its place among the tracks, from 0.
        package let index: Int
        /// Pictures or sound; nil for anything else.
        package let mediaType: MediaType?
        /// The codec, as ffmpeg calls it: `h264`, `aac`.
        package let codec: String?
        /// The codec's profile, as ffmpeg calls it.
        package let profile: String?
        /// The size that is shown; nil for sound.
        package let size: PixelSize?
        /// How wide a pixel is to its height: `1:1`; nil for sound, and where nobody says.
        package let sampleAspectRatio: String?
        /// How many pictures may be decoded before one that is shown earlier; nil for sound.
        package let reorderedFrameCount: Int?
        /// How the samples lie, as ffmpeg calls it: `yuv420p`.
        package let pixelFormat: String?
        /// `tv` or `pc`.
        package let colorRange: String?
        /// The matrix: `bt709`.
        package let colorSpace: String?
        /// The transfer characteristics: `bt709`.
        package let colorTransfer: String?
        /// The primaries: `bt709`.
        package let colorPrimaries: String?
        /// Samples a second; nil for pictures.
        package let sampleRate: Int?
        /// Channels; nil for pictures.
        package let channelCount: Int?
        /// The unit of the track's times.
        package let timeBase: TimeBase
        /// When it begins.
        package let startTime: Duration?
        /// How long it lasts.
        package let duration: Duration?
        /// How many pictures or packets the index says there are.
        package let frameCount: Int?
        /// Whether players choose it when nobody does.
        package let isDefault: Bool
        /// The track's own tags: `handler_name`.
        package let tags: [String: String]

        /// What the track is called: `handler_name`, or `title` where the container has that.
        package var name: String? {
            tags["handler_name"] ?? tags["title"]
        }
    }

    /// One packet's times.
    package struct Packet: Sendable {
        /// When it is shown or heard.
        package let presentationTime: Duration
        /// When it is decoded; nil where the container doesn't say.
        package let decodeTime: Duration?
        /// How long it is shown or heard; nil where nobody says.
        package let duration: Duration?
        /// Whether decoding can begin here.
        package let isKeyframe: Bool
        /// Its bytes.
        package let byteCount: Int
    }

    /// The tracks, in the file's order.
    package let streams: [Stream]
    /// The container, as ffmpeg calls it: `mov,mp4,m4a,3gp,3g2,mj2`.
    package let formatName: String
    /// How long the file lasts; nil where nobody knows.
    package let duration: Duration?
    /// The file's own tags: `title`, `creation_time`.
    package let tags: [String: String]

    private let packets: [Int: [Packet]]

    /// Asks about the file, and about its packets when told to.
    package init(_ path: String, includingPackets: Bool = false) throws {
        let answer: Answer = try Self.ask(
            ["-show_streams", "-show_format"] + (includingPackets ? ["-show_packets"] : []),
            path
        )
        streams = try answer.streams.map(Stream.init)
        formatName = answer.format.formatName
        duration = answer.format.duration.flatMap(Double.init).map { .nanoseconds(Int64(($0 * 1e9).rounded())) }
        tags = answer.format.tags ?? [:]
        let timeBases = Dictionary(uniqueKeysWithValues: streams.map { ($0.index, $0.timeBase) })
        packets = try Dictionary(grouping: answer.packets ?? [], by: \.streamIndex).mapValues { packets in
            try packets.map { try Packet($0, timeBases[$0.streamIndex]) }
        }
    }

    /// The tracks with pictures.
    package var videoStreams: [Stream] {
        streams.filter { $0.mediaType == .video }
    }

    /// The tracks with sound.
    package var audioStreams: [Stream] {
        streams.filter { $0.mediaType == .audio }
    }

    /// A track's packets, in the file's order; none when they were not asked for.
    package func packets(ofStream index: Int) -> [Packet] {
        packets[index] ?? []
    }

    /// A chapter.
    package struct Chapter: Hashable, Sendable {
        /// When it begins.
        package let start: Duration
        /// When it ends.
        package let end: Duration
        /// What it is called; empty where nobody says.
        package let name: String
    }

    /// A file's chapters.
    package static func chapters(_ path: String) throws -> [Chapter] {
        let answer: ChapterAnswer = try ask(["-show_chapters"], path)
        return try answer.chapters.map { chapter in
            let timeBase = try TimeBase(fraction: chapter.timeBase)
            return Chapter(
                start: timeBase.duration(ofTicks: chapter.start),
                end: timeBase.duration(ofTicks: chapter.end),
                name: chapter.tags?["title"] ?? ""
            )
        }
    }

    /// What ffmpeg calls an error when it decodes all of the file; empty when there is nothing.
    package static func decodeErrors(_ path: String) throws -> String {
        try complaints(path, level: "error")
    }

    /// What ffmpeg calls an error, or only warns of, when it decodes all of the file; empty when there is nothing.
    package static func decodeWarnings(_ path: String) throws -> String {
        try complaints(path, level: "warning")
    }

    private static func complaints(_ path: String, level: String) throws -> String {
        // With the file's own time base: in that of a guessed frame rate two pictures may have the same time.
        let run = try ProcessRun.run([
            "ffmpeg", "-v", level, "-nostdin", "-i", path, "-map", "0:v?", "-map", "0:a?", "-fps_mode", "passthrough",
            "-enc_time_base:v", "-1", "-f", "null", "-",
        ])
        return run.status == 0 || !run.standardError.isEmpty ? run.standardError : "ffmpeg: status \(run.status)"
    }

    /// When each decoded picture (or run of sound) of a track is shown, in the order of showing.
    package static func frameTimes(_ path: String, stream index: Int) throws -> [Duration] {
        let answer: FrameAnswer = try ask(
            ["-select_streams", "\(index)", "-show_entries", "frame=pts:stream=time_base"],
            path
        )
        guard let timeBase = try answer.streams.first.map({ try TimeBase(fraction: $0.timeBase) }) else { return [] }
        return answer.frames.compactMap(\.pts).map { timeBase.duration(ofTicks: $0) }
    }

    /// The times of the packets of a stream, in the order of the file, also of those that are decoded and not shown.
    package static func packetTimes(_ path: String, stream index: Int) throws -> [Duration] {
        let answer: PacketAnswer = try ask(
            ["-select_streams", "\(index)", "-show_entries", "packet=pts:stream=time_base"],
            path
        )
        guard let timeBase = try answer.streams.first.map({ try TimeBase(fraction: $0.timeBase) }) else { return [] }
        return answer.packets.compactMap(\.pts).map { timeBase.duration(ofTicks: $0) }
    }

    /// Asks ffprobe, which must have nothing to complain about.
    private static func ask<Answer: Decodable>(_ questions: [String], _ path: String) throws -> Answer {
        let run = try ProcessRun.succeed(["ffprobe", "-v", "error", "-of", "json"] + questions + [path])
        guard run.standardError.isEmpty else { throw UnreadableAnswer(words: run.standardError) }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Answer.self, from: Data(run.standardOutputBytes))
    }
}

/// An answer of ffprobe that the tests can't go on with.
private struct UnreadableAnswer: Error {
    let words: String
}

/// ffprobe's answer, in its own words.
private struct Answer: Decodable {
    struct Stream: Decodable {
        let index: Int
        let codecType: String?
        let codecName: String?
        let profile: String?
        let width: Int?
        let height: Int?
        let sampleAspectRatio: String?
        let hasBFrames: Int?
        let pixFmt: String?
        let colorRange: String?
        let colorSpace: String?
        let colorTransfer: String?
        let colorPrimaries: String?
        let sampleRate: String?
        let channels: Int?
        let timeBase: String
        let startPts: Int64?
        let durationTs: Int64?
        let nbFrames: String?
        let disposition: [String: Int]?
        let tags: [String: String]?
    }

    struct Format: Decodable {
        let formatName: String
        let duration: String?
        let tags: [String: String]?
    }

    struct Packet: Decodable {
        let streamIndex: Int
        let pts: Int64?
        let dts: Int64?
        let duration: Int64?
        let size: String
        let flags: String
    }

    let streams: [Stream]
    let format: Format
    let packets: [Packet]?
}

private struct ChapterAnswer: Decodable {
    struct Chapter: Decodable {
        let timeBase: String
        let start: Int64
        let end: Int64
        let tags: [String: String]?
    }

    let chapters: [Chapter]
}

private struct PacketAnswer: Decodable {
    let packets: [FrameAnswer.Frame]
    let streams: [FrameAnswer.Stream]
}

private struct FrameAnswer: Decodable {
    struct Frame: Decodable {
        let pts: Int64?
    }

    struct Stream: Decodable {
        let timeBase: String
    }

    let frames: [Frame]
    let streams: [Stream]
}

extension MediaProbe.Stream {
    fileprivate init(_ answer: Answer.Stream) throws {
        let timeBase = try TimeBase(fraction: answer.timeBase)
        index = answer.index
        mediaType = answer.codecType.flatMap(MediaType.init)
        codec = answer.codecName
        profile = answer.profile
        if let width = answer.width, let height = answer.height {
            size = PixelSize(width: width, height: height)
        } else {
            size = nil
        }
        sampleAspectRatio = answer.sampleAspectRatio
        reorderedFrameCount = answer.hasBFrames
        pixelFormat = answer.pixFmt
        colorRange = answer.colorRange
        colorSpace = answer.colorSpace
        colorTransfer = answer.colorTransfer
        colorPrimaries = answer.colorPrimaries
        sampleRate = answer.sampleRate.flatMap { Int($0) }
        channelCount = answer.channels
        self.timeBase = timeBase
        startTime = answer.startPts.map { timeBase.duration(ofTicks: $0) }
        duration = answer.durationTs.map { timeBase.duration(ofTicks: $0) }
        frameCount = answer.nbFrames.flatMap { Int($0) }
        isDefault = answer.disposition?["default"] == 1
        tags = answer.tags ?? [:]
    }
}

extension MediaProbe.Packet {
    fileprivate init(_ answer: Answer.Packet, _ timeBase: TimeBase?) throws {
        guard let timeBase, let pts = answer.pts, let byteCount = Int(answer.size) else {
            throw UnreadableAnswer(words: "a packet of stream \(answer.streamIndex) without a time or a size")
        }
        presentationTime = timeBase.duration(ofTicks: pts)
        decodeTime = answer.dts.map { timeBase.duration(ofTicks: $0) }
        duration = answer.duration.map { timeBase.duration(ofTicks: $0) }
        isKeyframe = answer.flags.contains("K")
        self.byteCount = byteCount
    }
}

extension TimeBase {
    /// Creates a time base from ffmpeg's words, such as `1/90000`.
    fileprivate init(fraction: String) throws {
        let parts = fraction.split(separator: "/").compactMap { Int64($0) }
        guard parts.count == 2, parts[0] == 1, parts[1] >= 1 else { throw UnreadableAnswer(words: fraction) }
        self.init(ticksPerSecond: parts[1])
    }
}
