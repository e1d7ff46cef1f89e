import DoubletakeMedia
import Glibc

/// Reads several pipes at the same time, so that none of them fills up while another is read.
struct PipeReader {
    let descriptors: [Int32]
    private(set) var bytes: [[UInt8]]
    private var isOpen: [Bool]

    init(descriptors: [Int32]) {
        self.descriptors = descriptors
        bytes = descriptors.map { _ in [] }
        isOpen = descriptors.map { _ in true }
    }

    /// Reads until every pipe is closed at its other end; false when `deadline` came first.
    mutating func readToEnd(until deadline: MediaTime, on clock: MonotonicClock) -> Bool {
        while isOpen.contains(true) {
            let rest = deadline - clock.now
            if rest <= .zero { return false }
            // A negative descriptor is one that `poll` leaves out.
            var entries = descriptors.indices.map { index in
                pollfd(fd: isOpen[index] ? descriptors[index] : -1, events: Int16(POLLIN), revents: 0)
            }
            // SAFETY: the array is passed with its own count.
            let count = unsafe poll(&entries, nfds_t(entries.count), Int32(rest.inSeconds * 1_000) + 1)
            if count <= 0 { continue }
            for index in entries.indices where entries[index].revents != 0 { readSome(from: index) }
        }
        return true
    }

    /// Reads a pipe's first line; nil when the pipe was closed, or `deadline` came, before its end.
    mutating func readLine(from index: Int, until deadline: MediaTime, on clock: MonotonicClock) -> String? {
        while true {
            let line = bytes[index].prefix { $0 != UInt8(ascii: "\n") }
            if line.count < bytes[index].count { return String(decoding: line, as: UTF8.self) }
            let rest = deadline - clock.now
            if !isOpen[index] || rest <= .zero { return nil }
            var entry = pollfd(fd: descriptors[index], events: Int16(POLLIN), revents: 0)
            // SAFETY: one entry is passed, with that count.
            if unsafe poll(&entry, 1, Int32(rest.inSeconds * 1_000) + 1) > 0 { readSome(from: index) }
        }
    }

    private mutating func readSome(from index: Int) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        // SAFETY: the array is passed with its own count.
        let count = unsafe read(descriptors[index], &buffer, buffer.count)
        if count > 0 {
            bytes[index] += buffer.prefix(count)
        } else if count == 0 || errno != EINTR {
            isOpen[index] = false
        }
    }
}
