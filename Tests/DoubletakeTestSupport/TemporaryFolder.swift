import Foundation

/// A folder of its own for a test, gone when the object is.
package final class TemporaryFolder: Sendable {
    /// Where it is.
    package let path: String

    /// Makes the folder.
    package init() throws {
        path =
            FileManager.default.temporaryDirectory.appendingPathComponent("doubletake-test-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            preconditionFailure("a test's folder could not be removed: \(error)")
        }
    }

    /// The path of a file in it.
    package func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// The names of what is in it, sorted.
    package func contents() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// What is in a file in it.
    package func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: file(name))))
    }

    /// Writes a file in it.
    ///
    /// - Returns: the file's path.
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(filePath: file(name)))
        return file(name)
    }
}
