import DoubletakeMedia
import Testing

@testable import DoubletakePulseAudio

struct UnevenRestsTests {
    @Test("Rests are as long as was asked for on average, and none is much longer or shorter")
    func average() {
        var rests = UnevenRests(around: .milliseconds(120))
        let all = (0..<1_000).map { _ in rests.next().inSeconds }
        #expect(abs(all.reduce(0, +) / 1_000 - 0.12) < 0.0001)
        #expect(all.allSatisfy { (0.11...0.13).contains($0) })
    }

    @Test(
        "Questions after each third rest come to within half a period of each of its places in ten seconds",
        arguments: [5, 10, 20, 21.333]
    )
    func places(period: Double) {
        var rests = UnevenRests(around: .milliseconds(120))
        var elapsed = 0.0
        let questions = (0..<300).map { _ in
            for _ in 0..<3 { elapsed += rests.next().inSeconds * 1_000 }
            return elapsed.truncatingRemainder(dividingBy: period)
        }
        for first in 0..<270 {
            let places = questions[first..<(first + 28)].sorted()
            let around = places + [places[0] + period]
            let widest = zip(around.dropFirst(), around).map { $0 - $1 }.max() ?? period
            #expect(widest < period / 2, "from question \(first) on")
        }
    }
}
