import FoundationEssentials

/// What came of a plan, or of a part of one.
package struct BatchReport: Codable, Sendable {
    /// The plan's file.
    package var plan: String
    /// In the plan's order.
    package var takes: [TakeResult]

    /// Creates a report.
    package init(plan: String, takes: [TakeResult]) {
        (self.plan, self.takes) = (plan, takes)
    }

    /// Reads what `json` has written; nil for anything else.
    package init?(json bytes: [UInt8]) {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        do {
            self = try decoder.decode(BatchReport.self, from: Data(bytes))
        } catch {
            return nil
        }
    }

    /// The reports of several parts of a plan as one, in the plan's order.
    package static func merging(_ reports: [BatchReport]) -> BatchReport {
        let takes = reports.flatMap(\.takes).sorted { $0.number < $1.number }
        return BatchReport(plan: reports.first?.plan ?? "", takes: takes)
    }

    /// Whether every take has a good film.
    package var isGood: Bool { takes.allSatisfy(\.isGood) }

    /// As JSON.
    package var json: String {
        JSONText.pretty(self)
    }

    /// As XML of JUnit, which the builds of most projects can show.
    var junit: String {
        let failures = takes.filter { $0.status == .failed }.count
        let skipped = takes.filter { $0.status == .interrupted }.count
        let time = takes.reduce(0) { $0 + $1.elapsed }
        let cases = takes.map { take -> String in
            let head =
                "  <testcase classname=\"\(Self.escaped(plan))\" name=\"\(Self.escaped(take.name))\" time=\"\(take.elapsed)\""
            if let fault = take.fault {
                let message = Self.escaped("\(fault.subject): \(fault.reason)")
                let kind = take.status == .interrupted ? "skipped" : "failure"
                return
                    "\(head)>\n    <\(kind) message=\"\(message)\">\(Self.escaped(fault.help))</\(kind)>\n  </testcase>"
            }
            return "\(head)/>"
        }
        let counts = "tests=\"\(takes.count)\" failures=\"\(failures)\" skipped=\"\(skipped)\" time=\"\(time)\""
        return
            (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuite name=\"\(Self.escaped(plan))\" \(counts)>"]
            + cases + ["</testsuite>", ""]).joined(separator: "\n")
    }

    /// Text in XML or HTML; what XML can't have at all is left out.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            default: if scalar.value >= 0x20 { escaped.unicodeScalars.append(scalar) }
            }
        }
        return escaped
    }
}
