import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Testing

@testable import Doubletake

/// The pictures that a clip begins with, encoded anew.
@Suite struct ExactStartTests {
    private let origin = MediaTime(nanoseconds: 5_000_000_000)

    /// A ring of two seconds of pictures of an odd size that H.264 made, with a keyframe each second.
    private func ring(_ settings: VideoEncoderSettings) throws -> (ring: PacketRing, track: TrackDescription) {
        let encoder = try SystemCodecs().makeVideoEncoder(settings)
        var ring = PacketRing([.video], from: origin, duration: .seconds(10), byteLimit: 10_000_000)
        for number in 0..<60 {
            let frame = VideoFrame(
                pixelBuffer: PixelBuffer(format: .i420, displaySize: settings.displaySize, color: settings.color),
                time: origin + FrameRate(30).offset(ofFrame: Int64(number)),
                sequenceNumber: UInt64(number),
                damage: .everything
            )
            for packet in try encoder.encode(frame) { ring.append(packet, ofTrack: 0) }
        }
        return (ring, encoder.track)
    }

    private var settings: VideoEncoderSettings {
        var settings = VideoEncoderSettings(displaySize: PixelSize(width: 161, height: 91))
        settings.keyframeInterval = PacketRing.keyframeInterval
        settings.sparseKeyframes = .asNear
        return settings
    }

    @Test("It begins with a keyframe at its first instant, and from the next keyframe on it is what it was")
    func begins() throws {
        let (ring, track) = try ring(settings)
        let start = origin + .milliseconds(510)
        let hidden = ring.clip(from: start, .exact)
        let exact = try ExactStart(track, settings, codecs: SystemCodecs()).apply(to: hidden)
        #expect(exact.start == start)
        #expect(exact.pictureCount == hidden.pictureCount)
        #expect(exact.packets.count == exact.pictureCount)
        let packets = exact.packets.map(\.packet)
        #expect(packets.first?.presentationTime == start)
        #expect(packets.first?.isKeyframe == true)
        // The one that is shown at the start, and those up to the second's end.
        let second = try #require(packets.dropFirst().firstIndex { $0.isKeyframe })
        #expect(second == 15)
        #expect(packets[second...].map(\.data) == hidden.packets.suffix(packets.count - second).map(\.packet.data))
    }

    @Test("A clip that begins with a keyframe stays as it is")
    func stays() throws {
        let (ring, track) = try ring(settings)
        let clip = ring.clip(from: origin, .exact)
        let exact = try ExactStart(track, settings, codecs: SystemCodecs()).apply(to: clip)
        #expect(exact.packets.map(\.packet.data) == clip.packets.map(\.packet.data))
    }

    @Test("What no keyframe has followed, and what another encoder would have to go on with, can't be exact")
    func cannot() throws {
        let (ring, track) = try ring(settings)
        let late = origin + .milliseconds(1_500)
        #expect(ring.isOpen(at: late))
        #expect(!ring.isOpen(at: origin + .milliseconds(500)))
        let start = ExactStart(track, settings, codecs: SystemCodecs())
        let open = #expect(throws: WriterError.self) { try start.apply(to: ring.clip(from: late, .exact)) }
        #expect(open?.reason == "no keyframe has followed yet")
        var other = settings
        other.displaySize = PixelSize(width: 320, height: 240)
        let foreign = ExactStart(track, other, codecs: SystemCodecs())
        #expect(throws: WriterError.self) {
            try foreign.apply(to: ring.clip(from: origin + .milliseconds(510), .exact))
        }
    }

    @Test("What a person reads of a film that is not as exact as it was to be")
    func message() {
        let error = WriterError.codecFailed(subject: "h264", reason: "no keyframe has followed yet")
        let warning = RecordingWarning(inexact: "v/film.mp4", because: error)
        #expect(warning.code == "inexact_start")
        #expect(
            "\(warning.subject): \(warning.message)"
                == "v/film.mp4: up to a second from before its beginning is in its file: no keyframe has followed yet"
        )
        #expect(warning.help == "Export it with --from 1 if nothing from before may be in it.")
    }
}
