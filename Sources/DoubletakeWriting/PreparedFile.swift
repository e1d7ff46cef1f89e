import DoubletakeISOMedia
import DoubletakeMedia
import Glibc

/// An encoder that is open, or none for packets that are encoded already.
enum OpenEncoder: Sendable {
    case video(any VideoEncoder)
    case audio(any AudioEncoder)
    case packets
}

/// A track as the writer of its packets knows it.
struct WrittenTrack: Sendable {
    let description: TrackDescription
    let lastDuration: TrackTimeline.LastDuration
    let appearance: TrackAppearance
}

/// A file that was made, with everything open that will write into it.
struct PreparedFile: Sendable {
    let storage: any ByteStorage
    let muxer: any Muxer
    let encoders: [OpenEncoder]
    let tracks: [WrittenTrack]

    /// Opens the encoders, then makes the file: nothing is left behind when a codec refuses.
    init(
        path: String,
        container: ContainerFormat,
        inputs: [AssetWriterInput],
        metadata: MovieMetadata,
        codecs: any CodecProvider,
        makeStorage: AssetWriter.StorageMaker
    ) throws(WriterError) {
        var encoders: [OpenEncoder] = []
        var tracks: [MuxerTrack] = []
        for input in inputs {
            let (encoder, description) = try input.openEncoder(from: codecs)
            encoders.append(encoder)
            tracks.append(
                MuxerTrack(
                    description: description,
                    name: input.name,
                    isEnabled: input.isEnabled,
                    properties: input.settings.value.properties
                )
            )
        }
        self.encoders = encoders
        self.tracks = zip(tracks, encoders).map { track, encoder in
            let isPicture = if case .video = encoder { true } else { false }
            return WrittenTrack(
                description: track.description,
                lastDuration: isPicture ? .asBefore : .stated,
                appearance: track.properties.appearance
            )
        }
        do throws(SystemCallError) {
            storage = try makeStorage(path)
        } catch {
            throw error.errorNumber == EEXIST ? .fileExists(path: path) : .cannotCreate(error)
        }
        do throws(WriterError) {
            muxer = try codecs.makeMuxer(
                container,
                tracks: tracks,
                metadata: metadata,
                storage: storage,
                subject: path
            )
        } catch {
            if !(storage is SegmentStorage) { AssetWriterState.removeFile(path) }
            throw error
        }
    }
}
