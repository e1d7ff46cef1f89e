import DoubletakeControl
import DoubletakeMedia
import Testing

/// Each cell of the table, and its edges.
struct TakeControlTests {
    // MARK: Armed

    @Test("One press while armed starts at the press's own time, and is confirmed once it can't be one of two")
    func start() {
        var scene = PressScene()
        scene.press(at: 1_000)
        #expect(scene.take() == [.startProvisionally(at: at(1_000))])
        #expect(scene.control.deadline == at(1_500))
        scene.advance(to: 1_499)
        #expect(scene.take() == [])
        scene.advance(to: 1_500)
        #expect(scene.take() == [.confirmStart])
        #expect(scene.control.deadline == nil)
    }

    @Test("A tap on the preview is heard of at once, so a start by one is confirmed when the double-press time is over")
    func tap() {
        var scene = PressScene()
        scene.press(at: 1_000, from: .previewTap)
        #expect(scene.control.deadline == at(1_400))
        scene.press(at: 1_399, from: .previewTap)
        #expect(scene.take() == [.startProvisionally(at: at(1_000)), .takeBack])
        scene.press(at: 3_000, from: .previewTap)
        scene.advance(to: 3_400)
        #expect(scene.take() == [.startProvisionally(at: at(3_000)), .confirmStart])
    }

    @Test("Two presses while armed are a start that is taken back", arguments: [30, 200, 400] as [Int64])
    func takeBack(gap: Int64) {
        var scene = PressScene()
        scene.press(at: 1_000, 1_000 + gap)
        #expect(scene.take() == [.startProvisionally(at: at(1_000)), .takeBack])
        scene.settle()
        #expect(scene.take() == [])
    }

    @Test("A second press after the double-press time is one of its own")
    func tooLate() {
        var scene = PressScene()
        scene.press(at: 1_000, 1_401)
        #expect(scene.take() == [.startProvisionally(at: at(1_000)), .confirmStart])
        scene.settle()
        #expect(scene.take() == [])
    }

    // MARK: Countdown

    @Test("One press cancels a countdown, and so do two", arguments: [[2_000], [2_000, 2_200]] as [[Int64]])
    func countdown(presses: [Int64]) {
        var scene = PressScene()
        scene.report(.countdownBegan, at: 1_000)
        for press in presses { scene.press(at: press) }
        scene.settle()
        #expect(scene.take() == [.cancelCountdown])
    }

    @Test("A press that begins a countdown is not confirmed; its bounces don't cancel it, a second press does")
    func startsCountdown() {
        var scene = PressScene()
        scene.press(at: 1_000)
        scene.report(.countdownBegan, at: 1_003)
        scene.press(at: 1_010, 1_001)
        scene.settle()
        #expect(scene.take() == [.startProvisionally(at: at(1_000))])
        scene.press(at: 1_200)
        #expect(scene.take() == [.cancelCountdown])
    }

    @Test("A press from the countdown's last moment that is heard of after it takes the film back")
    func lateCancel() {
        var scene = PressScene()
        scene.report(.countdownBegan, at: 1_000)
        scene.report(.recordingBegan, at: 4_000)
        scene.press(at: 3_995)
        #expect(scene.take() == [.takeBack])
    }

    // MARK: Recording

    @Test("One press while recording does nothing")
    func single() {
        var scene = PressScene.recording()
        scene.press(at: 5_000)
        scene.settle()
        #expect(scene.take() == [])
        #expect(scene.control.deadline == nil)
    }

    @Test("One press while recording marks the instant of the press, if it is to")
    func marker() {
        var scene = PressScene.recording(singlePress: .marker)
        scene.press(at: 5_000)
        #expect(scene.take() == [])
        scene.settle()
        #expect(scene.take() == [.mark(at: at(5_000))])
    }

    @Test("Where the gesture is kept, a film ends at the second of two presses, also when it was paused")
    func keptGesture() {
        for isPaused in [false, true] {
            var scene = PressScene(stopGesture: .kept)
            scene.report(.recordingBegan, at: 0)
            if isPaused { scene.report(.paused, at: 500) }
            scene.press(at: 1_000, 1_300)
            let actions = scene.take()
            #expect(actions == (isPaused ? [.resume(at: at(1_000))] : []) + [.stop(at: at(1_300))])
        }
    }

    @Test(
        "Two presses while recording end the film at the first of them, and are no markers",
        arguments: [TakeControl.SinglePress.nothing, .marker]
    )
    func stop(singlePress: TakeControl.SinglePress) {
        var scene = PressScene.recording(singlePress: singlePress)
        scene.press(at: 5_000, 5_400)
        #expect(scene.take() == [.stop(at: at(5_000))])
        scene.settle()
        #expect(scene.take() == [])
    }

    @Test("A film that would end before it has begun is taken back", arguments: [4_995, 5_000] as [Int64])
    func stopBeforeStart(first: Int64) {
        var scene = PressScene()
        scene.report(.recordingBegan, at: 5_000)
        scene.press(at: first, 5_200)
        #expect(scene.take() == [.takeBack])
    }

    @Test("A press from before the film that is heard of later is no marker in it")
    func markerBeforeStart() {
        var scene = PressScene(singlePress: .marker)
        scene.report(.recordingBegan, at: 5_000)
        scene.press(at: 4_995)
        scene.settle()
        #expect(scene.take() == [])
    }

    // MARK: Paused

    @Test("One press while paused resumes at once")
    func resume() {
        var scene = PressScene.paused()
        scene.press(at: 5_000)
        #expect(scene.take() == [.resume(at: at(5_000))])
        scene.settle()
        #expect(scene.take() == [])
        scene.press(at: 6_000, 6_300)
        #expect(scene.take() == [.stop(at: at(6_000))])
    }

    @Test("Two presses while paused stop at the instant of the resumption, so that nothing follows the pause")
    func stopPaused() {
        var scene = PressScene.paused()
        scene.press(at: 5_000, 5_300)
        scene.settle()
        #expect(scene.take() == [.resume(at: at(5_000)), .stop(at: at(5_000))])
    }

    @Test("A pause confirms a start that could still be taken back, and the next press resumes")
    func pausedAtOnce() {
        var scene = PressScene()
        scene.press(at: 1_000)
        scene.report(.paused, at: 1_100)
        scene.press(at: 1_300)
        scene.settle()
        #expect(scene.take() == [.startProvisionally(at: at(1_000)), .confirmStart, .resume(at: at(1_300))])
    }

    @Test("A press in a pause that something else has ended by the time it is heard of does nothing more")
    func resumedMeanwhile() {
        var scene = PressScene.paused()
        scene.report(.resumed, at: 5_100)
        scene.press(at: 5_000)
        scene.settle()
        #expect(scene.take() == [])
    }

    @Test("A pause between two presses doesn't keep them from stopping")
    func pausedMeanwhile() {
        var scene = PressScene.recording()
        scene.press(at: 5_000)
        scene.report(.paused, at: 5_100)
        scene.press(at: 5_300)
        #expect(scene.take() == [.stop(at: at(5_000))])
    }

    @Test("A press from before a pause that is heard of in it doesn't resume")
    func lateBeforePause() {
        var scene = PressScene.recording()
        scene.report(.paused, at: 5_000)
        scene.press(at: 4_998)
        scene.settle()
        #expect(scene.take() == [])
    }
}
