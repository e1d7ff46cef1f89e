import DoubletakeMedia
import Glibc

/// How the terminal hands over what is typed: a line at a time, as a shell wants it, or each key at once.
///
/// The mode belongs to the terminal, not to us: who forgets to put it back leaves a shell in which nobody sees what they
/// type. So what it was is kept for the whole process, and whoever ends it can put it back.
enum TerminalMode {
    /// What each terminal's mode was, by our descriptor for it.
    private static let originals = ConditionLock<[Int32: termios]>([:])

    /// Whether we may use the terminal: a shell may have put us into the background.
    ///
    /// A terminal that isn't the one that controls the process has no background.
    static func isForeground(on descriptor: Int32) -> Bool {
        let group = tcgetpgrp(descriptor)
        return group < 0 || group == getpgrp()
    }

    /// Has the terminal hand over each key at once and not show it; Ctrl-C and Ctrl-Z go on working.
    ///
    /// Does nothing when that is so already. What was typed before the first call is thrown away: it was not meant for us.
    static func takeSingleKeys(on descriptor: Int32) throws(SystemCallError) {
        try originals.withLock { originals throws(SystemCallError) in
            var mode = termios()
            // SAFETY: the call fills in a local.
            guard unsafe tcgetattr(descriptor, &mode) == 0 else { throw failure("tcgetattr") }
            let isFirst = originals[descriptor] == nil
            // A mode that isn't ours any more is the shell's, which had stopped us in the meantime.
            if isFirst || !hasSingleKeys(mode) { originals[descriptor] = mode }
            mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
            // SAFETY: the indices are those of this system's array.
            unsafe withUnsafeMutableBytes(of: &mode.c_cc) { characters in
                unsafe characters[Int(VMIN)] = 1
                unsafe characters[Int(VTIME)] = 0
            }
            // SAFETY: a local is passed.
            let status = unsafe tcsetattr(descriptor, isFirst ? TCSAFLUSH : TCSANOW, &mode)
            if status != 0 { throw failure("tcsetattr") }
        }
    }

    /// Puts one terminal's mode back, if it is ours.
    static func restore(on descriptor: Int32) {
        originals.withLock { restore(descriptor, &$0) }
    }

    /// Puts back the mode of every terminal, for somebody who is about to end the process.
    static func restoreAll() {
        originals.withLock { originals in
            for descriptor in Array(originals.keys) { restore(descriptor, &originals) }
        }
    }

    private static func restore(_ descriptor: Int32, _ originals: inout [Int32: termios]) {
        guard var mode = originals.removeValue(forKey: descriptor), isForeground(on: descriptor) else { return }
        // A terminal that is gone has no mode.
        // SAFETY: a local is passed.
        _ = unsafe tcsetattr(descriptor, TCSANOW, &mode)
    }

    private static func hasSingleKeys(_ mode: termios) -> Bool {
        mode.c_lflag & tcflag_t(ICANON | ECHO) == 0
    }

    private static func failure(_ call: String) -> SystemCallError {
        .last(call: call, subject: "the terminal")
    }
}
