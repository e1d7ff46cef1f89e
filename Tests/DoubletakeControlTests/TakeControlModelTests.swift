import DoubletakeControl
import DoubletakeMedia
import Testing

/// Thousands of random stories, each told to the control as it happens and to the model as a whole.
struct TakeControlModelTests {
    @Test("Ten thousand stories mean the same to the control and to the table", arguments: 0..<10 as Range<UInt64>)
    func inOrder(block: UInt64) {
        for seed in block * 1_000..<(block + 1) * 1_000 {
            var random = SeededGenerator(seed: seed)
            let singlePress: TakeControl.SinglePress = seed.isMultiple(of: 2) ? .nothing : .marker
            let inputs = story(&random)
            let stopGesture: TakeControl.StopGesture = seed.isMultiple(of: 3) ? .kept : .leftOut
            let expected = PressModel(inputs, singlePress: singlePress, stopGesture: stopGesture).run()
            var scene = PressScene(singlePress: singlePress, stopGesture: stopGesture)
            for input in inputs {
                tell(input, to: &scene, at: input.time, &random)
            }
            scene.settle()
            let actions = scene.take()
            if actions != expected {
                Issue.record("seed \(seed): \(inputs)\n is \(actions)\n not \(expected)")
                return
            }
        }
    }

    @Test("Presses that are heard of late, and in another order, mean the same", arguments: 0..<5 as Range<UInt64>)
    func outOfOrder(block: UInt64) {
        for seed in block * 1_000..<(block + 1) * 1_000 {
            var random = SeededGenerator(seed: seed)
            let presses = looseStory(&random)
            let expected = PressModel(presses.map { .press($0) }, singlePress: .marker).run()
            var scene = PressScene(singlePress: .marker)
            let arrivals = presses.map { (time: $0, arrival: $0 + Int64.random(in: 0...90, using: &random)) }
                .sorted { $0.arrival < $1.arrival }
            for press in arrivals {
                tell(.press(press.time), to: &scene, at: press.arrival, &random)
            }
            scene.settle()
            let actions = scene.take()
            if !isSame(actions, expected) {
                Issue.record("seed \(seed): \(arrivals)\n is \(actions)\n not \(expected)")
                return
            }
        }
    }

    /// Up to thirty inputs, many of them at the edges of what is one press and of what is two.
    private func story(_ random: inout SeededGenerator) -> [PressModel.Input] {
        let changes: [TakeControl.RecorderChange] = [.countdownBegan, .recordingBegan, .paused, .resumed, .ended]
        var time: Int64 = 1_000
        return (0..<Int.random(in: 1...30, using: &random)).map { _ in
            let gap =
                switch Int.random(in: 0..<6, using: &random) {
                case 0: Int64.random(in: 1...29, using: &random)
                case 1: Int64.random(in: 29...31, using: &random)
                case 2, 3: Int64.random(in: 32...399, using: &random)
                case 4: Int64.random(in: 398...402, using: &random)
                default: Int64.random(in: 402...2_000, using: &random)
                }
            time += gap
            guard Int.random(in: 0..<4, using: &random) == 0, let change = changes.randomElement(using: &random) else {
                return .press(time)
            }
            return .report(change, time)
        }
    }

    /// Presses of up to three contacts, far enough from the edges that the order of contacts moves none over one.
    private func looseStory(_ random: inout SeededGenerator) -> [Int64] {
        var time: Int64 = 1_000
        return (0..<Int.random(in: 1...20, using: &random)).flatMap { _ in
            time +=
                Bool.random(using: &random)
                ? Int64.random(in: 150...155, using: &random) : Int64.random(in: 550...2_000, using: &random)
            let contacts = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                time + Int64.random(in: 1...20, using: &random)
            }
            return ([time] + contacts).sorted()
        }
    }

    /// Lets the time go by up to `now`, with a few looks at the clock that are not needed, and then tells of `input`.
    private func tell(
        _ input: PressModel.Input,
        to scene: inout PressScene,
        at now: Int64,
        _ random: inout SeededGenerator
    ) {
        if let deadline = scene.control.deadline, deadline < at(now) { scene.settle() }
        if Bool.random(using: &random) { scene.advance(to: now - Int64.random(in: 0...20, using: &random)) }
        switch input {
        case .press(let time): scene.press(at: time)
        case .report(let change, let time): scene.report(change, at: time)
        }
    }

    /// Whether the actions are the same, and their times are those of contacts of the same presses.
    private func isSame(_ some: [TakeControl.Action], _ others: [TakeControl.Action]) -> Bool {
        some.count == others.count
            && zip(some, others).allSatisfy { one, other in
                switch (one, other) {
                // The start can't wait for an earlier contact.
                case (.startProvisionally(let one), .startProvisionally(let other)):
                    one >= other && one < other + TakeControl.bounceTime
                default: one == other
                }
            }
    }
}
