import FoundationEssentials
import Glibc

/// Where a film goes: the name that was asked for, or one made of the date in the folder for videos.
struct OutputPath {
    /// Date and time of the wall clock, as names have them.
    struct Stamp {
        /// `2026-11-30`.
        let date: String
        /// `10-22-33`.
        let time: String

        /// The present, in the machine's time zone.
        static func now() -> Stamp {
            var seconds = time_t()
            // SAFETY: the calls fill in locals of the right type; the buffer is passed with its length and ended by a
            // zero.
            _ = unsafe Glibc.time(&seconds)
            var parts = unsafe tm()
            _ = unsafe localtime_r(&seconds, &parts)
            let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer -> String in
                guard let start = buffer.baseAddress,
                    unsafe strftime(start, buffer.count, "%Y-%m-%d %H-%M-%S", &parts) > 0
                else { preconditionFailure("a date fits into 64 bytes") }
                return unsafe String(cString: start)
            }
            let words = text.split(separator: " ")
            return Stamp(date: String(words[0]), time: String(words[1]))
        }
    }

    /// A path as somebody in another folder needs it.
    static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    private static let defaultName = "doubletake-{date}_{time}.mp4"

    /// The path to record to.
    ///
    /// - Parameters:
    ///   - template: what was asked for; nil for the default.
    ///   - take: which film of the session it is, from 1.
    ///   - environment: for the folder for videos.
    ///   - isFolder: whether a path is an existing folder.
    ///   - exists: whether there is something at a path.
    static func resolve(
        _ template: String?,
        take: Int = 1,
        environment: [String: String],
        stamp: Stamp,
        isFolder: (String) -> Bool,
        exists: (String) -> Bool
    ) throws(UsageError) -> String {
        var template = template ?? VideosFolder.path(environment: environment) + "/"
        if template.hasSuffix("/") || isFolder(template) {
            template += (template.hasSuffix("/") ? "" : "/") + defaultName
        }
        let nameStart = template.lastIndex(of: "/").map { template.index(after: $0) } ?? template.startIndex
        if !template[nameStart...].dropFirst().contains(".") { template += ".mp4" }
        let path = try fill(template, ["date": stamp.date, "time": stamp.time, "take": "\(take)", "n": "{n}"])
        guard path.contains("{n}") else { return path }
        var number = 1
        while exists(path.replacing("{n}", with: "\(number)")) { number += 1 }
        return path.replacing("{n}", with: "\(number)")
    }

    /// The path to record to now, by what is on the disk.
    static func next(
        _ template: String?,
        take: Int,
        environment: [String: String]
    ) throws(UsageError) -> String {
        try resolve(
            template,
            take: take,
            environment: environment,
            stamp: .now(),
            isFolder: { mode(of: $0).map { $0 & S_IFMT == S_IFDIR } ?? false },
            exists: { mode(of: $0) != nil }
        )
    }

    private static func mode(of path: String) -> mode_t? {
        var status = Glibc.stat()
        // SAFETY: the call fills in a local of the right type.
        return unsafe stat(path, &status) == 0 ? status.st_mode : nil
    }

    private static func fill(_ template: String, _ values: [String: String]) throws(UsageError) -> String {
        var result = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            guard let value = values[name] else { throw .unknownPlaceholder("{\(name)}", template: template) }
            result += rest[..<open] + value
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}
