import DoubletakeMedia
import Testing

@testable import DoubletakeReading

@Suite struct ReaderErrorTests {
    @Test("An error names the file, says what happened in the library's words, and what to do")
    func messages() {
        let missing = ReaderError.cannotOpen(path: "film.mp4", reason: "No such file or directory")
        #expect(missing.description == "film.mp4: can't be opened: No such file or directory")
        #expect(missing.help == "Check that the path is right and that it is a film.")
        let damaged = ReaderError.cannotDecode(path: "film.mp4", reason: "Invalid data")
        #expect(damaged.description == "film.mp4: can't be decoded: Invalid data")
        #expect(damaged.help == "Keep the file, and look at what is before the damage.")
    }
}
