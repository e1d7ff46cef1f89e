import DoubletakeMedia
import Glibc
import Testing

struct SystemCallErrorTests {
    @Test(
        "An error says what failed in the system's own words",
        arguments: [
            (ENOSPC, "No space left on device"), (EEXIST, "File exists"), (ENOENT, "No such file or directory"),
            (EACCES, "Permission denied"), (EIO, "Input/output error"), (EBUSY, "Device or resource busy"),
        ]
    )
    func words(errorNumber: Int32, words: String) {
        let error = SystemCallError(call: "pwrite", subject: "film.mp4", errorNumber: errorNumber)
        #expect(error.reason == words)
        #expect(error.description == "film.mp4: pwrite: \(words)")
    }

    @Test("An error number that the system doesn't know is given as it is")
    func unknown() {
        #expect(SystemCallError(call: "open", subject: "x", errorNumber: 9_999).reason == "error 9999")
    }

    @Test("The last error is the calling thread's")
    func last() {
        close(-1)
        let error = SystemCallError.last(call: "close", subject: "nothing")
        #expect(error == SystemCallError(call: "close", subject: "nothing", errorNumber: EBADF))
    }
}
