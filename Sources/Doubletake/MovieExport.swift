import DoubletakeComposition
import DoubletakeLibAV
import DoubletakeMedia
import DoubletakeReading
import DoubletakeWriting

/// An export into a film, with the usual codecs of its container, and each sound track of the film that it is made of.
final class MovieExport: ExportOutput, @unchecked Sendable {
    // @unchecked: by the protocol's contract one thread at a time uses it.

    /// A track of sound on its way.
    private struct Sound {
        let input: AssetWriterInput
        /// Nil at the film's own speed.
        let tempo: (any TempoConverter)?
        let rate: any SampleRateConverter
    }

    let isFull = false
    private let writer: AssetWriter
    private let video: AssetWriterInput
    private let sounds: [Int: Sound]
    private var compositor: Compositor

    /// Opens encoders and file.
    init(
        _ tracks: [ReadTrack],
        size: PixelSize,
        color: ColorDescription,
        speed: Double,
        container: ContainerFormat,
        to part: PartFile
    ) throws(ExportError) {
        let settings = VideoEncoderSettings(
            codec: container.videoCodecs[0],
            displaySize: size,
            color: color,
            frameRate: FrameRate(60)
        )
        video = AssetWriterInput(video: settings, name: "Screen")
        var sounds: [Int: Sound] = [:]
        for (number, track) in tracks.enumerated() {
            guard case .audio(let format) = track.media else { continue }
            let isEnabled = track.isEnabled
            sounds[number] = try Self.sound(format, track.name, isEnabled: isEnabled, speed, container)
        }
        self.sounds = sounds
        compositor = Compositor(canvasSize: size, color: color)
        let storage = part.storage
        writer = AssetWriter(
            path: part.path,
            container: container,
            codecs: SystemCodecs(),
            clock: MonotonicClock()
        ) { (_) throws(SystemCallError) in storage }
        do throws(WriterError) {
            try writer.add(video)
            for number in sounds.keys.sorted() {
                if let sound = sounds[number] { try writer.add(sound.input) }
            }
            guard writer.startWriting() else { throw writer.error ?? .nothingWritten(path: part.path) }
            try writer.startSession(atSourceTime: .zero)
        } catch {
            throw .writer(error)
        }
    }

    func append(_ frame: VideoFrame) throws(ExportError) {
        guard let picture = compositor.compose(frame) else {
            preconditionFailure("the encoder holds fewer pictures than there are canvases")
        }
        try append(SampleBuffer(picture), to: video)
    }

    func append(_ buffer: AudioBuffer, ofTrack track: Int) throws(ExportError) {
        guard let sound = sounds[track] else { return }
        let converted = try Self.converting { () throws(SoundConversionError) in
            try sound.rate.convert(try sound.tempo?.convert(buffer) ?? buffer)
        }
        try append(converted, to: sound.input)
    }

    func append(_ marker: Marker) throws(ExportError) {
        do throws(WriterError) {
            if try !writer.append(marker), let error = writer.error { throw error }
        } catch {
            throw .writer(error)
        }
    }

    func finish(at end: MediaTime) throws(ExportError) {
        for sound in sounds.values {
            if let tempo = sound.tempo {
                let rest = try Self.converting { () throws(SoundConversionError) in
                    try sound.rate.convert(try tempo.finish())
                }
                try append(rest, to: sound.input)
            }
            try append(try Self.converting(sound.rate.finish), to: sound.input)
        }
        do throws(WriterError) {
            try writer.endSession(atSourceTime: end)
        } catch {
            throw .writer(error)
        }
    }

    func complete() async throws(ExportError) {
        await writer.finishWriting()
        if let error = writer.error { throw .writer(error) }
    }

    private func append(_ sound: AudioBuffer, to input: AssetWriterInput) throws(ExportError) {
        if !sound.samples.isEmpty { try append(SampleBuffer(applications: sound), to: input) }
    }

    private func append(_ buffer: SampleBuffer, to input: AssetWriterInput) throws(ExportError) {
        do throws(WriterError) {
            if try !input.append(buffer), let error = writer.error { throw error }
        } catch {
            throw .writer(error)
        }
    }

    private static func sound(
        _ format: AudioFormat,
        _ name: String?,
        isEnabled: Bool,
        _ speed: Double,
        _ container: ContainerFormat
    ) throws(ExportError) -> Sound {
        let codec = container.audioCodecs[0]
        let encoded = codec.format(holding: format)
        guard encoded.channelCount == format.channelCount else {
            throw .writer(
                .unsupported(
                    subject: name ?? "a sound track",
                    reason: "its \(format.channelCount) channels can't be encoded as \(codec.name)",
                    help: "Choose another kind of file."
                )
            )
        }
        return try converting { () throws(SoundConversionError) in
            Sound(
                input: AssetWriterInput(
                    audio: AudioEncoderSettings(codec: codec, format: encoded),
                    name: name,
                    isEnabled: isEnabled
                ),
                tempo: speed == 1 ? nil : try LibAVTempoConverter(format, speed: speed),
                rate: try LibAVSampleRateConverter(from: format, toRate: encoded.sampleRate)
            )
        }
    }

    private static func converting<Result>(
        _ body: () throws(SoundConversionError) -> Result
    ) throws(ExportError) -> Result {
        do throws(SoundConversionError) {
            return try body()
        } catch {
            throw ExportError(error)
        }
    }
}
