import Doubletake
import DoubletakeMedia
import Testing

@testable import DoubletakeBatch

/// Reads a plan whose options of `record` are all understood.
func plan(_ text: String) throws(PlanError) -> Plan {
    try Plan(Array(text.utf8), file: "plan.yaml") { arguments in
        arguments.contains("--bad=1")
            ? .failure(BatchFault("--bad", reason: "there is no such option", help: "Leave it out."))
            : .success(RecordedTake(picture: .screen))
    }
}

/// What is wrong with a plan, as a person reads it.
func fault(_ text: String) -> String {
    do throws(PlanError) {
        _ = try plan(text)
        return "nothing"
    } catch {
        return "\(error.subject): \(error.reason) | \(error.help)"
    }
}

@Suite("A plan")
struct PlanTests {
    private static let head = "version: 1\ntakes:\n"

    @Test("takes over its defaults where a take says nothing, and adds to what is a mapping")
    func completesTakes() throws {
        let takes = try plan(
            """
            version: 1
            defaults: {display: 640x480, typing: 30/s, timeout: 1m, env: {A: "1", B: "2"}, record: {fps: 25, mic: none}}
            takes:
              - {name: one, display: new, env: {B: "3"}, record: {fps: 30}, stop: {hold: 2s}}
              - {name: two, display: none}
            """
        ).takes
        #expect(takes.map(\.name) == ["one", "two"])
        #expect(takes.map(\.number) == [1, 2])
        #expect(takes[0].display == .new(PixelSize(width: 640, height: 480)))
        #expect(takes[0].environment == ["A": "1", "B": "3"])
        #expect(takes[0].recordArguments == ["--fps=30", "--mic=none"])
        #expect(takes[0].timeout == .seconds(60))
        #expect(takes[0].stop == .afterSteps(hold: .seconds(2)))
        #expect(takes[1].display == .none)
        #expect(takes[1].stop == .afterSteps(hold: .seconds(1)))
        #expect(takes[1].output == "two.mp4")
    }

    @Test("makes a take for each combination but the excluded ones, with their values in names and texts")
    func expandsMatrix() throws {
        let takes = try plan(
            """
            version: 1
            matrix: {lang: [de, en]}
            defaults: {output: "out/{theme}.mp4"}
            takes:
              - name: shop
                matrix: {theme: [light, dark]}
            """
        ).takes
        #expect(takes.map(\.name) == ["shop-de-light", "shop-de-dark", "shop-en-light", "shop-en-dark"])
    }

    @Test("leaves out what a matrix excludes")
    func excludes() throws {
        let takes = try plan(
            """
            version: 1
            takes:
              - name: shop
                matrix: {theme: [light, dark], lang: [de, en], exclude: [{theme: dark, lang: de}]}
                output: "out/{theme}.mp4"
                run: ["./shop", "--{theme}", "{unknown}", "{name}"]
                steps: [{type: "{lang} {{theme}}"}]
            """
        ).takes
        #expect(takes.map(\.name) == ["shop-light-de", "shop-light-en", "shop-dark-en"])
        #expect(takes.map(\.output) == ["out/light-de.mp4", "out/light-en.mp4", "out/dark-en.mp4"])
        #expect(takes[0].program == .words(["./shop", "--light", "{unknown}", "shop-light-de"]))
        #expect(takes[2].steps.map(\.action) == [.type(.text("en {dark}"))])
    }

    @Test("fills in braces before it asks what a value is")
    func fillsBeforeReading() throws {
        let takes = try plan(
            Self.head + """
                  - name: sized
                    matrix: {size: [640x360, 1280x720], still: [1s]}
                    display: "{size}"
                    ready: {still: "{still}"}
                """
        ).takes
        #expect(takes.map(\.display) == [640, 1280].map { .new(PixelSize(width: $0, height: $0 * 9 / 16)) })
        #expect(takes[0].ready?.still == .seconds(1))
        let none = fault(Self.head + "- {name: a, matrix: {x: [y], exclude: [{x: y}]}}")
        #expect(none.contains("its matrix excludes every combination"))
    }

    @Test("takes values as its schema says, whatever YAML would guess")
    func readsBySchema() throws {
        let take = try plan(
            Self.head + """
                  - name: 2026
                    env: {ON: yes, N: 1}
                    timeout: 00:01:30
                    steps: [{type: no}, {camera: off}, {wait: 1m30s}, {wait: 400ms}, {type: 12}, {type: {secret: S}}]
                """
        ).takes[0]
        #expect(take.name == "2026")
        #expect(take.environment == ["ON": "yes", "N": "1"])
        #expect(take.timeout == .seconds(90))
        let actions = take.steps.map(\.action)
        #expect(
            actions == [
                .type(.text("no")), .camera(.off), .wait(.seconds(90)), .wait(.milliseconds(400)), .type(.text("12")),
                .type(.secret(variable: "S")),
            ])
    }

    @Test(
        "says where something is wrong with it, and what to do",
        arguments: [
            ("- {name: a, colour: red}", "plan.yaml:3:13: a take has no key \"colour\" | Use one of: "),
            (
                "- {name: a, stpes: []}",
                "plan.yaml:3:13: a take has no key \"stpes\" | Write \"steps\", if that is meant."
            ),
            ("- {steps: []}", "plan.yaml:3:3: a take lacks its name | Write name: what the take is called"),
            ("- {name: ../a}", "plan.yaml:3:3: \"../a\" is no name for a take: it has a / in it | "),
            ("- {name: a}\n- {name: a}", "plan.yaml:4:3: the take in line 3 is called \"a\" as well | "),
            ("- {name: a, output: x.mp4}\n- {name: b, output: x.mp4}", "plan.yaml:4:3: b and a would both be x.mp4 | "),
            ("- {name: a, steps: [{key: no}]}", "plan.yaml:3:27: no: no key is named no | Name a key such as F9"),
            (
                "- {name: a, steps: [{type: {x: y}}]}",
                "what is typed (a text with a colon in it needs quotes) has no key"
            ),
            ("- {name: a, steps: [{mark: {x: y}}]}", "Put the text in quotes, since a colon and a space"),
            ("- {name: a, steps: [{wait: 1s, mark: x}]}", "plan.yaml:3:21: wait and mark can't be one step | "),
            ("- {name: a, steps: [{wait: 1s, over: 1s}]}", "over belongs to move, not to wait | Leave over out."),
            ("- {name: a, steps: [{}]}", "nothing is to be done | Write one of: wait, click"),
            ("- {name: a, steps: [{click: {at: [1]}}]}", "a point has two numbers, not 1 | Write [320, 200]."),
            ("- {name: a, steps: [{wait: soon}]}", "\"soon\" is not a time such as 90, 1m30s, 400ms or 00:01:30"),
            ("- {name: a, run: x}", "here belongs a list, and a text is there | Write [..., ...]."),
            ("- {name: a, run: [x], shell: y}", "run and shell both say what is started | Keep one of them."),
            ("- {name: a, display: none, run: [x]}", "a take with display: none has no screen for a program"),
            ("- {name: a, record: {bad: 1}}", "plan.yaml:3:22: record: --bad: there is no such option | Leave it out."),
            ("- {name: a, stop: {when: later}}", "\"later\" is not exit or key | Write exit or key."),
            ("- {name: a, ready: {within: 5s}}", "nothing is named that could be waited for | "),
            ("- {name: a, ready: {window: Shop}}", "\"Shop\" names no window | Write title:TEXT"),
            ("- {name: a, typing: fast}", "\"fast\" is not keys a second, from 0.1/s to 1000/s"),
            ("- {name: a, matrix: {x: []}}", "x has no values | Write at least one."),
            ("- {name: a, matrix: {name: [x]}}", "\"name\" can't be put into braces | "),
        ]
    )
    func explainsFaults(takes: String, words: String) {
        let found = fault(Self.head + takes)
        #expect(found.contains(words))
    }

    @Test(
        "has a version and takes",
        arguments: [
            ("takes: []", "plan.yaml:1:1: a plan lacks its version | Write version: 1"),
            ("version: 2\ntakes: [{name: a}]", "it is of version 2, and 1 is understood | Write version: 1."),
            ("version: 1\ntakes: []", "it has no takes | "),
            ("- a", "here belongs a plan, and a list is there | "),
            (
                "a: [",
                "plan.yaml:2:1: the plan can't be read: did not find expected node content | Correct the plan there."
            ),
        ]
    )
    func needsVersion(text: String, words: String) {
        let found = fault(text)
        #expect(found.contains(words))
    }

    @Test("of 10,000 takes is read, and one of a matrix without end is refused")
    func isBounded() throws {
        let many = Self.head + (1...10_000).map { "- {name: take-\($0), steps: [{wait: 1s}, {key: Tab}]}\n" }.joined()
        let count = try plan(many).takes.count
        #expect(count == 10_000)
        let values = (1...100).map { "v\($0)" }.joined(separator: ", ")
        let endless = fault(Self.head + "- {name: a, matrix: {x: [\(values)], y: [\(values)], z: [\(values)]}}")
        #expect(endless.contains("its matrix makes more than 100000 takes | Leave some values out."))
    }

    @Test("is described to editors by the tables that it is read by")
    func hasSchema() {
        let schema = Plan.schema
        for field in PlanTake.fields.map(\.name) + PlanStepKeys.fields.map(\.name) + PlanCheck.fields.map(\.name) {
            #expect(schema.contains("\"\(field)\""))
        }
        #expect(schema.contains("\"additionalProperties\" : false"))
    }
}
