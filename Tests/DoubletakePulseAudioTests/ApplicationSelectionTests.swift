import Testing

@testable import DoubletakePulseAudio

@Suite struct ApplicationSelectionTests {
    @Test("app: and not-app: with a name mean applications, and nothing else does")
    func text() {
        #expect(ApplicationSelection("app:Firefox") == .only("Firefox"))
        #expect(ApplicationSelection("not-app:my app") == .allBut("my app"))
        for text in ["app:", "not-app:", "speakers", "App:x", "", " app:x"] {
            #expect(ApplicationSelection(text) == nil)
        }
    }

    @Test("An application is meant by its name or its program's, whole, in any case")
    func names() {
        let stream = PlayingStream(index: 3, applicationNames: ["Firefox", "firefox-bin"])
        for name in ["Firefox", "firefox", "FIREFOX-BIN"] {
            #expect(ApplicationSelection.only(name).contains(stream))
            #expect(!ApplicationSelection.allBut(name).contains(stream))
        }
        for name in ["fire", "firefox-", "mpv"] {
            #expect(!ApplicationSelection.only(name).contains(stream))
            #expect(ApplicationSelection.allBut(name).contains(stream))
        }
        #expect(!ApplicationSelection.only("x").contains(PlayingStream(index: 4, applicationNames: [])))
    }
}
