/// A control of the strip.
package enum PreviewControl: CaseIterable, Hashable, Sendable {
    /// Starts the film; red while it is recorded.
    case record
    /// Pauses the film, and goes on with it.
    case pause
    /// Stops the film.
    case stop
    /// Shows the last film.
    case play
    /// Chooses the layout.
    case layout
    /// Exchanges the first two pictures.
    case swap
    /// Shows the cameras, or doesn't.
    case cameras
    /// Chooses which camera is in which place.
    case devices
    /// Chooses which cameras have left and right exchanged.
    case mirror
    /// Chooses how large the cameras' pictures are.
    case format
    /// The lamp beside a camera.
    case torch
    /// Mutes the microphones, or the applications where there are none.
    case mute
    /// Makes that sound quieter.
    case quieter
    /// Makes that sound louder.
    case louder

    /// Whether it does something now.
    package func isEnabled(in status: PreviewStatus) -> Bool {
        switch self {
        case .record: status.phase == .ready
        case .stop, .pause: status.phase == .recording || status.phase == .paused
        case .play: status.hasFilm && (status.phase == .ready || status.phase == .done)
        case .swap: status.phase != .done && status.cameras.count > 1
        case .layout: status.phase != .done
        case .cameras, .mirror: status.phase != .done && !status.cameras.isEmpty
        case .devices: status.phase != .done && !status.cameras.isEmpty && !status.devices.isEmpty
        case .format: status.phase != .done && !status.formats.isEmpty
        case .torch: status.phase != .done && status.torch != .absent
        case .mute: status.phase != .done && status.controlledSound != nil
        case .quieter:
            status.phase != .done && (status.controlledSound?.gain).map { $0 > Self.gains.lowerBound } ?? false
        case .louder:
            status.phase != .done && (status.controlledSound?.gain).map { $0 < Self.gains.upperBound } ?? false
        }
    }

    /// The gains that the strip's buttons can reach, in decibels: beyond, a voice is noise or not heard at all.
    package static let gains = -20.0...20.0
    /// By how much each press of them changes it: the smallest step that everybody hears.
    package static let gainStep = 2.0

    /// Whether it opens a menu.
    package var opensMenu: Bool {
        switch self {
        case .layout, .devices, .mirror, .format: true
        case .record, .pause, .stop, .play, .swap, .cameras, .torch, .mute, .quieter, .louder: false
        }
    }

    /// The key that is as good as pressing it, as people write it.
    package var shortcut: Character {
        switch self {
        case .record: "R"
        case .pause: "P"
        case .stop: "Q"
        case .play: "O"
        case .layout: "L"
        case .swap: "S"
        case .cameras: "C"
        case .devices: "D"
        case .mirror: "F"
        case .format: "V"
        case .torch: "T"
        case .mute: "M"
        case .quieter: "-"
        case .louder: "+"
        }
    }

    /// What it does, in words, with its key.
    package func hint(in status: PreviewStatus) -> String {
        "\(words(in: status))  (\(shortcut))"
    }

    private func words(in status: PreviewStatus) -> String {
        switch self {
        case .record: "Start recording"
        case .pause: status.phase == .paused ? "Go on recording" : "Pause"
        case .stop: "Stop and save"
        case .play: "Show the last film"
        case .layout: "Layout: \(status.layout)"
        case .swap: "Exchange the first two pictures"
        case .cameras: status.cameras.contains { $0.isShown } ? "Cameras off" : "Cameras on"
        case .devices: "Choose cameras"
        case .mirror: "Mirror: \(status.mirroring.words.lowercased())"
        case .format: "Camera pictures: \(status.format)"
        case .torch: status.torch == .on ? "Lamp off" : "Lamp on"
        case .mute:
            "\(status.controlledSound?.isMuted == true ? "Unmute" : "Mute") \(status.controlledSound?.kind.words ?? "sound")"
        case .quieter: "Quieter"
        case .louder: "Louder"
        }
    }
}
