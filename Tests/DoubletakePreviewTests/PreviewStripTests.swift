import DoubletakeMedia
import DoubletakePreview
import Testing

struct PreviewStripTests {
    @Test("A button is hit in its own area, only where it does something, and no two share a place")
    func buttons() {
        let strip = PreviewStrip(width: 640)
        let areas = PreviewButton.allCases.map { strip.area(of: $0) }
        for (index, area) in areas.enumerated() {
            #expect(PixelRect(strip.size).contains(area))
            #expect(areas[..<index].allSatisfy { $0.intersection(area).isEmpty })
        }
        func hit(_ button: PreviewButton, _ phase: PreviewStatus.Phase) -> PreviewButton? {
            let area = strip.area(of: button)
            return strip.button(atX: area.x + 1, y: area.y + 1, in: phase)
        }
        #expect(PreviewButton.allCases.map { hit($0, .ready) } == [.record, nil, .swap, .layout])
        #expect(PreviewButton.allCases.map { hit($0, .recording) } == [nil, .stop, .swap, .layout])
        #expect(PreviewButton.allCases.map { hit($0, .paused) } == [nil, .stop, .swap, .layout])
        #expect(PreviewButton.allCases.map { hit($0, .done) } == [nil, nil, nil, nil])
        #expect(strip.button(atX: 0, y: 0, in: .ready) == nil)
    }

    @Test(
        "The timer has minutes and seconds, and hours from one hour on",
        arguments: [
            (0, "00:00"), (59, "00:59"), (65, "01:05"), (3_599, "59:59"), (3_600, "1:00:00"), (36_061, "10:01:01"),
        ]
    )
    func timer(seconds: Int, text: String) {
        var status = PreviewStatus()
        status.elapsed = .seconds(seconds) + .milliseconds(999)
        #expect(status.timer == text)
    }
}
