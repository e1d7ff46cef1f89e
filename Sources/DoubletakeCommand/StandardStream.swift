import Glibc

/// Standard output or standard error, unbuffered: what is printed before a crash is seen.
struct StandardStream {
    static let output = StandardStream(descriptor: STDOUT_FILENO)
    static let error = StandardStream(descriptor: STDERR_FILENO)

    private let descriptor: Int32

    /// How wide the terminal is; nil when it is none.
    var columns: Int? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        // SAFETY: the request fills in a local of the type that it is made for.
        let isKnown = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return isKnown ? Int(size.ws_col) : 80
    }

    /// Writes all of `text`.
    ///
    /// A reader that went away is no reason to stop recording: the rest is dropped.
    func write(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            // SAFETY: the call reads `count` bytes of the buffer that it is given.
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { return }
        }
    }
}
