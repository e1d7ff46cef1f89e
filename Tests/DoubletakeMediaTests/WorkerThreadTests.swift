import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct WorkerThreadTests {
    private let clock = ManualClock()

    @Test("The work runs once, and is done when joining comes back")
    func join() throws {
        let runs = ConditionLock(0)
        let thread = try WorkerThread(name: "worker") { runs.withLock { $0 += 1 } }
        thread.join()
        thread.join()
        #expect(runs.withLock { $0 } == 1)
    }

    @Test("A thread whose own work joins it goes on to the end of that work")
    func joinItself() throws {
        let itself = ConditionLock<WorkerThread?>(nil)
        let isDone = ConditionLock(false)
        let thread = try WorkerThread(name: "worker") {
            itself.wait(until: nil, on: MonotonicClock()) { $0 }?.join()
            isDone.withLock { $0 = true }
        }
        itself.withLock { $0 = thread }
        let clock = MonotonicClock()
        let hasEnded = isDone.wait(until: clock.now + .seconds(60), on: clock) { $0 ? true : nil } ?? false
        #expect(hasEnded)
        thread.join()
    }

    @Test("While it runs the kernel knows it by its name, of which Linux keeps 15 bytes")
    func name() throws {
        // The link's target ends in "task/" and the thread's own number.
        let place = ConditionLock<String?>(nil)
        let gate = BoundedQueue<Never>(capacity: 1, whenFull: .refuse, clock: clock)
        let thread = try WorkerThread(name: "a name longer than Linux keeps") {
            let link: String
            do {
                link = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            } catch {
                link = "\(error)"
            }
            place.withLock { $0 = link }
            _ = gate.pop()
        }
        let link = place.wait(until: nil, on: clock) { $0 } ?? ""
        let number = link.split(separator: "/").last ?? ""
        let file = try FileStorage(path: "/proc/self/task/\(number)/comm", access: .readOnly)
        let name = String(decoding: try file.read(at: 0, count: 64), as: UTF8.self)
        gate.finish()
        thread.join()
        #expect(name == "a name longer t\n")
    }

    @Test("What the work holds is let go when the thread is gone")
    func release() throws {
        final class Token: Sendable {}
        var token: Token? = Token()
        weak let held = token
        let thread = try WorkerThread(name: "holder") { [token] in _ = token }
        token = nil
        thread.join()
        #expect(held == nil)
    }

    @Test("A thread that its owner forgets to join traps")
    func leak() async {
        await #expect(processExitsWith: .failure) {
            _ = try WorkerThread(name: "forgotten") {}
        }
    }
}
