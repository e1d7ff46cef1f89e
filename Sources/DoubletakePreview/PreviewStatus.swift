package import DoubletakeMedia

/// What the strip below the preview's picture tells.
package struct PreviewStatus: Hashable, Sendable {
    /// What the recorder is doing.
    package enum Phase: Hashable, Sendable {
        /// It waits for a start.
        case ready
        /// It records.
        case recording
        /// It is paused.
        case paused
        /// It finishes the film, or has finished it.
        case done
    }

    /// What the recorder is doing.
    package var phase = Phase.ready
    /// How long the film is.
    package var elapsed = Duration.zero
    /// What is to be read: the state in words, or where the film was saved.
    package var text = "Ready"
    /// The layout's name.
    package var layout = ""

    /// Creates a status: nothing is recorded yet.
    package init() {}

    /// The film's length as people read it: `01:05`, and `1:00:00` from one hour on.
    package var timer: String {
        let seconds = Int(elapsed.components.seconds)
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(two(minutes)):\(two(rest))"
    }
}

/// What a person does with the preview's window.
package enum PreviewEvent: Hashable, Sendable {
    /// The picture was tapped at that time.
    case tap(MediaTime)
    /// A button was pressed.
    case button(PreviewButton, MediaTime)
    /// The window is to be closed.
    case closed
    /// The server is gone, and the window with it; why.
    case lost(reason: String)
}

/// A button of the strip.
package enum PreviewButton: CaseIterable, Hashable, Sendable {
    /// Starts the film; red while it is recorded.
    case record
    /// Stops the film.
    case stop
    /// Exchanges the first two pictures.
    case swap
    /// Goes on to the next layout.
    case layout

    /// Whether it does something in a phase.
    package func isEnabled(in phase: PreviewStatus.Phase) -> Bool {
        switch (self, phase) {
        case (.record, .ready), (.stop, .recording), (.stop, .paused): true
        case (.record, _), (.stop, _): false
        case (.swap, .done), (.layout, .done): false
        case (.swap, _), (.layout, _): true
        }
    }
}
