import FoundationEssentials

/// A report as one HTML page that needs nothing else but the films beside it.
struct ReportPage {
    let report: BatchReport
    /// Where the report lies: thumbnails and logs are read from there.
    let folder: String
    /// The plan's folder as the page's folder sees it.
    let films: String

    /// The longest part of a log that the page has; the whole is in its file.
    private static let longestLog = 20_000

    var html: String {
        let good = report.takes.filter(\.isGood).count
        let summary = "\(good) of \(report.takes.count) takes are good"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <title>\(BatchReport.escaped(report.plan)): \(summary)</title>
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; }
            article { border: 1px solid #ccc; border-radius: 6px; margin: 1em 0; padding: 0 1em 1em; }
            article.failed { border-color: #c33; }
            h2 small { font-weight: normal; color: #666; }
            .strip img { max-height: 120px; max-width: 23%; border: 1px solid #ddd; margin-right: 4px; }
            .fault { color: #a00; }
            table { border-collapse: collapse; }
            td, th { padding: 1px 12px 1px 0; text-align: left; }
            pre { background: #f6f6f6; max-height: 20em; overflow: auto; padding: 1em; }
            video { max-width: 100%; max-height: 30em; }
            </style>
            </head>
            <body>
            <h1>\(BatchReport.escaped(report.plan))</h1>
            <p>\(summary).</p>
            \(report.takes.map(article).joined(separator: "\n"))
            </body>
            </html>

            """
    }

    private func article(_ take: TakeResult) -> String {
        let duration = take.duration.map { ", \($0) s" } ?? ""
        let tries = take.attempts > 1 ? ", after \(take.attempts) attempts" : ""
        var parts = [
            "<article class=\"\(take.status.rawValue)\">",
            "<h2>\(BatchReport.escaped(take.name)) <small>\(take.status.rawValue)\(duration)\(tries)</small></h2>",
        ]
        if let fault = take.fault {
            let text = BatchReport.escaped("\(fault.subject): \(fault.reason)")
            parts.append("<p class=\"fault\">\(text)<br>\(BatchReport.escaped(fault.help))</p>")
        }
        let images = take.thumbnails.compactMap(image)
        if !images.isEmpty { parts.append("<p class=\"strip\">\(images.joined())</p>") }
        if let film = take.film {
            let path = BatchReport.escaped(link(film))
            parts.append("<details><summary><a href=\"\(path)\">\(BatchReport.escaped(film))</a></summary>")
            parts.append("<video controls preload=\"none\" src=\"\(path)\"></video></details>")
        }
        if !take.steps.isEmpty { parts.append(steps(take)) }
        if let log = BatchFiles.read("\(folder)/\(take.log)") {
            let text = BatchReport.escaped(String(decoding: log.suffix(Self.longestLog), as: UTF8.self))
            parts.append("<details><summary>log</summary><pre>\(text)</pre></details>")
        }
        return (parts + ["</article>"]).joined(separator: "\n")
    }

    private func steps(_ take: TakeResult) -> String {
        let rows = take.steps.map { entry in
            let time = entry.time.map { "\($0) s" } ?? ""
            return "<tr><td>\(time)</td><td>\(BatchReport.escaped(entry.step))</td><td>line \(entry.line)</td></tr>"
        }
        return
            "<details><summary>\(take.steps.count == 1 ? "1 step" : "\(take.steps.count) steps")</summary><table>\(rows.joined())</table></details>"
    }

    private func image(_ path: String) -> String? {
        BatchFiles.read("\(folder)/\(path)").map { bytes in
            "<img alt=\"\" src=\"data:image/png;base64,\(Data(bytes).base64EncodedString())\">"
        }
    }

    /// A path in an address: what means something there is escaped.
    private func link(_ film: String) -> String {
        let path = film.hasPrefix("/") ? film : "\(films)/\(film)"
        return path.utf8.map { byte in
            let isPlain =
                byte < 0x80
                && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber
                    || "/._-~".utf8.contains(byte))
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }
}
