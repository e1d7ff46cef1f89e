import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeXCB
import Testing

@Suite(.timeLimit(.minutes(10)))
struct X11EventQueueTests {
    @Test("A wait ends when its time has come")
    func timeOut() throws {
        let server = try PrivateXServer()
        let connection = try X11Connection(display: server.display)
        let clock = MonotonicClock()
        let deadline = clock.now + .milliseconds(5)
        let wakeUp = try WakeUp()
        #expect(try connection.waitForEvent(until: deadline, on: clock, or: wakeUp) == .timedOut)
        #expect(clock.now >= deadline)
        #expect(try !wakeUp.wait(until: clock.now + .milliseconds(5), on: clock))
    }

    @Test("A signal from another thread ends a wait without a deadline, and stays")
    func wakeUp() throws {
        let server = try PrivateXServer()
        let connection = try X11Connection(display: server.display)
        let wakeUp = try WakeUp()
        let thread = try WorkerThread(name: "signaller") { wakeUp.signal() }
        #expect(try connection.waitForEvent(on: MonotonicClock(), or: wakeUp) == .wokenUp)
        thread.join()
        wakeUp.signal()
        #expect(try connection.waitForEvent(on: MonotonicClock(), or: wakeUp) == .wokenUp)
        #expect(try wakeUp.wait(until: MonotonicClock().now + .seconds(60), on: MonotonicClock()))
    }
}
