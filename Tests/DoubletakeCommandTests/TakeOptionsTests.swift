import DoubletakeControl
import DoubletakeMedia
import Testing

@testable import DoubletakeCommand

/// How films that follow each other are asked for, and when each of them begins and ends.
@Suite struct TakeOptionsTests {
    @Test("Films are counted by a number or forever, and the start may be a time away")
    func options() throws {
        #expect(try RecordOptions([]).takes.count == .number(1))
        #expect(try RecordOptions(["--takes", "3"]).takes.count == .number(3))
        #expect(try RecordOptions(["--takes", "forever"]).takes.count == .endless)
        #expect(try RecordOptions(["--start", "after:1m30s"]).start == .after(.seconds(90)))
        #expect(try RecordOptions(["--countdown", "3"]).takes.countdown == .seconds(3))
        #expect(try RecordOptions([]).takes.stopGesture == .leftOut)
        #expect(try RecordOptions(["--no-trim-gesture"]).takes.stopGesture == .kept)
        #expect(try RecordOptions(["--no-trim-gesture", "--trim-gesture"]).takes.stopGesture == .leftOut)
        #expect(try RecordOptions(["-q"]).isQuiet)
        let endsByItself = try RecordOptions(["--stop-at", "17:30"])
        #expect(endsByItself.resolvedStart(terminal: .present, errorReader: .terminal(columns: 80)) == .now)
    }

    @Test(
        "What is none of it is said with what it must be",
        arguments: [
            (["--takes", "0"], "--takes 0: it must be a number of films from 1 to 9999, or forever"),
            (["--takes", "10000"], "--takes 10000: it must be a number of films from 1 to 9999, or forever"),
            (["--start", "after:"], "--start after:: it must be key, now, or after: and a time such as after:10"),
            (
                ["--start", "after:soon"],
                "--start after:soon: it must be key, now, or after: and a time such as after:10"
            ),
            (["--countdown", "0"], "--countdown 0: it must be a time such as 3 or 1m30s"),
            (["--stop-at", "24:00"], "--stop-at 24:00: it must be a time of day such as 17:30"),
            (["--stop-at", "5 pm"], "--stop-at 5 pm: it must be a time of day such as 17:30"),
        ]
    )
    func messages(arguments: [String], message: String) async {
        let run = await CommandRun(["record"] + arguments)
        #expect(run.status == .usage)
        #expect(run.errors == "doubletake: error: \(message)\n  help: Correct the value.\n")
    }

    @Test("A time of day comes next today or tomorrow, and never at once")
    func timeOfDay() throws {
        let now = TimeOfDay.now()
        for text in ["0:00", "12:00", "23:59:59"] {
            let time = try #require(TimeOfDay(text: text))
            let next = time.next(after: now)
            #expect(next > now && next <= now + .seconds(25 * 3_600))
            let shown = text == "0:00" ? "00:00:00" : text == "12:00" ? "12:00:00" : text
            #expect(TimeOfDay.text(of: next) == shown)
            let later = time.next(after: next)
            #expect(later > next && TimeOfDay.text(of: later) == shown)
        }
        for text in ["", "7", "24:00", "12:60", "12:00:60", "-1:00", "12:00 pm"] {
            #expect(TimeOfDay(text: text) == nil)
        }
    }

    @Test("A number of films is over after that many; one that is recorded again doesn't count")
    func sequence() {
        var takes = TakeSequence(.number(2))
        #expect(takes.areSeveral && !takes.isLast && takes.number == 1)
        let (again, next, end) = (takes.goOn(after: .retaken), takes.goOn(after: .over), takes.goOn(after: .over))
        #expect(again && next && !end)
        #expect(takes.isLast && takes.number == 2)
        var endless = TakeSequence(.endless)
        #expect((1...50).allSatisfy { _ in endless.goOn(after: .over) })
        #expect(endless.number == 51)
        var one = TakeSequence(.number(1))
        let isOver = !one.goOn(after: .over)
        #expect(!one.areSeveral && isOver)
    }
}
