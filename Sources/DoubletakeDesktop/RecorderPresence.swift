/// How a recorder is, as a desktop shows it.
package enum PresentedState: Hashable, Sendable {
    /// It waits for a press.
    case armed
    /// It records.
    case recording
    /// It records, and is paused.
    case paused

    /// Whether the desktop must hold still: it neither blanks the screen nor goes to sleep.
    var isHeld: Bool {
        switch self {
        case .armed: false
        case .recording, .paused: true
        }
    }
}

/// What a desktop does for a recorder while that runs; where there is no desktop nothing happens.
package protocol RecorderPresence: Sendable {
    /// Shows how the recorder is; comes back at once.
    func show(_ state: PresentedState)

    /// Takes everything back: what was kept from happening may happen again.
    func end()
}
