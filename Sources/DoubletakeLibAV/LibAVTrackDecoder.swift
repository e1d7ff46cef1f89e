import CFFmpeg
import DoubletakeMedia
import DoubletakeReading

/// Decodes the packets of one track.
///
/// One thread uses it at a time.
@safe
final class LibAVTrackDecoder {
    // @safe: pointers are only passed on to libav, for the time of a call.

    private let track: Int
    private let mediaType: MediaType
    private let path: String
    private let timeBase: AVRational
    private let codec: LibAVCodec
    private let frame: LibAVFrame
    private var nextSequenceNumber: UInt64 = 0

    /// Opens the decoder of a track.
    init(_ mediaType: MediaType, track: Int, of input: borrowing LibAVInput, path: String) throws(ReaderError) {
        self.mediaType = mediaType
        self.track = track
        self.path = path
        // SAFETY: the stream is alive while `input` is; the decoder found is one of libavcodec's constants.
        let stream = unsafe input.stream(track)
        unsafe timeBase = stream.pointee.time_base
        guard let parameters = unsafe stream.pointee.codecpar,
            let decoder = unsafe avcodec_find_decoder(parameters.pointee.codec_id)
        else {
            throw .cannotDecode(path: path, reason: "there is no decoder for the \(mediaType) track \(track)")
        }
        guard let codec = unsafe LibAVCodec(decoder), let frame = LibAVFrame() else {
            throw .cannotDecode(path: path, reason: LibAVStatus.reason(LibAVStatus.outOfMemory))
        }
        let copied = unsafe avcodec_parameters_to_context(codec.context, parameters)
        // With the unit of the packets' times libavcodec can move a time when it leaves out an encoder's run-up.
        unsafe codec.context.pointee.pkt_timebase = timeBase
        let opened = codec.open()
        guard copied >= 0, opened >= 0 else {
            throw .cannotDecode(path: path, reason: LibAVStatus.reason(min(copied, opened)))
        }
        self.codec = codec
        self.frame = frame
    }

    /// Decodes a packet; what it completed comes out.
    func decode(_ packet: borrowing LibAVPacket) throws(ReaderError) -> [ReadSample] {
        try check(codec.send(packet))
        return try takeSamples()
    }

    /// Ends the track; what was still inside comes out.
    func finish() throws(ReaderError) -> [ReadSample] {
        try check(codec.endDecoding())
        return try takeSamples()
    }

    private func takeSamples() throws(ReaderError) -> [ReadSample] {
        var samples: [ReadSample] = []
        while true {
            let status = codec.receive(into: frame)
            if status == LibAVStatus.again || status == LibAVStatus.end { return samples }
            try check(status)
            defer { frame.clear() }
            switch mediaType {
            case .video: samples.append(.video(track: track, try picture()))
            case .audio:
                if let sound = try sound() { samples.append(.audio(track: track, sound)) }
            }
        }
    }

    private func picture() throws(ReaderError) -> VideoFrame {
        guard let buffer = LibAVPictureReading.pixelBuffer(frame) else {
            let format = LibAVPictureReading.formatName(of: frame)
            throw .cannotDecode(path: path, reason: "a picture of track \(track) is in \(format)")
        }
        defer { nextSequenceNumber += 1 }
        return VideoFrame(
            pixelBuffer: buffer,
            time: try time(),
            sequenceNumber: nextSequenceNumber,
            damage: .everything
        )
    }

    /// The decoded sound that belongs to the film; nil when none of it does.
    private func sound() throws(ReaderError) -> AudioBuffer? {
        // SAFETY: plain numbers of our own frame are read.
        let format = unsafe LibAVTrackReading.audioFormat(
            sampleRate: frame.pointer.pointee.sample_rate,
            channelCount: frame.pointer.pointee.ch_layout.nb_channels
        )
        guard let format, let samples = LibAVSoundReading.samples(frame, channelCount: format.channelCount) else {
            let name = LibAVSoundReading.formatName(of: frame)
            throw .cannotDecode(path: path, reason: "the sound of track \(track) is in \(name)")
        }
        let decoded = AudioBuffer(format: format, time: try time(), samples: samples)
        // Of a film in fragments libavformat hands out everything. What lies before its beginning is the encoder's
        // run-up, and what is longer than its packet says is what filled up the last one.
        let heard = decoded.prefix(longestSampleCount(format)).dropping(
            first: format.sampleCount(in: .zero - decoded.time))
        return heard.samples.isEmpty ? nil : heard
    }

    /// How many samples the decoded packet lasts, where that can be said exactly.
    private func longestSampleCount(_ format: AudioFormat) -> Int {
        // SAFETY: a plain number of our own frame is read.
        let duration = unsafe frame.pointer.pointee.pkt_duration
        guard timeBase.num == 1, Int(timeBase.den) == format.sampleRate, duration > 0 else { return .max }
        return Int(duration)
    }

    private func time() throws(ReaderError) -> MediaTime {
        // SAFETY: a plain number of our own frame is read.
        guard let time = LibAVTrackReading.time(unsafe frame.pointer.pointee.best_effort_timestamp, in: timeBase) else {
            throw .cannotDecode(path: path, reason: "something in track \(track) has no time")
        }
        return time
    }

    private func check(_ status: Int32) throws(ReaderError) {
        guard status >= 0 else { throw .cannotDecode(path: path, reason: LibAVStatus.reason(status)) }
    }
}
