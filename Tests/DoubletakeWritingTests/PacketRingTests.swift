import DoubletakeMedia
import Testing

@testable import DoubletakeWriting

/// The newest packets of a recording: what is kept, and what a film or a clip begins with.
@Suite struct PacketRingTests {
    private static let origin = MediaTime(nanoseconds: 1_000_000_000_000)
    private static let soundDuration = Duration.nanoseconds(21_333_333)

    private func time(_ seconds: Double) -> MediaTime {
        Self.origin + .nanoseconds(Int64((seconds * 1e9).rounded()))
    }

    private func picture(at seconds: Double, isKeyframe: Bool, byteCount: Int = 100) -> EncodedPacket {
        EncodedPacket(
            mediaType: .video,
            data: Array(repeating: 0, count: byteCount),
            presentationTime: time(seconds),
            decodeTime: time(seconds),
            duration: .milliseconds(33),
            isKeyframe: isKeyframe
        )
    }

    private func sound(at start: MediaTime, byteCount: Int = 40) -> EncodedPacket {
        EncodedPacket(
            mediaType: .audio,
            data: Array(repeating: 0, count: byteCount),
            presentationTime: start,
            decodeTime: start,
            duration: Self.soundDuration,
            isKeyframe: true
        )
    }

    /// A ring that was fed for `seconds`, with ten pictures a second and a keyframe each second.
    private func ring(
        fedFor seconds: Int,
        keeping duration: Duration = .seconds(10),
        byteLimit: Int = 1_000_000,
        pictureBytes: Int = 100
    ) -> PacketRing {
        var ring = PacketRing([.video, .audio], from: Self.origin, duration: duration, byteLimit: byteLimit)
        var soundTime = Self.origin
        for number in 0..<seconds * 10 {
            let shown = Double(number) / 10
            ring.append(picture(at: shown, isKeyframe: number % 10 == 0, byteCount: pictureBytes), ofTrack: 0)
            while soundTime + Self.soundDuration < time(shown) {
                ring.append(sound(at: soundTime), ofTrack: 1)
                soundTime = soundTime + Self.soundDuration
            }
            #expect(ring.byteCount <= byteLimit)
        }
        return ring
    }

    @Test("Nothing is shown before the first keyframe, since nobody could decode it")
    func beginsAtKeyframe() {
        var ring = PacketRing([.video], from: Self.origin, duration: .seconds(10), byteLimit: 1_000_000)
        ring.append(picture(at: 0, isKeyframe: false), ofTrack: 0)
        #expect(ring.start == nil)
        #expect(ring.byteCount == 0)
        ring.append(picture(at: 0.5, isKeyframe: true), ofTrack: 0)
        #expect(ring.start == time(0.5))
    }

    @Test("However long it is fed, it holds what was asked for and little more, and can show exactly that")
    func boundedByTime() {
        let ring = ring(fedFor: 120)
        let newest = time(119.9)
        let longest = Duration.seconds(10) + PacketRing.slack + PacketRing.keyframeInterval
        #expect(ring.start.map { newest - $0 <= longest } == true)
        let clip = ring.clip(from: newest - .seconds(10), .atInstant)
        #expect(clip.start == newest - .seconds(10))
        // 109.9 is shown from the start on, and the nine since the keyframe at 109.0 are only decoded.
        #expect(clip.pictureCount == 101)
        #expect(clip.packets.count { $0.track == 0 } == 110)
        #expect(clip.packets.first { $0.track == 0 }?.packet.isKeyframe == true)
    }

    @Test("A clip that is longer than what is kept begins with the first picture")
    func shorterThanAsked() {
        let clip = ring(fedFor: 3).clip(from: time(-30), .atInstant)
        #expect(clip.start == Self.origin)
        #expect(clip.pictureCount == 30)
        #expect(clip.packets.count { $0.track == 0 } == 30)
    }

    @Test("Its bytes have a limit whatever the bit rate; then it is shorter, and says so")
    func boundedByBytes() {
        let ring = ring(fedFor: 60, byteLimit: 200_000, pictureBytes: 4_000)
        #expect(ring.isShortened)
        #expect(ring.start.map { time(59.9) - $0 > .seconds(2) } == true)
        #expect(!self.ring(fedFor: 60).isShortened)
    }

    @Test("A second that is larger than all of its room is left out, and the next keyframe is a new beginning")
    func hugeGroup() {
        var ring = PacketRing([.video, .audio], from: Self.origin, duration: .seconds(10), byteLimit: 10_000)
        ring.append(picture(at: 0, isKeyframe: true, byteCount: 6_000), ofTrack: 0)
        ring.append(sound(at: time(0)), ofTrack: 1)
        ring.append(picture(at: 0.5, isKeyframe: false, byteCount: 6_000), ofTrack: 0)
        #expect(ring.start == nil)
        #expect(ring.byteCount == 0)
        ring.append(picture(at: 0.6, isKeyframe: false), ofTrack: 0)
        #expect(ring.start == nil)
        ring.append(picture(at: 1, isKeyframe: true), ofTrack: 0)
        #expect(ring.start == time(1))
        for number in 0..<1_000 { ring.append(sound(at: time(1 + Double(number) / 50)), ofTrack: 1) }
        #expect(ring.byteCount <= 10_000)
    }

    @Test("Sound begins a run-up before the start, so that a decoder is right from the first sample that is heard")
    func soundRunUp() throws {
        let clip = ring(fedFor: 20).clip(from: time(15.55), .atInstant)
        let sounds = clip.packets.filter { $0.track == 1 }.map(\.packet)
        let first = try #require(sounds.first)
        #expect(first.presentationTime < clip.start - .milliseconds(58))
        #expect(first.end > clip.start - PacketRing.soundRunUp)
        #expect(zip(sounds, sounds.dropFirst()).allSatisfy { $0.end == $1.presentationTime })
    }

    @Test("A picture that needs no other is moved to the start, which it is shown from anyway")
    func moved() {
        var ring = PacketRing([.video], from: Self.origin, duration: .seconds(10), byteLimit: 1_000_000)
        for second in [0.0, 1.9, 3.8] { ring.append(picture(at: second, isKeyframe: true), ofTrack: 0) }
        let clip = ring.clip(from: time(3.7), .atInstant)
        #expect(clip.packets.map(\.packet.presentationTime) == [time(3.7), time(3.8)])
        #expect(clip.pictureCount == 2)
    }

    @Test("What is decoded and not shown is never further before the start than keyframes should be")
    func nearTheStart() {
        var ring = PacketRing([.video], from: Self.origin, duration: .seconds(10), byteLimit: 1_000_000)
        for (second, isKeyframe) in [(0.0, true), (0.1, false), (0.2, false), (2, true)] {
            ring.append(picture(at: second, isKeyframe: isKeyframe), ofTrack: 0)
        }
        let clip = ring.clip(from: time(1.8), .atInstant)
        let times = clip.packets.map(\.packet.presentationTime)
        #expect(times.first == time(0.8))
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
        #expect(times.allSatisfy { $0 >= clip.start - PacketRing.keyframeInterval })
        #expect(clip.pictureCount == 2)
    }

    @Test("A container that shows all it holds begins at the keyframe before, with the sound of that instant")
    func atKeyframe() throws {
        let clip = ring(fedFor: 20).clip(from: time(15.55), .atKeyframe)
        #expect(clip.start == time(15))
        #expect(clip.packets.allSatisfy { $0.packet.presentationTime >= time(15) })
        #expect(clip.pictureCount == 50)
    }

    @Test("What was forgotten is in no clip, and the next one begins there to the instant")
    func forgets() {
        var ring = ring(fedFor: 20)
        ring.forget(before: time(18.55))
        #expect(ring.start == time(18.55))
        let clip = ring.clip(from: time(10), .atInstant)
        #expect(clip.start == time(18.55))
        #expect(clip.packets.first { $0.track == 0 }?.packet.presentationTime == time(18))
    }

    @Test("Before the first picture has come a film begins with the ring, and has its sound")
    func noPictureYet() {
        var ring = PacketRing([.video, .audio], from: Self.origin, duration: .seconds(10), byteLimit: 1_000_000)
        ring.append(sound(at: Self.origin), ofTrack: 1)
        let clip = ring.clip(from: time(-5), .atInstant)
        #expect(clip.start == Self.origin)
        #expect(clip.packets.map(\.track) == [1])
    }

    @Test("Packets come in the order of their decode times, and those of a track increase")
    func order() {
        for start in stride(from: 5.0, through: 19.5, by: 0.37) {
            let packets = ring(fedFor: 20).clip(from: time(start), .atInstant).packets
            #expect(zip(packets, packets.dropFirst()).allSatisfy { $0.packet.decodeTime <= $1.packet.decodeTime })
            for track in 0...1 {
                let times = packets.filter { $0.track == track }.map(\.packet.decodeTime)
                #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
            }
        }
    }
}
