import DoubletakeMedia
import Testing

@testable import DoubletakeBatch

@Suite("A report of a batch")
struct BatchReportTests {
    private func result(_ name: String, _ number: Int, _ status: TakeResult.Status) -> TakeResult {
        let fault = TakeResult.Fault(subject: "a<b", reason: "it \"failed\" & fell", help: "Try again.")
        return TakeResult(
            name: name, number: number, status: status, attempts: 1, film: "out/\(name).mp4", duration: 2.5, elapsed: 3,
            fault: status == .failed ? fault : nil, values: ["theme": "dark"],
            steps: [StepLog.Entry(time: 0.5, duration: 1, step: "type \"<x>\"", line: 7)], exports: [],
            log: "\(name)/log.txt", thumbnails: [], fingerprint: "0123456789abcdef")
    }

    @Test("can be read again, and says whether all is good")
    func roundTrips() throws {
        let report = BatchReport(plan: "plan.yaml", takes: [result("a", 1, .ok), result("b", 2, .failed)])
        let read = try #require(BatchReport(json: Array(report.json.utf8)))
        #expect(read.json == report.json)
        #expect(!read.isGood)
        #expect(BatchReport(plan: "plan.yaml", takes: [result("a", 1, .unchanged)]).isGood)
        #expect(BatchReport(json: Array("{}".utf8)) == nil)
    }

    @Test("of parts is the one of the whole")
    func merges() {
        let takes = (1...5).map { result("t\($0)", $0, .ok) }
        let whole = BatchReport(plan: "plan.yaml", takes: takes)
        let parts = [[takes[1], takes[4]], [takes[0], takes[3]], [takes[2]]].map {
            BatchReport(plan: "plan.yaml", takes: $0)
        }
        #expect(BatchReport.merging(parts).json == whole.json)
    }

    @Test("is XML and HTML whatever is in it")
    func escapes() {
        let report = BatchReport(plan: "pl<an.yaml", takes: [result("a", 1, .failed)])
        #expect(
            report.junit.contains("<failure message=\"a&lt;b: it &quot;failed&quot; &amp; fell\">Try again.</failure>"))
        #expect(report.junit.contains("tests=\"1\" failures=\"1\" skipped=\"0\""))
        let page = ReportPage(report: report, folder: "/nowhere", films: "/films").html
        #expect(page.contains("<h1>pl&lt;an.yaml</h1>"))
        #expect(page.contains("type &quot;&lt;x&gt;&quot;"))
    }

    @Test("has captions that last until the next step")
    func writesCaptions() throws {
        var log = StepLog()
        let steps = try plan("version: 1\ntakes: [{name: a, steps: [{wait: 1s}, {mark: 'a --> b'}]}]").takes[0].steps
        log.add(steps[0], from: .milliseconds(500), for: .seconds(1))
        log.add(steps[1], from: .milliseconds(61_500), for: .zero)
        #expect(
            log.captions == """
                WEBVTT

                00:00:00.500 --> 00:01:01.500
                wait 1.0s

                00:01:01.500 --> 00:01:02.500
                mark "a -> b"

                """)
    }
}
