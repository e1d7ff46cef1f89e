import DoubletakeMedia
import Testing

struct VideoFrameTests {
    private let picture = PixelBuffer(
        format: .i420,
        displaySize: PixelSize(width: 2, height: 2),
        color: .bt709Limited
    )

    /// Where picture `number` differs from the one before: a spot of its own.
    private func spot(_ number: Int) -> PixelRect {
        PixelRect(x: number * 10, y: 0, width: 5, height: 5)
    }

    private func frame(_ number: Int) -> VideoFrame {
        VideoFrame(
            pixelBuffer: picture,
            time: MediaTime(nanoseconds: Int64(number) * 1_000),
            sequenceNumber: UInt64(number),
            damage: number == 0 ? .everything : Damage([spot(number)])
        )
    }

    @Test("For someone who saw the picture before, the damage is the frame's own")
    func successor() {
        #expect(frame(5).damage(since: 4) == Damage([spot(5)]))
    }

    @Test("For someone who saw this picture, nothing differs")
    func same() {
        #expect(frame(5).damage(since: 5) == .none)
        #expect(frame(0).damage(since: 0) == .none)
    }

    @Test("For someone who missed a picture, or saw none, everything differs", arguments: [nil, 0, 3, 6] as [UInt64?])
    func gap(seen: UInt64?) {
        #expect(frame(5).damage(since: seen) == .everything)
    }

    @Test("The first picture has no base, and differs in everything")
    func first() {
        #expect(frame(0).damageBase == nil)
        #expect(frame(0).damage(since: nil) == .everything)
        #expect(frame(0).damage(since: 3) == .everything)
    }

    @Test("A frame that supersedes others takes over what had changed in them")
    func superseding() {
        let frame = frame(7).superseding(self.frame(6).superseding(self.frame(5)))
        #expect(frame.sequenceNumber == 7)
        #expect(frame.time == MediaTime(nanoseconds: 7_000))
        #expect(frame.damageBase == 4)
        #expect(frame.damage(since: 4) == Damage([spot(5), spot(6), spot(7)]))
        #expect(frame.damage(since: 7) == .none)
        #expect(frame.damage(since: 5) == .everything)
    }

    @Test("A frame that supersedes one with a gap between them differs in everything from all that anyone saw")
    func supersedingWithGap() {
        let frame = frame(7).superseding(frame(5))
        for seen: UInt64? in [nil, 4, 5, 6] { #expect(frame.damage(since: seen) == .everything) }
        #expect(frame.damage(since: 7) == .none)
    }

    @Test("A frame that supersedes the first one has no base either")
    func supersedingFirst() {
        let frame = frame(1).superseding(frame(0))
        #expect(frame.damageBase == nil)
        #expect(frame.damage(since: nil) == .everything)
        #expect(frame.damage(since: 0) == .everything)
    }

    @Test("A repeated frame is the same picture later, in which nothing has changed")
    func repeated() {
        let later = MediaTime(nanoseconds: 9_000)
        let frame = frame(5).repeated(at: later)
        #expect(frame.time == later && frame.sequenceNumber == 5 && frame.pixelBuffer === picture)
        #expect(frame.damage(since: 5) == .none)
        #expect(frame.damage(since: 4) == .everything)
        #expect(self.frame(6).damage(since: frame.sequenceNumber) == Damage([spot(6)]))
    }

    @Test("A repeat that supersedes its own original keeps the original's damage")
    func repeatSupersedes() {
        let frame = frame(5).repeated(at: MediaTime(nanoseconds: 9_000)).superseding(frame(5))
        #expect(frame.damage(since: 4) == Damage([spot(5)]))
        #expect(self.frame(6).superseding(frame).damage(since: 4) == Damage([spot(5), spot(6)]))
    }

    @Test("A frame that supersedes a repeat which was read as something new knows what changed since")
    func supersedesRepeat() {
        let repeated = frame(5).repeated(at: MediaTime(nanoseconds: 5_500))
        #expect(frame(6).superseding(repeated).damage(since: 5) == Damage([spot(6)]))
    }

    @Test("A frame with another time is otherwise the same")
    func retimed() {
        let overlay = VideoFrame.Overlay(picture: picture, x: -3, y: 4)
        let frame = VideoFrame(
            pixelBuffer: picture,
            time: .zero,
            sequenceNumber: 5,
            damage: Damage([spot(5)]),
            overlays: [overlay]
        ).retimed(to: MediaTime(nanoseconds: 1))
        #expect(frame.time.nanoseconds == 1 && frame.sequenceNumber == 5)
        #expect(frame.damage(since: 4) == Damage([spot(5)]))
        #expect(frame.overlays.map(\.x) == [-3] && frame.overlays.map(\.y) == [4])
    }
}
