import DoubletakeCapture
package import DoubletakeMedia
package import DoubletakeTestSupport
package import DoubletakeXCB

/// A window that shows numbers, one after the other at a steady rate, in cells that a program reads back.
///
/// Its own thread draws, with three small requests for a number, and each number appears at once: a picture is never
/// half one number and half another. `stop()` must be called.
package final class CounterScreen: Sendable {
    /// A number that was shown.
    package struct Showing: Sendable {
        /// The number.
        package let number: Int64
        /// When it was on the screen, at the latest.
        package let time: MediaTime
    }

    /// What the window says of itself.
    package static let title = "Counter"

    private struct State {
        var window: X11ID?
        var showings: [Showing] = []
        var isStopping = false
        var failure: (any Error)?
    }

    private let state = ConditionLock(State())
    private let thread: WorkerThread

    /// Shows the window, and begins to count from 0.
    ///
    /// - Parameters:
    ///   - rect: where the window is; it is at least 96x16.
    ///   - rate: how many numbers a second.
    package init(_ desktop: PrivateDesktop, _ rect: PixelRect, rate: FrameRate) throws {
        let state = state
        let screen = desktop.screen
        thread = try WorkerThread(name: "counter") {
            do {
                try Self.count(on: screen, rect, rate, state)
            } catch {
                state.withLock { $0.failure = error }
            }
        }
        let clock = MonotonicClock()
        let result = state.wait(until: clock.now + .seconds(30), on: clock) { state -> Result<Void, any Error>? in
            if let failure = state.failure { return .failure(failure) }
            return state.showings.isEmpty ? nil : .success(())
        }
        if case .success = result { return }
        stop()
        try result?.get()
        throw RunningRecorder.Failure(description: "the counter shows nothing")
    }

    /// Ends counting, and takes the window away.
    package func stop() {
        state.withLock { $0.isStopping = true }
        thread.join()
    }

    /// Puts the window elsewhere or gives it another size, as a window manager would.
    package func move(to rect: PixelRect, by client: X11TestClient) throws {
        guard let window = state.withLock({ $0.window }) else { return }
        try client.connection.move(window, to: rect)
    }

    /// Shows the window, or hides it.
    package func setVisibility(_ visibility: X11WindowState.Visibility, by client: X11TestClient) throws {
        guard let window = state.withLock({ $0.window }) else { return }
        try client.connection.setVisibility(visibility, of: window)
    }

    /// What was shown until now.
    ///
    /// - Throws: why it could not go on.
    package func showings() throws -> [Showing] {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.showings
        }
    }

    private static func count(
        on screen: PrivateXServer,
        _ rect: PixelRect,
        _ rate: FrameRate,
        _ state: ConditionLock<State>
    ) throws {
        // A scenario may kill the server, which must not end the process.
        X11Connection.blockBrokenPipeSignal()
        let clock = MonotonicClock()
        let client = try X11TestClient(screen)
        let window = try client.window(rect, TestColor(40, 60, 90))
        try window.describe(title: title, className: title)
        state.withLock { $0.window = window.id }
        let cells = CounterCode(size: rect.size).cells
        let strip = cells.reduce(cells[0]) { $0.union($1) }
        let pixmap = try X11Pixmap(client.connection, size: strip.size)
        let start = clock.now
        var number: Int64 = 0
        while true {
            let bits = CounterCode.bits(of: number)
            let isStopping = state.wait(until: start + rate.offset(ofFrame: number), on: clock) { state -> Bool? in
                state.isStopping ? true : nil
            }
            if isStopping == true { return }
            for (isWhite, color) in [(true, TestColor.white), (false, .black)] {
                let rects = zip(cells, bits).filter { $0.1 == isWhite }.map(\.0)
                try client.connection.fill(rects, of: pixmap.id, with: client.pixel(color))
            }
            try pixmap.copy(strip, to: window.id, x: strip.x, y: strip.y)
            let showing = Showing(number: number, time: clock.now)
            state.withLock { $0.showings.append(showing) }
            number += 1
            // Who was held up goes on with the number whose time it is, as a program does that animates.
            while start + rate.offset(ofFrame: number + 1) < clock.now { number += 1 }
        }
    }
}
