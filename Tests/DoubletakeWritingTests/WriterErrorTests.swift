import DoubletakeISOMedia
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeWriting
import Glibc
import Testing

/// An error and what a person reads of it.
struct WriterMessage: Sendable, CustomTestStringConvertible {
    let error: WriterError
    let subject: String
    let reason: String
    let help: String

    var testDescription: String { subject }
}

@Suite(.timeLimit(.minutes(10)))
struct WriterErrorTests {
    private static let full = SystemCallError(call: "pwrite", subject: "/mnt/film.mp4", errorNumber: ENOSPC)
    private static let missing = SystemCallError(call: "open", subject: "/no/film.mp4", errorNumber: ENOENT)
    private static let threads = SystemCallError(
        call: "pthread_create", subject: "the thread writer", errorNumber: EAGAIN)

    static let messages = [
        WriterMessage(
            error: .fileExists(path: "film.mp4"),
            subject: "film.mp4",
            reason: "a file of that name exists",
            help: "Choose another name, or remove the file."
        ),
        WriterMessage(
            error: .cannotCreate(missing),
            subject: "/no/film.mp4",
            reason: "open: No such file or directory",
            help: "Choose a folder that exists and that you may write to."
        ),
        WriterMessage(
            error: .cannotStart(threads),
            subject: "the thread writer",
            reason: "pthread_create: Resource temporarily unavailable",
            help: "End other programs and try again."
        ),
        WriterMessage(
            error: .cannotWrite(full),
            subject: "/mnt/film.mp4",
            reason: "pwrite: No space left on device",
            help: "Free some space on that disk."
        ),
        WriterMessage(
            error: .cannotFinish(
                path: "film.mp4",
                reason: "\(ISOMediaError.indexNotWritten(full, leftover: nil))",
                help: "Make room on the disk, and repair the file."
            ),
            subject: "film.mp4",
            reason: "it could not be finished: the index could not be written: "
                + "/mnt/film.mp4: pwrite: No space left on device",
            help: "Make room on the disk, and repair the file."
        ),
        WriterMessage(
            error: .unsupported(subject: "--audio-rate", reason: "AAC has no 96001 Hz", help: "Take 48000."),
            subject: "--audio-rate",
            reason: "AAC has no 96001 Hz",
            help: "Take 48000."
        ),
        WriterMessage(
            error: .encoderUnavailable(name: "h264_vaapi", reason: "Input/output error"),
            subject: "h264_vaapi",
            reason: "it can't be opened: Input/output error",
            help: "Choose an encoder that needs no hardware, or leave the choice out."
        ),
        WriterMessage(
            error: .codecFailed(subject: "x264", reason: "broken pipe"),
            subject: "x264",
            reason: "broken pipe",
            help: "Try again with other settings for that track."
        ),
        WriterMessage(
            error: .misuse(subject: "Mix", reason: "it was added before", help: "Add it once."),
            subject: "Mix",
            reason: "it was added before",
            help: "Add it once."
        ),
        WriterMessage(
            error: .nothingWritten(path: "film.mp4"),
            subject: "film.mp4",
            reason: "nothing was recorded",
            help: "Append at least one buffer before finishing."
        ),
    ]

    @Test("An error says what it is about, what happened and what to do", arguments: messages)
    func words(message: WriterMessage) {
        #expect(message.error.subject == message.subject)
        #expect(message.error.reason == message.reason)
        #expect(message.error.help == message.help)
        #expect(message.error.description == "\(message.subject): \(message.reason)")
        #expect(isHelpful(message.error))
    }

    @Test("An error has the number that AVFoundation has for it")
    func codes() {
        let failure = { SystemCallError(call: "pwrite", subject: "film.mp4", errorNumber: $0) }
        let codes: [(WriterError, Int)] = [
            (.fileExists(path: "film.mp4"), -11_823),
            (.cannotWrite(failure(ENOSPC)), -11_807),
            (.cannotWrite(failure(EDQUOT)), -11_807),
            (.cannotCreate(failure(ENOSPC)), -11_807),
            (.cannotWrite(failure(EFBIG)), -11_811),
            (.cannotWrite(failure(ENOMEM)), -11_801),
            (.cannotWrite(failure(EIO)), -11_800),
            (.cannotStart(failure(EAGAIN)), -11_801),
            (.cannotFinish(path: "film.mp4", reason: "it is too large", help: "Record for a shorter time."), -11_800),
            (.unsupported(subject: "Mix", reason: "it has no 96001 Hz", help: "Take 48000."), -11_861),
            (.codecFailed(subject: "x264", reason: "broken pipe"), -11_800),
            (.encoderUnavailable(name: "h264_vaapi", reason: "no such device"), -11_834),
            (.misuse(subject: "Mix", reason: "it was added before", help: "Add it once."), -11_875),
            (.nothingWritten(path: "film.mp4"), -11_805),
        ]
        for (error, number) in codes { #expect(error.code.rawValue == number) }
    }

    @Test("A misuse names the input and says how it is meant")
    func misuses() throws {
        let scene = WriterScene()
        let named = AssetWriterInput(audio: AudioEncoderSettings(format: Sample.format), name: "Mix")
        let video = Sample.videoInput()
        try scene.begin(named)
        let uses: [(String, String, () throws -> Void)] = [
            ("Mix", "inputs are added before writing starts", { try scene.writer.add(named) }),
            ("the video input", "inputs are added before writing starts", { try scene.writer.add(video) }),
            ("Mix", "it was added before", { try WriterScene().writer.add(named) }),
            (
                "Mix", "a buffer of video can't be appended here now",
                { _ = try named.append(Sample.picture(at: .zero)) }
            ),
            (
                "Mix", "a packet of audio can't be appended here now",
                { _ = try named.append(Sample.packet(.audio, at: .zero)) }
            ),
            (
                "/dev/null/film.fake", "a session can't be started now",
                { try scene.writer.startSession(atSourceTime: WriterScene.start) }
            ),
        ]
        for (subject, reason, use) in uses {
            let error = try #require(throws: WriterError.self) { try use() }
            #expect(error.subject == subject && error.reason == reason)
            #expect(isHelpful(error))
        }
    }

    /// One sentence that starts with a verb; these are the verbs that there are.
    private func isHelpful(_ error: WriterError) -> Bool {
        let verbs = ["Add", "Append", "Call", "Choose", "End", "Free", "Make", "Record", "Take", "Try"]
        let first = error.help.split(separator: " ").first.map(String.init) ?? ""
        return verbs.contains(first) && error.help.hasSuffix(".")
    }
}
