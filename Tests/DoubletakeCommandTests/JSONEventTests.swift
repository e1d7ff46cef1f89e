import Doubletake
import DoubletakeMedia
import Testing

@testable import DoubletakeCommand

/// What scripts rely on, to the letter.
@Suite struct JSONEventTests {
    @Test("A status has seconds with three decimals and counts")
    func status() {
        var statistics = RecordingStatistics()
        statistics.frames = 30
        statistics.framesRepeated = 2
        let line = JSONEvent(.status(elapsed: .microseconds(1_000_499), statistics)).line
        #expect(line == #"{"dropped":0,"event":"status","frames":30,"repeated":2,"time":1}"#)
    }

    @Test("A failure has the error, the help and the exit status")
    func failure() {
        let line = JSONEvent(.failed(.notRegularFile(path: "/dev/null"))).line
        #expect(
            line == #"{"code":73,"error":"/dev/null: it exists and is not a regular file","event":"failed","#
                + #""help":"Choose another name."}"#
        )
    }

    @Test("A name with quotes and line ends stays one line")
    func escaping() {
        let line = JSONEvent(.failed(.notRegularFile(path: "a\"b\nc"))).line
        #expect(!line.contains("\n"))
        #expect(line.contains(#"a\"b\nc"#))
    }
}
