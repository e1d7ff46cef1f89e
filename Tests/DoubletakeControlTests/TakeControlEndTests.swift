import DoubletakeControl
import DoubletakeMedia
import Testing

/// What follows an end, and presses that bounce, come late or in another order.
struct TakeControlEndTests {
    @Test("What is pressed up to the double-press time after a stop is dropped and counted")
    func quiet() {
        var scene = PressScene.recording()
        scene.press(at: 5_000, 5_200, 5_300, 5_600)
        scene.settle()
        #expect(scene.take() == [.stop(at: at(5_000))])
        #expect(scene.control.droppedCount == 2)
        scene.press(at: 5_601 + 30)
        #expect(scene.take() == [.startProvisionally(at: at(5_631))])
    }

    @Test("A third press after a start was taken back doesn't start")
    func quietAfterTakeBack() {
        var scene = PressScene()
        scene.press(at: 1_000, 1_200, 1_400)
        #expect(scene.take() == [.startProvisionally(at: at(1_000)), .takeBack])
        #expect(scene.control.droppedCount == 1)
    }

    @Test("Two presses around the instant at which a film ends by itself don't start the next one")
    func endsByItself() {
        var scene = PressScene.recording()
        scene.press(at: 9_900)
        scene.report(.ended, at: 10_000)
        scene.press(at: 10_150)
        scene.settle()
        #expect(scene.take() == [])
        #expect(scene.control.droppedCount == 2)
        scene.press(at: 10_500)
        #expect(scene.take() == [.startProvisionally(at: at(10_500))])
    }

    @Test("A start that fails is not confirmed, and the control is armed again")
    func failedStart() {
        var scene = PressScene()
        scene.press(at: 1_000)
        scene.report(.ended, at: 1_100)
        scene.settle()
        #expect(scene.take() == [.startProvisionally(at: at(1_000))])
        scene.press(at: 1_501)
        #expect(scene.take() == [.startProvisionally(at: at(1_501))])
    }

    @Test("The end of the film before, reported late, doesn't end the next one")
    func reportedLate() {
        var scene = PressScene.recording()
        scene.press(at: 5_000, 5_200, 6_000)
        scene.report(.ended, at: 5_000)
        scene.settle()
        #expect(scene.take() == [.stop(at: at(5_000)), .startProvisionally(at: at(6_000)), .confirmStart])
    }

    @Test("A recorder may report what it was told to do")
    func echo() {
        var scene = PressScene()
        scene.press(at: 1_000)
        scene.report(.recordingBegan, at: 1_000)
        scene.settle()
        scene.report(.paused, at: 3_000)
        scene.press(at: 4_000)
        scene.settle()
        scene.report(.resumed, at: 4_000)
        scene.press(at: 5_000, 5_200)
        scene.report(.ended, at: 5_000)
        #expect(
            scene.take() == [
                .startProvisionally(at: at(1_000)), .confirmStart, .resume(at: at(4_000)), .stop(at: at(5_000)),
            ]
        )
    }

    @Test("Contacts nearer than 30 ms are one press, however many there are")
    func bounces() {
        var scene = PressScene.recording()
        scene.press(at: 5_000, 5_029, 5_050, 5_070)
        scene.settle()
        #expect(scene.take() == [])
        scene.press(at: 6_000, 6_010, 6_200, 6_215)
        #expect(scene.take() == [.stop(at: at(6_000))])
        #expect(scene.control.droppedCount == 0)
    }

    @Test("One press that comes by two ways is one press")
    func twoSources() {
        var scene = PressScene()
        scene.press(at: 1_000, from: .key)
        scene.press(at: 1_012, from: .terminal)
        scene.settle()
        #expect(scene.take() == [.startProvisionally(at: at(1_000)), .confirmStart])
    }

    @Test("Presses of two sources make a double press")
    func mixedSources() {
        var scene = PressScene.recording()
        scene.press(at: 5_000, from: .key)
        scene.press(at: 5_200, from: .previewTap)
        #expect(scene.take() == [.stop(at: at(5_000))])
    }

    @Test("Two presses in the wrong order end the film at the earlier one")
    func wrongOrder() {
        var scene = PressScene.recording()
        scene.press(at: 5_045, 5_000)
        #expect(scene.take() == [.stop(at: at(5_000))])
    }

    @Test("The first contact of a press counts, also when it comes second")
    func wrongOrderOfContacts() {
        var scene = PressScene.recording()
        scene.press(at: 5_008, 5_000, 5_200)
        #expect(scene.take() == [.stop(at: at(5_000))])
    }

    @Test("A second press in time that is heard of 100 ms late still counts")
    func lateSecond() {
        var scene = PressScene()
        scene.press(at: 1_000)
        scene.advance(to: 1_499)
        scene.press(at: 1_399)
        #expect(scene.take() == [.startProvisionally(at: at(1_000)), .takeBack])
    }

    @Test("A press from long before the last one is dropped")
    func stale() {
        var scene = PressScene.recording()
        scene.press(at: 9_000, 2_000)
        scene.settle()
        #expect(scene.take() == [])
        #expect(scene.control.droppedCount == 1)
    }
}
