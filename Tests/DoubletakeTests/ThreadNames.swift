import Foundation

/// The names of the process's threads.
enum ThreadNames {
    /// All of them, at this moment.
    static func all() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap { thread in
            // A thread that ends while the list is read has no name any more.
            let name = FileManager.default.contents(atPath: "/proc/self/task/\(thread)/comm")
            return name.map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines) }
        }
    }
}
