/// What another program can ask of a recorder.
public enum ControlVerb: String, CaseIterable, Codable, Sendable {
    /// Begin the film, at once.
    case start
    /// End the film, or leave when none is recorded.
    case stop
    /// Let nothing go into the film until it is resumed.
    case pause
    /// Go on with the film.
    case resume
    /// Pause, or go on.
    case togglePause = "toggle-pause"
    /// Put a marker into the film.
    case mark
    /// Go on in the next part.
    case split
    /// End the film and move it to the trash.
    case discard
    /// End the film, move it to the trash, and be ready for the next.
    case retake
    /// Write what was just now into a file.
    case saveReplay = "save-replay"
    /// Exchange the first two pictures.
    case swap
    /// Place the pictures in another way.
    case layout
    /// Show a camera's picture, or all of them.
    case cameraOn = "camera-on"
    /// Show it no more.
    case cameraOff = "camera-off"
    /// Let nothing be heard of applications or microphones.
    case mute
    /// Let them be heard again.
    case unmute
    /// Make them louder or quieter.
    case gain
    /// Say how it stands.
    case status
}
