import DoubletakeMedia
import Testing

struct LogTests {
    @Test("Lines from the threshold up are written, with their room")
    func threshold() {
        let lines = ConditionLock<[String]>([])
        let log = Log(from: .info) { level, room, line in
            lines.withLock { $0.append("\(level) \(room): \(line)") }
        }
        log(.debug, "X11", "one")
        log(.info, "X11", "two")
        log(.warning, "V4L2", "three")
        #expect(lines.withLock { $0 } == ["info X11: two", "warning V4L2: three"])
    }

    @Test("A line that nobody wants is not made", arguments: [Log.Level.debug, .info, .warning])
    func laziness(level: Log.Level) {
        var isMade = false
        func line() -> String {
            isMade = true
            return ""
        }
        Log.off(level, "room", line())
        #expect(!isMade)
        if level < .warning { Log(from: .warning) { _, _, _ in }(level, "room", line()) }
        #expect(!isMade)
    }
}
