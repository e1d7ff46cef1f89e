import DoubletakeMedia
import Testing

struct MonotonicClockTests {
    @Test("The clock never goes back, and all of them tell the same time")
    func order() {
        let clocks = [MonotonicClock(), MonotonicClock()]
        var last = MediaTime.zero
        for index in 0..<1_000 {
            let now = clocks[index % 2].now
            #expect(now >= last)
            last = now
        }
        #expect(last > .zero)
    }
}
