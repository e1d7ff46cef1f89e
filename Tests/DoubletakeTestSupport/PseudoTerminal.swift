import DoubletakeMedia
package import Glibc

/// A terminal without a screen: what is typed at it comes from a test.
package final class PseudoTerminal {
    /// The end that a program has as its standard input.
    package let descriptor: Int32
    /// Where another program finds that end.
    package let path: String
    /// The end that keyboard and screen are at.
    private var keyboard: Int32

    /// Opens one.
    ///
    /// Swift sees no `posix_openpt`; the corresponding C functions are those that it is made of.
    package init() throws {
        // SAFETY: constant paths and locals of the right types are passed; the numbers are those of <asm/ioctls.h>.
        keyboard = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard keyboard >= 0 else { throw SystemCallError.last(call: "open", subject: "/dev/ptmx") }
        var isLocked: Int32 = 0
        var number: UInt32 = 0
        let setLock: UInt = 0x4004_5431
        let getNumber: UInt = 0x8004_5430
        guard unsafe ioctl(keyboard, setLock, &isLocked) == 0, unsafe ioctl(keyboard, getNumber, &number) == 0 else {
            throw SystemCallError.last(call: "ioctl", subject: "/dev/ptmx")
        }
        path = "/dev/pts/\(number)"
        descriptor = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemCallError.last(call: "open", subject: path) }
    }

    deinit {
        hangUp()
        close(descriptor)
    }

    /// Types all of `text` at once.
    package func type(_ text: String) {
        let bytes = Array(text.utf8)
        // SAFETY: the array is passed with its own count.
        let count = unsafe write(keyboard, bytes, bytes.count)
        precondition(count == bytes.count, "a terminal takes a few bytes at once")
    }

    /// Closes the end that keyboard and screen are at.
    package func hangUp() {
        if keyboard >= 0 { close(keyboard) }
        keyboard = -1
    }

    /// How it hands over what is typed.
    package var mode: termios {
        get {
            var mode = termios()
            // SAFETY: the call fills in a local.
            let status = unsafe tcgetattr(descriptor, &mode)
            precondition(status == 0, "an open terminal has a mode")
            return mode
        }
        set {
            var mode = newValue
            // SAFETY: a local is passed.
            let status = unsafe tcsetattr(descriptor, TCSANOW, &mode)
            precondition(status == 0, "an open terminal takes a mode")
        }
    }

    /// Whether a flag of `c_lflag` is on.
    package func hasFlag(_ flag: Int32) -> Bool {
        mode.c_lflag & tcflag_t(flag) != 0
    }

    /// Waits until a line that was typed can be read.
    package func awaitLine() {
        let clock = MonotonicClock()
        let deadline = clock.now + .seconds(60)
        while waitingCount == 0, clock.now < deadline { sched_yield() }
    }

    /// How many bytes can be read.
    private var waitingCount: Int32 {
        var count: Int32 = 0
        // SAFETY: the call fills in a local.
        let status = unsafe ioctl(descriptor, UInt(FIONREAD), &count)
        precondition(status == 0, "an open terminal knows what is in it")
        return count
    }
}
