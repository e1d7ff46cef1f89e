import DoubletakeMedia

/// Where and when buttons of the pointer are held and were let go.
///
/// It is a value without threads: the time comes in.
struct ClickHalos {
    /// What a halo looks like.
    struct Look: Hashable {
        /// Which button it is of: 1 is the left one.
        let button: UInt8
        /// How far it has faded, from 0, which is what it looks like while the button is held, to below `stepCount`.
        let step: Int
    }

    /// A halo that is shown now.
    struct Halo: Hashable {
        let look: Look
        /// The pixel of the recorded screen or window that it is around.
        let x: Int
        let y: Int
    }

    /// Where something happened, in the pixels of what is recorded.
    typealias Place = (x: Int, y: Int)

    private struct Fading {
        let button: UInt8
        let start: MediaTime
        let place: Place
    }

    /// In how many steps it fades: with fewer one sees them, and each is a picture in the film.
    static let stepCount = 9
    /// Long enough to be seen of a click that was shorter than a picture, short enough for a double click to be two.
    private static let stepDuration = Duration.milliseconds(40)
    /// Nobody clicks faster than these fade.
    private static let mostFading = 12
    /// Those above are a wheel's, which has no halo, and the keys for back and forward.
    private static let buttons: ClosedRange<UInt8> = 1...3

    private var held: [UInt8: Place] = [:]
    private var fading: [Fading] = []

    /// Notes that a button went down at a place.
    ///
    /// - Returns: whether that is shown.
    mutating func press(_ button: UInt8, at place: Place) -> Bool {
        guard Self.buttons.contains(button) else { return false }
        held[button] = place
        return true
    }

    /// Notes that a button was let go.
    ///
    /// - Returns: whether that is shown.
    mutating func release(_ button: UInt8, at time: MediaTime) -> Bool {
        guard let place = held.removeValue(forKey: button) else { return false }
        fading = (fading + [Fading(button: button, start: time, place: place)]).suffix(Self.mostFading)
        return true
    }

    /// Notes where the pointer is now, with which the halos of held buttons go.
    mutating func move(to place: Place) {
        for button in held.keys { held[button] = place }
    }

    /// Whether a button is held.
    var isHeld: Bool { !held.isEmpty }

    /// What is shown at `time`, the oldest first.
    mutating func halos(at time: MediaTime) -> [Halo] {
        fading.removeAll { Self.step(of: $0, at: time) >= Self.stepCount }
        let leaving = fading.map { halo in
            Halo(
                look: Look(button: halo.button, step: Self.step(of: halo, at: time)), x: halo.place.x, y: halo.place.y)
        }
        let staying = held.sorted { $0.key < $1.key }.map { button, place in
            Halo(look: Look(button: button, step: 0), x: place.x, y: place.y)
        }
        return leaving + staying
    }

    /// When they look different next, if nothing else happens.
    func nextChange(after time: MediaTime) -> MediaTime? {
        fading.map { $0.start + Self.stepDuration * (Self.step(of: $0, at: time) + 1) }.min()
    }

    private static func step(of halo: Fading, at time: MediaTime) -> Int {
        max(Int((time - halo.start) / stepDuration), 0)
    }
}
