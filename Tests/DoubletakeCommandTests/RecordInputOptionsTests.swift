import Doubletake
import DoubletakeCapture
import DoubletakeControl
import Testing

@testable import DoubletakeCommand

@Suite struct RecordInputOptionsTests {
    @Test("Clicks and keys are shown when they are asked for, and never the recorder's own keys")
    func shown() throws {
        #expect(try RecordOptions([]).configuration.shownInput == [])
        #expect(try RecordOptions(["--show-clicks"]).configuration.shownInput == .clicks)
        let both = try RecordOptions(["--show-keys", "--show-clicks", "--key", "stop=F10"]).configuration
        #expect(both.shownInput == [.clicks, .keys])
        #expect(Set(both.unshownKeys.map(\.description)) == ["F9", "F10"])
    }

    @Test(
        "Where no screen is recorded neither can be shown",
        arguments: [["--cameras-only"], ["--preview"]], ["--show-clicks", "--show-keys"]
    )
    func cameras(words: [String], option: String) {
        let error = #expect(throws: UsageError.self) { try RecordOptions(words + ["--camera", "front", option]) }
        #expect(error == .conflict(words[0], option))
        #expect(error?.help == "Leave out \(option), or the other one.")
    }
}
