import DoubletakeTestSupport

/// One recorder makes three takes, of which one is thrown away by a key: two films, the third in the trash.
package struct TakesScenario: Scenario {
    private static let takeCount = 3

    /// Describes the scenario.
    package init() {}

    package func run(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool)
        let key = try PressedKey(0xffc6, on: desktop)
        let discard = try PressedKey(0xffc9, on: desktop)
        let recorder = try desktop.record([
            "--takes", "\(Self.takeCount)", "--start", "key", "--key", "F9", "--key", "discard=F12", "--no-sound",
            desktop.file("take-{take}.mp4"),
        ])
        var films: [String] = []
        for take in 1...Self.takeCount {
            try recorder.awaitEvent("armed")
            key.rest()
            try key.press()
            try recorder.awaitEvent("started")
            try recorder.awaitEvent("status")
            if take == 2 {
                try discard.press()
                try recorder.awaitEvent("discarded")
            } else {
                try key.pressTwice()
                films.append(try recorder.awaitEvent("finished").texts["file"] ?? "")
            }
        }
        var report = ScenarioReport()
        report.add("status of the one process", try recorder.awaitEnd(), wanted: 0)
        report.add("two are told of", isTrue: films == [1, 3].map { desktop.file("take-\($0).mp4") })
        let there = try desktop.folder.contents().filter { $0.hasPrefix("take-") }
        report.add("files", there, wanted: ["take-1.mp4", "take-3.mp4"])
        let trashed = desktop.file(".local/share/Trash/files/take-2.mp4")
        let playable = try (films + [trashed]).filter { try Player.ffmpeg.plays($0) }
        report.add("that play, with the one in the trash", playable.count, ofAll: Self.takeCount)
        return report
    }
}
