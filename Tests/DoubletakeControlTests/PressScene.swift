import DoubletakeControl
import DoubletakeMedia

/// A control, and short words for what happens to it; times are in milliseconds.
struct PressScene {
    var control: TakeControl
    /// What it has ordered since `take()` was last called.
    private var actions: [TakeControl.Action] = []

    init(
        singlePress: TakeControl.SinglePress = .nothing,
        stopGesture: TakeControl.StopGesture = .leftOut
    ) {
        control = TakeControl(singlePress: singlePress, stopGesture: stopGesture)
    }

    /// A scene in which a film has been recorded since 0.
    static func recording(singlePress: TakeControl.SinglePress = .nothing) -> PressScene {
        var scene = PressScene(singlePress: singlePress)
        scene.report(.recordingBegan, at: 0)
        return scene
    }

    /// A scene in which a film has been recorded since 0, and paused at 1000.
    static func paused() -> PressScene {
        var scene = recording()
        scene.report(.paused, at: 1_000)
        return scene
    }

    mutating func press(at milliseconds: Int64..., from source: PressEvent.Source = .key) {
        for time in milliseconds { actions += control.press(PressEvent(time: at(time), source: source)) }
    }

    mutating func report(_ change: TakeControl.RecorderChange, at milliseconds: Int64) {
        actions += control.report(change, at: at(milliseconds))
    }

    mutating func advance(to milliseconds: Int64) {
        actions += control.advance(to: at(milliseconds))
    }

    /// Lets the time go by that the control waits for.
    mutating func settle() {
        if let deadline = control.deadline { actions += control.advance(to: deadline) }
    }

    /// What was ordered since the last call.
    mutating func take() -> [TakeControl.Action] {
        defer { actions = [] }
        return actions
    }
}

/// An instant of the scenes, in milliseconds.
func at(_ milliseconds: Int64) -> MediaTime {
    MediaTime.zero + .milliseconds(milliseconds)
}
