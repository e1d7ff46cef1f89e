import DoubletakeMedia
import Testing

@testable import DoubletakeWriting

struct InterleaverTests {
    private static let now = WriterScene.start

    /// The times of the packets that are in order by `now`, in milliseconds, with their tracks.
    private static func take(_ interleaver: inout Interleaver, at now: MediaTime = now) -> [[Int64]] {
        var result: [[Int64]] = []
        while let (track, packet) = interleaver.next(at: now) {
            result.append([Int64(track), (packet.decodeTime - WriterScene.start).wholeNanoseconds / 1_000_000])
        }
        return result
    }

    private static func append(_ milliseconds: Int..., toTrack track: Int, of interleaver: inout Interleaver) {
        for time in milliseconds {
            interleaver.append(Sample.packet(.video, at: .milliseconds(time)), toTrack: track, at: now)
        }
    }

    @Test("Packets come in the order of their decode times, the first track first when they are equal")
    func order() {
        var interleaver = Interleaver(trackCount: 3)
        Self.append(0, 33, 66, toTrack: 0, of: &interleaver)
        Self.append(0, 21, 42, toTrack: 1, of: &interleaver)
        Self.append(10, 30, 50, toTrack: 2, of: &interleaver)
        #expect(Self.take(&interleaver) == [[0, 0], [1, 0], [2, 10], [1, 21], [2, 30], [0, 33], [1, 42]])
    }

    @Test("It is the decode time that counts, not the time at which a packet is shown")
    func decodeTime() {
        var interleaver = Interleaver(trackCount: 2)
        interleaver.append(Sample.packet(.video, at: .zero, shownAfter: .seconds(1)), toTrack: 0, at: Self.now)
        Self.append(5, toTrack: 1, of: &interleaver)
        #expect(Self.take(&interleaver) == [[0, 0]])
    }

    @Test("A packet waits for a track that has none, but not for one that has ended")
    func waits() {
        var interleaver = Interleaver(trackCount: 2)
        Self.append(0, 20, toTrack: 0, of: &interleaver)
        #expect(Self.take(&interleaver).isEmpty)
        interleaver.finish(track: 1)
        #expect(Self.take(&interleaver) == [[0, 0], [0, 20]])
    }

    @Test("A packet waits no longer than the patience, counted from its arrival")
    func patience() {
        var interleaver = Interleaver(trackCount: 2)
        #expect(interleaver.deadline == nil)
        Self.append(0, toTrack: 0, of: &interleaver)
        let later = Self.now + .milliseconds(100)
        interleaver.append(Sample.packet(.video, at: .milliseconds(33)), toTrack: 0, at: later)
        #expect(interleaver.deadline == Self.now + Interleaver.patience)
        #expect(Self.take(&interleaver, at: Self.now + Interleaver.patience - .nanoseconds(1)).isEmpty)
        #expect(Self.take(&interleaver, at: Self.now + Interleaver.patience) == [[0, 0]])
        #expect(interleaver.deadline == later + Interleaver.patience)
    }

    @Test("Before a late packet, what must be decoded before it comes")
    func latePacket() {
        var interleaver = Interleaver(trackCount: 3)
        Self.append(50, toTrack: 0, of: &interleaver)
        let later = Self.now + .milliseconds(400)
        interleaver.append(Sample.packet(.audio, at: .milliseconds(20)), toTrack: 1, at: later)
        interleaver.append(Sample.packet(.audio, at: .milliseconds(70)), toTrack: 1, at: later)
        #expect(Self.take(&interleaver, at: Self.now + Interleaver.patience) == [[1, 20], [0, 50]])
    }

    @Test("A track that never comes can't make the others pile up")
    func capacity() {
        var interleaver = Interleaver(trackCount: 2)
        for time in 0..<Interleaver.capacity - 1 { Self.append(time, toTrack: 0, of: &interleaver) }
        #expect(Self.take(&interleaver).isEmpty)
        Self.append(Interleaver.capacity, toTrack: 0, of: &interleaver)
        #expect(Self.take(&interleaver) == [[0, 0]])
    }

    @Test("Whatever is here can be had at once, in order")
    func regardless() {
        var interleaver = Interleaver(trackCount: 2)
        Self.append(20, 40, toTrack: 1, of: &interleaver)
        Self.append(30, toTrack: 0, of: &interleaver)
        var tracks: [Int] = []
        while let (track, _) = interleaver.nextRegardless() { tracks.append(track) }
        #expect(tracks == [1, 0, 1])
    }

    @Test("It is complete when every track has ended")
    func complete() {
        var interleaver = Interleaver(trackCount: 2)
        interleaver.finish(track: 0)
        interleaver.finish(track: 0)
        #expect(!interleaver.isComplete)
        interleaver.finish(track: 1)
        #expect(interleaver.isComplete)
    }
}
