import DoubletakeMedia
import Testing

@testable import DoubletakeCommand

@Suite struct ValueTextTests {
    @Test(
        "A length of time is read as people write it",
        arguments: [
            ("90", 90.0), ("2.5", 2.5), ("0.1", 0.1), ("1m30s", 90), ("1m", 60), ("2h", 7200), ("1h1m1s", 3661),
            ("00:01:30", 90), ("1:30", 90), ("10:00:00.5", 36000.5),
        ]
    )
    func durations(text: String, seconds: Double) {
        #expect(Duration(text: text)?.inSeconds == seconds)
    }

    @Test(
        "What is no length of time, or none at all, is not read",
        arguments: [
            "", "0", "-1", "abc", "1x", "1s30", "1s1m", ":", "1::2", "1:2:3:4", "inf", "0x10", "1e3", " 1", "m",
        ]
    )
    func noDurations(text: String) {
        #expect(Duration(text: text) == nil)
    }

    @Test("A rate is a whole number or a fraction")
    func rates() {
        #expect(FrameRate(text: "30") == FrameRate(30))
        #expect(FrameRate(text: "30000/1001") == FrameRate(30_000, per: 1001))
        for text in ["", "0", "-5", "481", "1/2", "30/0", "30/", "a", "1/2/3", "29.97"] {
            #expect(FrameRate(text: text) == nil, "\(text)")
        }
    }
}
