import Dispatch
import DoubletakeMedia
import Glibc

/// Reads single keys from the terminal that the tool was started on.
///
/// - The terminal's mode is changed meanwhile and put back by `stop()`; a process that ends in another way calls
///   `TerminalMode.restoreAll()`.
/// - A key that is held is one press; what is pasted, and keys that send sequences, are none.
/// - In the background it leaves the terminal alone, and after Ctrl-Z and `fg` it goes on.
/// - A terminal that goes away is no error: nothing more is read.
/// - Keys are handed over on a thread of its own, called `terminal`; the handler must not call `stop()`. It must be
///   called, or the thread traps.
final class TerminalKeys: @unchecked Sendable {
    // @unchecked: a dispatch source may be cancelled on any thread, and what else is held is made for many.
    private let thread: WorkerThread
    private let wakeUp: ThreadWakeUp
    private let continued: any DispatchSourceSignal

    /// Begins to read; nil when the descriptor is no terminal.
    ///
    /// - Parameters:
    ///   - descriptor: it stays the caller's, and open until `stop()`.
    ///   - clock: the clock of the recording; it goes at the kernel's pace.
    ///   - handler: takes each key and the time when it was pressed.
    init?(
        descriptor: Int32 = STDIN_FILENO,
        clock: any MediaClock,
        handler: @escaping @Sendable (TerminalKey, MediaTime) -> Void
    ) throws(SystemCallError) {
        guard isatty(descriptor) == 1 else { return nil }
        let wakeUp = try ThreadWakeUp()
        if TerminalMode.isForeground(on: descriptor) { try TerminalMode.takeSingleKeys(on: descriptor) }
        self.wakeUp = wakeUp
        do throws(SystemCallError) {
            thread = try WorkerThread(name: "terminal") {
                var reader = TerminalReader(descriptor: descriptor, clock: clock, handler: handler)
                reader.run(until: wakeUp)
            }
        } catch {
            TerminalMode.restore(on: descriptor)
            throw error
        }
        // The shell that had stopped us has changed the mode.
        continued = DispatchSource.makeSignalSource(signal: SIGCONT, queue: .global())
        continued.setEventHandler { @Sendable in wakeUp.lookAgain() }
        continued.resume()
    }

    /// Puts the terminal's mode back and ends the thread; more than once is harmless.
    func stop() {
        continued.cancel()
        wakeUp.stop()
        thread.join()
    }
}
