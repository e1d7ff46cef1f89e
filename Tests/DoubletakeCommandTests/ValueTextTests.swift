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

    @Test("A part is read as X11 writes it and as slurp does, with signs and without spaces")
    func rectangles() {
        let rectangle = PixelRect(x: -100, y: 50, width: 640, height: 480)
        for text in ["640x480-100+50", "640x480+-100+50", "-100,50 640x480"] {
            #expect(PixelRect(text: text) == rectangle, "\(text)")
        }
        let wrong = [
            "", "640x480", "640x480+1", "0x480+0+0", "640x480+a+b", "640x480+0+0 ", "x480+0+0", "1,2 3", "pick",
        ]
        for text in wrong { #expect(PixelRect(text: text) == nil, "\(text)") }
    }

    @Test("A size is a word or two numbers")
    func sizes() {
        #expect(PixelSize(text: "720p") == PixelSize(width: 1280, height: 720))
        #expect(PixelSize(text: "4K") == PixelSize(width: 3840, height: 2160))
        #expect(PixelSize(text: "641x481") == PixelSize(width: 641, height: 481))
        for text in ["", "0x480", "-1x480", "640", "640x", "99999x480", "640x480x2", "5K"] {
            #expect(PixelSize(text: text) == nil, "\(text)")
        }
    }
}
