import DoubletakeBatch
import DoubletakeMedia

/// Tells how a batch comes along: lines for people, with one that is drawn over on a terminal, or JSON.
final class BatchProgress: Sendable {
    enum Format {
        case text
        case json
    }

    private struct State {
        var running: [String] = []
        var ended = 0
        var good = 0
        /// Whether the line that is drawn over is there.
        var isLineShown = false
    }

    private let format: Format
    private let count: Int
    private let jobs: Int
    private let context: CommandContext
    private let state = ConditionLock(State())
    private let clock = MonotonicClock()
    private let start: MediaTime

    init(format: Format, count: Int, jobs: Int, context: CommandContext) {
        (self.format, self.count, self.jobs, self.context) = (format, count, jobs, context)
        start = clock.now
    }

    /// Any thread.
    func take(_ event: Batch.Event) {
        switch event {
        case .began(let name, let number, let count):
            state.withLock { state in
                state.running.append(name)
                report(began: name, number, count, &state)
            }
        case .cue(let take, let text):
            let words = text.map { ": \($0)" } ?? ""
            tell("\(take)\(words) (F9 starts, F8 throws it away)", JSONLine.encode(Cue(take: take, cue: text)))
        case .kept(let take, let display):
            let words = "\(take) has failed; its screen stays as DISPLAY=\(display) until Ctrl-C"
            tell(words, JSONLine.encode(Kept(take: take, display: display)))
        case .ended(let result, let number, let count):
            state.withLock { state in
                state.running.removeAll { $0 == result.name }
                state.ended += 1
                if result.isGood { state.good += 1 }
                report(ended: result, number, count, &state)
            }
        }
    }

    private func tell(_ words: String, _ json: String) {
        state.withLock { state in
            switch format {
            case .json: context.out(json)
            case .text:
                clear(&state)
                context.note(words)
                draw(&state)
            }
        }
    }

    /// Tells of all of it at the end.
    func end(_ report: BatchReport, path: String) {
        state.withLock { clear(&$0) }
        let good = report.takes.filter(\.isGood).count
        let unchanged = report.takes.filter { $0.status == .unchanged }.count
        let note = unchanged > 0 ? " (\(unchanged) of before)" : ""
        context.note("\(good) of \(count) takes are good\(note); report: \(page(path))")
        switch format {
        case .text: context.out(report.takes.compactMap(\.film).map { film(report, $0) }.joined(separator: "\n"))
        case .json: context.out(JSONLine.encode(Finished(good: good, takes: count, report: path)))
        }
    }

    private func page(_ path: String) -> String {
        path.hasSuffix(".json") ? String(path.dropLast(5)) + ".html" : path
    }

    /// A film's path as the person sees it: from where the batch was started.
    private func film(_ report: BatchReport, _ film: String) -> String {
        guard !film.hasPrefix("/"), let slash = report.plan.lastIndex(of: "/") else { return film }
        return "\(report.plan[...slash])\(film)"
    }

    private func report(began name: String, _ number: Int, _ count: Int, _ state: inout State) {
        switch format {
        case .json: context.out(JSONLine.encode(Began(take: name, number: number, count: count)))
        case .text: draw(&state)
        }
    }

    private func report(ended result: TakeResult, _ number: Int, _ count: Int, _ state: inout State) {
        switch format {
        case .json: context.out(JSONLine.encode(Ended(result)))
        case .text:
            clear(&state)
            let attempts = result.attempts > 1 ? ", \(result.attempts) attempts" : ""
            let length = result.duration.map { ", \($0) s" } ?? ""
            context.note("[\(number)/\(count)] \(result.name): \(result.status.rawValue)\(length)\(attempts)")
            if let fault = result.fault {
                context.note("  \(fault.subject): \(fault.reason)")
                context.note("  help: \(fault.help)")
            }
            draw(&state)
        }
    }

    /// One line that says how far it is, drawn over again and again.
    private func draw(_ state: inout State) {
        guard case .terminal(let columns) = context.errorReader else { return }
        clear(&state)
        var line = "\(state.ended)/\(count) done, now: \(state.running.joined(separator: ", "))"
        if state.ended > 0 {
            let left = (clock.now - start) / state.ended * (count - state.ended)
            line += ", about \(Int(left.inSeconds.rounded(.up))) s left"
        }
        context.printError(String(line.prefix(max(columns - 1, 10))))
        state.isLineShown = true
    }

    private func clear(_ state: inout State) {
        if state.isLineShown { context.printError("\r\u{1b}[K") }
        state.isLineShown = false
    }

    private struct Began: Encodable {
        let event = "take_began"
        let take: String
        let number: Int
        let count: Int
    }

    private struct Cue: Encodable {
        let event = "cue"
        let take: String
        let cue: String?
    }

    private struct Kept: Encodable {
        let event = "kept"
        let take: String
        let display: String
    }

    private struct Ended: Encodable {
        let event = "take_ended"
        let take: String
        let status: String
        let attempts: Int
        let film: String?
        let duration: Double?
        let error: String?
        let help: String?

        init(_ result: TakeResult) {
            take = result.name
            status = result.status.rawValue
            attempts = result.attempts
            film = result.film
            duration = result.duration
            error = result.fault.map { "\($0.subject): \($0.reason)" }
            help = result.fault?.help
        }
    }

    private struct Finished: Encodable {
        let event = "finished"
        let good: Int
        let takes: Int
        let report: String
    }
}
