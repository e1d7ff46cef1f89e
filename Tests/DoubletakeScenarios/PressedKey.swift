import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB

/// A key of a private screen's keyboard that is pressed by the program itself, which knows when.
struct PressedKey {
    private let client: X11TestClient
    private let keycode: UInt8
    private let clock = MonotonicClock()

    /// Finds the key.
    ///
    /// - Parameter keysym: what it means without modifiers, such as 0xffc6 for F9.
    init(_ keysym: UInt32, on desktop: PrivateDesktop) throws {
        client = try X11TestClient(desktop.screen)
        guard let place = try client.connection.keyboardMap().places(of: keysym).first else {
            throw RunningRecorder.Failure(description: "the keyboard has no key \(keysym)")
        }
        keycode = place.keycode
    }

    /// Presses it and lets it go.
    ///
    /// - Returns: when it was down, at the latest: the server answers each of the two.
    @discardableResult
    func press() throws -> MediaTime {
        try client.connection.sendTestKey(keycode, .down)
        let time = clock.now
        try client.connection.sendTestKey(keycode, .up)
        return time
    }

    /// Presses it twice, as people do.
    ///
    /// - Returns: when it was down for the first time.
    @discardableResult
    func pressTwice() throws -> MediaTime {
        let first = try press()
        Pace(clock).wait(until: first + .milliseconds(120))
        try press()
        return first
    }

    /// Lets the time go by in which a press would belong to the gesture that has stopped a film.
    func rest() {
        Pace(clock).wait(for: .milliseconds(600))
    }
}
