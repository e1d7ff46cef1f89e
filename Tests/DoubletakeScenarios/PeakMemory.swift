import Foundation
import Glibc

/// By how much the process's memory grows at most, as the kernel counts it.
struct PeakMemory {
    private let start: Int?

    /// Begins to count.
    init() {
        // "5" lets the kernel forget the peak of before (proc(5), clear_refs).
        // SAFETY: the strings are passed for the time of the calls.
        let file = unsafe open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        defer { close(file) }
        start = unsafe write(file, "5", 1) == 1 ? Self.byteCount("VmHWM:") : nil
    }

    /// How much more there was at most than at the beginning; nil where the kernel doesn't say.
    var growth: Int? {
        guard let start, let peak = Self.byteCount("VmHWM:") else { return nil }
        return peak - start
    }

    private static func byteCount(_ name: String) -> Int? {
        guard let text = FileManager.default.contents(atPath: "/proc/self/status") else { return nil }
        let line = String(decoding: text, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(name) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1_024 }
    }
}
