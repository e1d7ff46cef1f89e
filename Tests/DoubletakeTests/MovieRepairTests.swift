import DoubletakeISOMedia
import DoubletakeMedia
import DoubletakeReading
import DoubletakeTestSupport
import Glibc
import Testing

@testable import Doubletake

/// What an interrupted recording left becomes a film.
@Suite struct MovieRepairTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func makePart(_ name: String = "film.part.mp4") throws -> String {
        try folder.write(FragmentedFilm.bytes(), to: name)
    }

    private func state(_ path: String) throws -> MovieLayout.State {
        try MovieLayout(of: FileStorage(path: path, access: .readOnly)).state
    }

    @Test("A part file becomes an ordinary film in place, and gets the name that it was recorded for")
    func inPlace() throws {
        let repaired = try MovieRepair.repair(makePart())
        #expect(repaired.outcome == .finished)
        #expect(repaired.file == folder.file("film.mp4"))
        #expect(repaired.droppedByteCount == 0)
        #expect(abs(repaired.duration.inSeconds - 2) < 0.05)
        #expect(try folder.contents() == ["film.mp4"])
        #expect(try state(repaired.file) == .finished)
        #expect(try DecodedFilm(AssetReader(path: repaired.file)).pictures.count == 40)
    }

    @Test("A name that is taken is left to what has it")
    func numbers() throws {
        _ = try folder.write([1], to: "film.mp4")
        #expect(try MovieRepair.repair(makePart()).file == folder.file("film-2.mp4"))
        #expect(try folder.bytes("film.mp4") == [1])
    }

    @Test("A film that doesn't have the name of a part file keeps its name")
    func keepsName() throws {
        let path = try makePart("film.mp4")
        #expect(try MovieRepair.repair(path).file == path)
        #expect(try folder.contents() == ["film.mp4"])
        #expect(try state(path) == .finished)
    }

    @Test("A torn end is cut off, and what came before it is the film")
    func torn() throws {
        let path = try makePart()
        try FileStorage(path: path, access: .readWrite).truncate(to: Int64(FragmentedFilm.bytes().count - 10))
        let repaired = try MovieRepair.repair(path)
        #expect(repaired.droppedByteCount > 0)
        #expect(abs(repaired.duration.inSeconds - 1.5) < 0.05)
    }

    @Test("A copy is finished where it was asked for, under a free name, and the file stays as it is")
    func copy() throws {
        let path = try makePart()
        for name in ["whole.mp4", "whole-2.mp4"] {
            let repaired = try MovieRepair.repair(path, into: folder.file("whole.mp4"))
            #expect(repaired.file == folder.file(name))
            #expect(try state(repaired.file) == .finished)
        }
        let isUntouched = try folder.bytes("film.part.mp4") == FragmentedFilm.bytes()
        #expect(isUntouched)
        #expect(try folder.contents() == ["film.part.mp4", "whole-2.mp4", "whole.mp4"])
    }

    @Test("A finished film is said to be finished, and no byte of it is changed")
    func finished() throws {
        let path = try MovieRepair.repair(makePart("film.mp4")).file
        let bytes = try folder.bytes("film.mp4")
        let again = try MovieRepair.repair(path)
        #expect(again.outcome == .alreadyFinished)
        #expect(again.file == path)
        let isUntouched = try folder.bytes("film.mp4") == bytes
        #expect(isUntouched)
        // Its recorder died between finishing it and giving it its name.
        // SAFETY: the strings are passed for the time of the call.
        #expect(unsafe rename(path, folder.file("late.part.mp4")) == 0)
        #expect(try MovieRepair.repair(folder.file("late.part.mp4")).file == folder.file("late.mp4"))
        // A copy of a finished film is a finished film.
        let copy = try MovieRepair.repair(folder.file("late.mp4"), into: folder.file("copy.mp4"))
        #expect(copy.outcome == .alreadyFinished)
        let isCopied = try folder.bytes("copy.mp4") == bytes
        #expect(isCopied)
    }

    @Test("A file that can't be made better is refused and left as it is, also with a copy")
    func refused() throws {
        let film = try FragmentedFilm.bytes()
        let contents: [[UInt8]] = [
            [], Array("no film at all".utf8), Array(film.prefix(500)), Array(film.prefix(1_700)),
        ]
        for bytes in contents {
            let path = try folder.write(bytes, to: "film.part.mp4")
            let isRefused: (RepairError?) -> Bool = { if case .notRepairable = $0 { true } else { false } }
            #expect(isRefused(#expect(throws: RepairError.self) { try MovieRepair.repair(path) }))
            #expect(
                isRefused(
                    #expect(throws: RepairError.self) {
                        try MovieRepair.repair(path, into: folder.file("out.mp4"))
                    }))
            #expect(try folder.contents() == ["film.part.mp4"])
            let isUntouched = try folder.bytes("film.part.mp4") == bytes
            #expect(isUntouched)
        }
    }

    @Test("A film whose recorder lives is not touched")
    func inUse() throws {
        let path = folder.file("film.part.mp4")
        let recorder = try FileStorage(path: path, access: .createNew)
        try recorder.write(FragmentedFilm.bytes(), at: 0)
        let isInUse: (RepairError?) -> Bool = { if case .inUse(path) = $0 { true } else { false } }
        #expect(isInUse(#expect(throws: RepairError.self) { try MovieRepair.repair(path) }))
        #expect(
            isInUse(
                #expect(throws: RepairError.self) { try MovieRepair.repair(path, into: folder.file("out.mp4")) }))
        #expect(try folder.contents() == ["film.part.mp4"])
        // Once it is finished and has its name it doesn't matter that somebody has it.
        _ = try MovieFinisher.finish(recorder)
        #expect(isInUse(#expect(throws: RepairError.self) { try MovieRepair.repair(path) }))
        let film = folder.file("film.mp4")
        // SAFETY: the strings are passed for the time of the call.
        #expect(unsafe rename(path, film) == 0)
        #expect(try MovieRepair.repair(film).outcome == .alreadyFinished)
        withExtendedLifetime(recorder) {}
    }

    private static let denied = SystemCallError(call: "open", subject: "film.part.mp4", errorNumber: EACCES)
    private static let errors: [(RepairError, String, String)] = [
        (
            .notFound(path: "film.mp4", reason: "No such file or directory"),
            "film.mp4: No such file or directory", "Check the path."
        ),
        (
            .notPermitted(denied), "film.part.mp4: open: Permission denied",
            "Change its permissions, or repair a copy of it: name one with -o."
        ),
        (
            .inUse(path: "film.part.mp4"), "film.part.mp4: it is being recorded or repaired right now",
            "Wait until that ends; a recorder finishes its film by itself."
        ),
        (
            .notRepairable(path: "a.mp4", reason: "it has no index (moov)", help: "Delete it."),
            "a.mp4: it has no index (moov)", "Delete it."
        ),
        (
            .inputOutput(path: "a.mp4", reason: "pwrite: Input/output error", help: "Look at the disk."),
            "a.mp4: pwrite: Input/output error", "Look at the disk."
        ),
        (
            .output(.cannotRename(denied, playableFile: "film.part.mp4")),
            "film.part.mp4: open: Permission denied", "Find the film at film.part.mp4."
        ),
    ]

    @Test("An error of a repair names the file, says what happened, and what to do", arguments: errors.indices)
    func messages(index: Int) {
        let (error, description, help) = Self.errors[index]
        #expect(error.description == description)
        #expect(error.help == help)
    }

    @Test("What isn't there, or is no file, is not found")
    func notFound() throws {
        for path in [folder.file("none.mp4"), folder.path, "\(folder.path)/a/b.mp4", "/dev/null"] {
            let error = #expect(throws: RepairError.self) { try MovieRepair.repair(path) }
            guard case .notFound(path, _) = error else {
                Issue.record("\(path): \(String(describing: error))")
                continue
            }
        }
    }
}
