import DoubletakeMedia
import Glibc
import Testing

@testable import DoubletakeISOMedia

@Suite("An error of a movie file")
struct ISOMediaErrorTests {
    private static let full = SystemCallError(call: "pwrite", subject: "film.mp4", errorNumber: ENOSPC)

    private static let messages: [(ISOMediaError, String)] = [
        (.storage(full), "film.mp4: pwrite: No space left on device"),
        (.notISOMedia, "it is no MP4 or MOV file"),
        (.indexMissing, "it has no index (moov)"),
        (.nothingRecorded, "it holds no complete fragment"),
        (.cutShort(box: .mdat, offset: 7), "it is cut off in the box mdat at byte 7"),
        (.cutShort(box: nil, offset: 7), "it is cut off at byte 7"),
        (
            .malformed(box: .trun, offset: 7, reason: "it ends too soon"),
            "the box trun at byte 7 is damaged: it ends too soon"
        ),
        (.boxTooLarge(box: .moov, offset: 7, byteCount: 9), "the box moov at byte 7 claims 9 bytes"),
        (.damagedInMiddle(offset: 7, byteCount: 9), "the 9 bytes from byte 7 on are no boxes"),
        (.secondIndex(offset: 7), "it has a second index (moov) at byte 7"),
        (
            .samplesOutsideFragments(trackID: 2, offset: 7),
            "track 2 has samples outside the fragments, listed at byte 7"
        ),
        (
            .foreignFragments(box: "senc", offset: 7),
            "the box senc at byte 7 would be lost, and the samples need it"
        ),
        (.tooManySamples(limit: 7), "it has more than 7 samples"),
        (.tooManyBoxes(limit: 7), "it has more than 7 boxes"),
        (
            .indexNotWritten(full, leftover: nil),
            "the index could not be written: film.mp4: pwrite: No space left on device"
        ),
        (
            .indexNotWritten(full, leftover: SystemCallError(call: "ftruncate", subject: "film.mp4", errorNumber: EIO)),
            "the index could not be written: film.mp4: pwrite: No space left on device, "
                + "nor taken back: film.mp4: ftruncate: Input/output error"
        ),
    ]

    @Test("An error of a movie file says what is wrong and where")
    func messages() {
        for (error, message) in Self.messages { #expect(error.description == message) }
    }

    @Test("An error of a movie file helps with one sentence that begins with a verb")
    func help() {
        let verbs: Set<Substring> = ["Look", "Name", "Delete", "Copy", "Keep", "Split", "Play", "Make"]
        for (error, _) in Self.messages {
            #expect(error.help.hasSuffix("."))
            #expect(verbs.contains(error.help.prefix { $0 != " " }), "\(error.help)")
        }
    }
}
