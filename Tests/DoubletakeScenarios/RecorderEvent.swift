package import DoubletakeMedia
import Foundation

/// What the recorder said with `--json`: one line of its output.
package struct RecorderEvent: Sendable {
    /// Which event it is: `started`.
    package let kind: String
    /// When it was read.
    package let arrival: MediaTime
    /// Its fields that are texts.
    package let texts: [String: String]
    /// Its fields that are numbers.
    package let numbers: [String: Double]

    /// Reads a line.
    ///
    /// - Returns: nil when the line is no JSON object that names its event.
    init?(line: String, arrival: MediaTime) {
        let object: Any
        do {
            object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        } catch {
            return nil
        }
        guard let fields = object as? [String: Any], let kind = fields["event"] as? String else { return nil }
        self.kind = kind
        self.arrival = arrival
        texts = fields.compactMapValues { $0 as? String }
        numbers = fields.compactMapValues { $0 as? Double }
    }
}
