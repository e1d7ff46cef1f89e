import DoubletakeControl
import DoubletakeMedia
import Testing

/// Requests and answers as lines, to the letter, and what a person sees of their errors.
@Suite struct ControlMessageTests {
    private static func soundRequest(
        _ verb: ControlVerb,
        _ sound: ControlledSound,
        _ name: String? = nil,
        decibels: Double? = nil
    ) -> ControlRequest {
        var request = ControlRequest(verb, name: name)
        (request.sound, request.decibels) = (sound, decibels)
        return request
    }

    @Test(
        "A request is one line of JSON, and is read again as it was",
        arguments: [
            (ControlRequest(.stop), #"{"verb":"stop"}"#),
            (ControlRequest(.togglePause), #"{"verb":"toggle-pause"}"#),
            (ControlRequest(.mark, name: "a/\"b\"\n"), #"{"name":"a/\"b\"\n","verb":"mark"}"#),
            (ControlRequest(.layout, name: "grid"), #"{"name":"grid","verb":"layout"}"#),
            (ControlRequest(.cameraOff), #"{"verb":"camera-off"}"#),
            (ControlRequest(.stop, dropLast: .milliseconds(2_500)), #"{"drop_last":2.5,"verb":"stop"}"#),
            (ControlRequest(.saveReplay, duration: .milliseconds(2_500)), #"{"seconds":2.5,"verb":"save-replay"}"#),
            (soundRequest(.mute, .microphones), #"{"sound":"mic","verb":"mute"}"#),
            (
                soundRequest(.gain, .applications, "One", decibels: -3.5),
                #"{"decibels":-3.5,"name":"One","sound":"app","verb":"gain"}"#
            ),
            (ControlRequest(.status, sequel: .events), #"{"follow":true,"verb":"status"}"#),
        ]
    )
    func requests(request: ControlRequest, line: String) throws {
        #expect(request.line == line + "\n")
        #expect(try ControlRequest(line: line.utf8) == request)
    }

    @Test(
        "What is no request is refused with a reason",
        arguments: [
            "", "stop", "{", "[]", "{}", "null", #"{"verb":7}"#, #"{"verb":"fly"}"#, #"{"verb":"stop"} {"#,
            #"{"verb":"stop","name":[1]}"#, #"{"verb":"stop","drop_last":-1}"#, #"{"verb":"stop","drop_last":1e300}"#,
            #"{"verb":"stop","drop_last":"5"}"#, #"{"verb":"save-replay","seconds":-1}"#,
            #"{"verb":"save-replay","seconds":1e99}"#, #"{"verb":"mute","sound":"car"}"#,
            String(repeating: "[", count: 4_000),
            String(repeating: "x", count: 4_097),
        ]
    )
    func refused(line: String) {
        #expect(throws: ControlError.self) { try ControlRequest(line: line.utf8) }
    }

    @Test("A field that a later version may have is left out")
    func unknownField() throws {
        #expect(try ControlRequest(line: #"{"verb":"pause","until":5}"#.utf8) == ControlRequest(.pause))
    }

    @Test("An answer has only the fields that it needs")
    func answers() throws {
        var answer = ControlAnswer()
        answer.files = ["/v/a.mp4"]
        answer.state = "idle"
        #expect(answer.line == #"{"files":["/v/a.mp4"],"ok":true,"state":"idle"}"# + "\n")
        #expect(try ControlAnswer(line: #"{"files":["/v/a.mp4"],"ok":true,"state":"idle"}"#) == answer)
        #expect(throws: ControlError.noAnswer) { try ControlAnswer(line: "ok") }
        let refusal = ControlAnswer.Refusal(code: 1, subject: "recorder", reason: "no", help: "Wait.")
        #expect(
            ControlAnswer(refusing: refusal).line
                == #"{"error":{"code":1,"help":"Wait.","reason":"no","subject":"recorder"},"ok":false}"# + "\n"
        )
    }

    @Test(
        "Names of instances are short and can stand in a path",
        arguments: [
            ("desk", true), ("a.b_c-1", true), ("", false), (".x", false), ("a/b", false), ("ä", false),
            (String(repeating: "n", count: 41), false),
        ]
    )
    func names(name: String, isGood: Bool) {
        #expect(ControlFolder.isInstanceName(name) == isGood)
    }

    @Test(
        "Each error says what it is about, what happened and what to do",
        arguments: [
            (ControlError.noRecorder, "recorder: none is running", "Start one with `doubletake record`."),
            (
                .noSuchInstance("a", running: ["b", "c"]), "--instance a: no recorder of that name is running",
                "Choose one of: b, c."
            ),
            (
                .noSuchInstance("a", running: []), "--instance a: no recorder of that name is running",
                "Start it with `doubletake record --instance NAME`."
            ),
            (
                .severalRecorders(["a", "b"]), "recorder: several are running: a, b",
                "Name one of them with --instance."
            ),
            (
                .nameTaken("a"), "--instance a: a recorder of that name is running already",
                "Choose another name, or stop that recorder."
            ),
            (
                .noFolder, "XDG_RUNTIME_DIR: it names no folder, so no recorder can be reached",
                "Set it to a folder of your own, as a login session does."
            ),
            (
                .foreignFolder("/r/doubletake"), "/r/doubletake: it is not a folder that you alone may use",
                "Remove it, or take its permissions from others: chmod 700."
            ),
            (
                .badRequest("it is longer than 4096 bytes"), "request: it is longer than 4096 bytes",
                "Send what docs/control-protocol.md describes."
            ),
            (
                .noAnswer, "recorder: it ended without an answer",
                "Look with `doubletake status` whether it still runs."
            ),
            (
                .system(SystemCallError(call: "bind", subject: "/r", errorNumber: 13)), "/r: bind: Permission denied",
                "Check the folder that XDG_RUNTIME_DIR names."
            ),
        ] as [(ControlError, String, String)]
    )
    func errors(error: ControlError, description: String, help: String) {
        #expect(error.description == description)
        #expect(error.help == help)
    }
}
