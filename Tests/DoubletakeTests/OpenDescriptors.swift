import Foundation

/// The file descriptors that the process has open.
enum OpenDescriptors {
    /// How many there are.
    static func count() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}
