import DoubletakeMedia
import Testing

@testable import DoubletakeX11

@Suite("A part of the screen while it is chosen") struct RegionPickTests {
    private func pick(_ actions: [PickAction]) -> (steps: [PickStep<PixelRect>], pick: RegionPick) {
        var pick = RegionPick(on: PixelSize(width: 200, height: 100), pointer: (50, 50))
        return (actions.map { pick.take($0) }, pick)
    }

    @Test("It reaches from where the button went down to where it is let go, in any direction")
    func dragged() {
        let region = PixelRect(x: 10, y: 20, width: 31, height: 21)
        for (from, to) in [((10, 20), (40, 40)), ((40, 40), (10, 20)), ((10, 40), (40, 20))] {
            let steps = pick([.moved(x: from.0, y: from.1), .begun, .moved(x: to.0, y: to.1), .ended]).steps
            #expect(steps == [.goOn, .goOn, .goOn, .chosen(region)])
        }
    }

    @Test("It ends at the edge of the screen")
    func clamped() {
        let steps = pick([.moved(x: 190, y: 90), .begun, .moved(x: 900, y: 900), .ended]).steps
        #expect(steps.last == .chosen(PixelRect(x: 190, y: 90, width: 10, height: 10)))
    }

    @Test("A click chooses nothing, and it can be tried again")
    func clicked() {
        let (steps, clicked) = pick([.begun, .moved(x: 51, y: 51), .ended])
        #expect(steps == [.goOn, .goOn, .goOn])
        #expect(clicked.part == nil)
        let again = pick([.begun, .ended, .begun, .moved(x: 80, y: 80), .ended]).steps
        #expect(again.last == .chosen(PixelRect(x: 50, y: 50, width: 31, height: 31)))
    }

    @Test("Arrow keys move the pointer by a pixel and by ten, and its key does what the button does")
    func keys() {
        let (steps, pick) = pick([
            .nudged(x: -1, y: 0), .toggled, .nudged(x: 10, y: 0), .nudged(x: 0, y: 10), .nudged(x: 0, y: -1), .toggled,
        ])
        let region = PixelRect(x: 49, y: 50, width: 11, height: 10)
        let wanted: [PickStep<PixelRect>] = [
            .warp(x: 49, y: 50), .goOn, .warp(x: 59, y: 50), .warp(x: 59, y: 60), .warp(x: 59, y: 59), .chosen(region),
        ]
        #expect(steps == wanted)
        #expect(pick.part == region)
        #expect(pick.text == "11x10+49+50")
    }

    @Test("Keys that are faster than the server's word of where they have put the pointer lose no step")
    func late() {
        let keys = [PickAction](repeating: .nudged(x: 1, y: 0), count: 3)
        let late: [PickAction] = [.moved(x: 51, y: 50), .nudged(x: 1, y: 0), .moved(x: 53, y: 50)]
        #expect(pick(keys + late).pick.pointer == (54, 50))
        #expect(pick(keys + late + [.moved(x: 70, y: 60), .moved(x: 54, y: 50)]).pick.pointer == (54, 50))
    }

    @Test("Escape and the right button choose nothing, whatever was dragged")
    func cancelled() {
        #expect(pick([.begun, .moved(x: 90, y: 90), .cancelled]).steps.last == .cancelled)
    }
}
