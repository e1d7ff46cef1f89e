import Doubletake
import DoubletakeCapture
import Testing

@testable import DoubletakeCommand

@Suite struct SessionWarningTests {
    @Test("What can't be changed while it records stays as it is, and a warning says so in the error's own words")
    func kept() {
        let error = RecordingError.capture(
            .unavailable(device: "Back", reason: "it is in use", help: "Close the other program.")
        )
        for (warning, code) in [
            (RecordingWarning(notChosenBecause: error), "camera_kept"),
            (RecordingWarning(soundKeptBecause: error), "sound_kept"),
        ] {
            #expect(warning.code == code && warning.subject == "Back")
            #expect(warning.message == "it is in use" && warning.help == "Close the other program.")
        }
    }
}
