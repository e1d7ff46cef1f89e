import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeWriting

/// Encodes anew the pictures from a clip's first instant to the next keyframe, so that none from before it is in the file.
///
/// Only these are encoded a second time, by an encoder of the same settings whose packets the same header describes.
struct ExactStart {
    private let track: TrackDescription
    private let settings: VideoEncoderSettings
    private let codecs: any CodecProvider

    /// - Parameters:
    ///   - track: the pictures' track.
    ///   - settings: those of its encoder.
    init(_ track: TrackDescription, _ settings: VideoEncoderSettings, codecs: any CodecProvider) {
        self.track = track
        self.codecs = codecs
        var settings = settings
        // What is decoded has the size that was encoded.
        settings.displaySize = settings.displaySize.roundedUpToEven
        self.settings = settings
    }

    /// The clip with its beginning encoded anew; as it is where nothing is hidden before its start.
    ///
    /// Blocks for as long as a second of pictures takes.
    func apply(to clip: PacketRing.Clip) throws(WriterError) -> PacketRing.Clip {
        let pictures = clip.packets.filter { $0.packet.mediaType == .video }.map(\.packet)
        guard let first = pictures.first, first.presentationTime < clip.start else { return clip }
        guard let end = pictures.dropFirst().firstIndex(where: \.isKeyframe) else {
            throw .codecFailed(subject: settings.codec.name, reason: "no keyframe has followed yet")
        }
        let replaced = try encode(try decode(Array(pictures[..<end])), from: clip.start)
        let number = clip.packets.first { $0.packet.mediaType == .video }?.track ?? 0
        let rest = clip.packets.filter { track, packet in
            track != number || packet.decodeTime >= pictures[end].decodeTime
        }
        let packets = replaced.map { (track: number, packet: $0) } + rest
        return PacketRing.Clip(
            start: clip.start,
            packets: packets.sorted {
                ($0.packet.decodeTime, $0.track) < ($1.packet.decodeTime, $1.track)
            },
            pictureCount: clip.pictureCount
        )
    }

    private func decode(_ packets: [EncodedPacket]) throws(WriterError) -> [VideoFrame] {
        let decoder = try LibAVPictureDecoder(track)
        var frames: [VideoFrame] = []
        for packet in packets { frames += try decoder.decode(packet) }
        return frames + (try decoder.finish())
    }

    private func encode(_ frames: [VideoFrame], from start: MediaTime) throws(WriterError) -> [EncodedPacket] {
        guard let shown = frames.lastIndex(where: { $0.time <= start }) else {
            throw .codecFailed(subject: settings.codec.name, reason: "the pictures before its start can't be decoded")
        }
        let encoder = try codecs.makeVideoEncoder(settings)
        guard encoder.track.codecConfiguration == track.codecConfiguration else {
            throw .codecFailed(subject: settings.codec.name, reason: "another encoder makes packets of another kind")
        }
        var packets = try encoder.encode(frames[shown].retimed(to: start))
        for frame in frames[(shown + 1)...] { packets += try encoder.encode(frame) }
        return packets + (try encoder.finish())
    }
}

extension RecordingWarning {
    /// Pictures from before a film's start are in its file, though they are not shown.
    init(inexact path: String, because error: any ExplainedError) {
        self.init(
            code: "inexact_start",
            subject: path,
            message: "up to a second from before its beginning is in its file: \(error.reason)",
            help: "Export it with --from 1 if nothing from before may be in it."
        )
    }
}
