import DoubletakeMedia
import Testing

@testable import DoubletakeX11

@Suite struct ClickHalosTests {
    private func at(_ milliseconds: Int) -> MediaTime { .zero + .milliseconds(milliseconds) }

    @Test("A halo stays as it is and goes with the pointer while its button is held")
    func held() {
        var halos = ClickHalos()
        let isShown = halos.press(1, at: (10, 20))
        #expect(isShown && halos.isHeld && halos.nextChange(after: at(0)) == nil)
        halos.move(to: (30, 40))
        let shown = halos.halos(at: at(60_000))
        #expect(shown == [.init(look: .init(button: 1, step: 0), x: 30, y: 40)])
    }

    @Test("A halo fades in steps where its button was let go, also when that was at once")
    func fading() {
        var halos = ClickHalos()
        let isShown = halos.press(3, at: (10, 20))
        let isFading = halos.release(3, at: at(1_000))
        #expect(isShown && isFading)
        halos.move(to: (99, 99))
        var (time, steps): (MediaTime, [Int]) = (at(1_000), [])
        while let halo = halos.halos(at: time).first {
            #expect(halo.look.button == 3 && halo.x == 10 && halo.y == 20)
            steps.append(halo.look.step)
            guard let next = halos.nextChange(after: time) else { break }
            time = next
        }
        #expect(steps == Array(0..<ClickHalos.stepCount))
        #expect(halos.nextChange(after: time) == nil && !halos.isHeld)
    }

    @Test("Two clicks are two halos, and neither a wheel nor a button that was pressed elsewhere has one")
    func several() {
        var halos = ClickHalos()
        for time in [0, 100] {
            let isShown = halos.press(1, at: (time, 0))
            let isFading = halos.release(1, at: at(time))
            #expect(isShown && isFading)
        }
        let places = halos.halos(at: at(110)).map(\.x)
        #expect(places == [0, 100])
        let isWheelShown = halos.press(4, at: (0, 0))
        let isElsewhereShown = halos.release(2, at: at(120))
        #expect(!isWheelShown && !isElsewhereShown)
    }
}
