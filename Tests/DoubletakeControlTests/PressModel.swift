import DoubletakeControl
import DoubletakeMedia

/// The table of `TakeControl` for a whole story at once: it knows what comes, so it needs no deadlines.
///
/// Times are in milliseconds, and the inputs in the order of their times.
struct PressModel {
    enum Input {
        case press(Int64)
        case report(TakeControl.RecorderChange, Int64)

        var time: Int64 {
            switch self {
            case .press(let time), .report(_, let time): time
            }
        }
    }

    private enum State {
        case armed
        case countdown
        case recording
        case paused
    }

    let inputs: [Input]
    let doublePress: Int64
    let singlePress: TakeControl.SinglePress
    let stopGesture: TakeControl.StopGesture

    private var state = State.armed
    private var quiet = Int64.min
    private var filmStart = Int64.max
    private var actions: [TakeControl.Action] = []
    /// By the index of the second press: what the first one found, and when.
    private var seconds: [Int: (found: State, time: Int64)] = [:]
    private var single: (found: State, time: Int64)?

    init(
        _ inputs: [Input],
        doublePress: Int64 = 400,
        singlePress: TakeControl.SinglePress,
        stopGesture: TakeControl.StopGesture = .leftOut
    ) {
        self.doublePress = doublePress
        self.singlePress = singlePress
        self.stopGesture = stopGesture
        var lastContact = Int64.min / 2
        self.inputs = inputs.filter { input in
            guard case .press(let time) = input else { return true }
            defer { lastContact = time }
            return time - lastContact >= 30
        }
    }

    /// All that is to be ordered in the story.
    func run() -> [TakeControl.Action] {
        var story = self
        for index in inputs.indices {
            story.decide(before: inputs[index].time)
            switch inputs[index] {
            case .press(let time): story.press(index, at: time)
            case .report(let change, let time): story.report(change, at: time)
            }
        }
        story.decide(before: .max)
        return story.actions
    }

    private mutating func press(_ index: Int, at time: Int64) {
        if let first = seconds[index] {
            actions.append(
                first.found == .armed || first.time <= filmStart
                    ? .takeBack : .stop(at: at(stopGesture == .leftOut ? first.time : time))
            )
            end(at: time)
        } else if time <= quiet {
            return
        } else if state == .countdown {
            actions.append(.cancelCountdown)
            end(at: time)
        } else {
            let found = state
            if state == .armed {
                actions.append(.startProvisionally(at: at(time)))
                state = .recording
                filmStart = time
            } else if state == .paused {
                actions.append(.resume(at: at(time)))
                state = .recording
            }
            if let second = second(after: index, found) {
                seconds[second] = (found, time)
            } else {
                single = (found, time)
            }
        }
    }

    /// The press that makes a double one of that at `index`, if nothing takes the meaning away in between.
    private func second(after index: Int, _ found: State) -> Int? {
        for later in inputs.indices.dropFirst(index + 1) where inputs[later].time <= inputs[index].time + doublePress {
            switch inputs[later] {
            case .press: return later
            case .report(.ended, _), .report(.countdownBegan, _): return nil
            // A film that is paused is meant.
            case .report(.paused, _) where found == .armed: return nil
            case .report: break
            }
        }
        return nil
    }

    private mutating func decide(before time: Int64) {
        guard let press = single, time > press.time + doublePress else { return }
        single = nil
        switch press.found {
        case .armed: actions.append(.confirmStart)
        case .recording:
            if singlePress == .marker { actions.append(.mark(at: at(press.time))) }
        case .paused, .countdown: break
        }
    }

    private mutating func report(_ change: TakeControl.RecorderChange, at time: Int64) {
        switch (change, state) {
        case (.countdownBegan, .countdown): break
        case (.countdownBegan, _):
            single = nil
            state = .countdown
        case (.recordingBegan, .armed), (.recordingBegan, .countdown):
            state = .recording
            filmStart = time
        case (.paused, .recording):
            if single?.found == .armed {
                single = nil
                actions.append(.confirmStart)
            }
            state = .paused
        case (.resumed, .paused): state = .recording
        case (.ended, .countdown), (.ended, .recording), (.ended, .paused): end(at: time)
        default: break
        }
    }

    private mutating func end(at time: Int64) {
        state = .armed
        single = nil
        quiet = time + doublePress
    }
}
