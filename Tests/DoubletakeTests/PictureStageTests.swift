import DoubletakeComposition
import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import Doubletake

@Suite(.timeLimit(.minutes(10))) struct PictureStageTests {
    private let clock = ManualClock()

    private func frame(at time: MediaTime) -> VideoFrame {
        let picture = PixelBuffer(
            format: .i420,
            displaySize: PixelSize(width: 16, height: 16),
            color: .bt709Limited
        )
        return VideoFrame(pixelBuffer: picture, time: time, sequenceNumber: 0, damage: .everything)
    }

    /// Ends a film a millisecond after its beginning, and gives a picture after `delay`; the times of the film's
    /// pictures from its beginning, and when it said that it had finished.
    private func film(
        _ timing: FrameTiming,
        pictureAfter delay: Duration?
    ) throws -> (pictures: [Duration], finished: Duration?) {
        let start = clock.now
        let film = ConditionLock<(pictures: [Duration], finished: Duration?)>(([], nil))
        let hasEnded = ConditionLock(false)
        let stage = try PictureStage(
            rate: FrameRate(30),
            timing: timing,
            canvasSize: PixelSize(width: 16, height: 16),
            color: .bt709Limited,
            clock: clock
        ) { [clock] output in
            let now = clock.now
            film.withLock { film in
                switch output {
                case .buffer(let buffer): film.pictures.append(buffer.presentationTime - start)
                case .finished: film.finished = now - start
                }
            }
        } filmEnded: {
            hasEnded.withLock { $0 = true }
        }
        stage.tell(.begin(start))
        stage.tell(.end(start + .milliseconds(1)))
        clock.advance(by: delay ?? .milliseconds(1_000), inStepsOf: .milliseconds(10), whenWaiting: 1)
        if delay != nil {
            stage.offer(frame(at: clock.now))
        } else {
            clock.advance(by: .milliseconds(40))
        }
        _ = hasEnded.wait(until: nil, on: clock) { $0 ? true : nil }
        stage.close()
        return film.withLock { $0 }
    }

    @Test(
        "A film that is ended before any picture has come waits for one, and begins with it",
        arguments: FrameTiming.allCases)
    func waitsForPicture(timing: FrameTiming) throws {
        let (pictures, finished) = try film(timing, pictureAfter: .milliseconds(600))
        #expect(pictures == [.zero])
        #expect(finished == .milliseconds(600))
    }

    @Test("A film whose source is dead ends all the same, a second after it was told to")
    func deadSource() throws {
        let (pictures, finished) = try film(.variable, pictureAfter: nil)
        #expect(pictures.isEmpty)
        #expect(finished == .milliseconds(1_040))
    }
}
