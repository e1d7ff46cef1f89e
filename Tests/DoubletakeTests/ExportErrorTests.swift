import Doubletake
import DoubletakeMedia
import DoubletakeReading
import DoubletakeWriting
import Glibc
import Testing

@Suite struct ExportErrorTests {
    private static let errors: [(ExportError, String, String)] = [
        (
            .reader(.cannotOpen(path: "film.mp4", reason: "No such file or directory")),
            "film.mp4: can't be opened: No such file or directory",
            "Check that the path is right and that it is a film."
        ),
        (
            .writer(.codecFailed(subject: "h264", reason: "x264 could not encode a picture")),
            "h264: x264 could not encode a picture",
            "Try again with other settings for that track."
        ),
        (
            .destination(.notRegularFile(path: "/dev/null")), "/dev/null: it exists and is not a regular file",
            "Choose another name."
        ),
        (
            .unknownFormat(path: "film.xyz", known: ["mp4", "gif"]),
            "film.xyz: no kind of file that can be exported has this extension",
            "Choose one of: .mp4, .gif."
        ),
        (.noPicture(path: "song.mp4"), "song.mp4: it has no picture", "Name a film that has a picture."),
        (
            .beginsAfterEnd(path: "film.mp4", start: .seconds(9), duration: .milliseconds(2500)),
            "film.mp4: it ends at 2.5 s, and the part was to begin at 9.0 s",
            "Choose an earlier time."
        ),
        (
            .sound(subject: "sound at 48000 Hz", reason: "it failed", help: "Try again."),
            "sound at 48000 Hz: it failed",
            "Try again."
        ),
        (
            .system(SystemCallError(call: "pthread_create", subject: "export", errorNumber: EAGAIN)),
            "export: pthread_create: Resource temporarily unavailable",
            "End other programs and try again."
        ),
    ]

    @Test("Each failure of an export says what it is about, what happened and what to do", arguments: errors)
    func message(error: ExportError, what: String, help: String) {
        #expect("\(error.subject): \(error.reason)" == what)
        #expect(error.help == help)
    }
}
