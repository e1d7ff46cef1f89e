import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Testing

@testable import DoubletakeDesktop

struct RecentFilesTests {
    private static let time: Int64 = 1_796_080_353
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func list() throws -> String {
        try String(contentsOfFile: folder.file("recently-used.xbel"), encoding: .utf8)
    }

    @Test("A list that isn't there is made, with the film")
    func new() throws {
        try RecentFiles(dataFolder: folder.path).add("/home/ada/a film.mp4", type: "video/mp4", at: Self.time)
        let text = try list()
        let bookmark = "<bookmark href=\"file:///home/ada/a%20film.mp4\" added=\"2026-11-30T23:12:33Z\""
        #expect(text.contains(bookmark))
        #expect(text.contains("<mime:mime-type type=\"video/mp4\"/>"))
        let parser = XMLCheck(text)
        #expect(parser.isWellFormed)
        #expect(try folder.contents() == ["recently-used.xbel"])
    }

    @Test("What others have put into the list stays, and a film that was on it is there once")
    func others() throws {
        let other = "  <bookmark href=\"file:///tmp/x.txt\" added=\"2020-01-01T00:00:00Z\"><info/></bookmark>\n"
        let start = "<?xml version=\"1.0\"?>\n<xbel version=\"1.0\">\n"
        _ = try folder.write(Array("\(start)\(other)</xbel>\n".utf8), to: "recently-used.xbel")
        let recent = RecentFiles(dataFolder: folder.path)
        for _ in 0..<2 { try recent.add("/tmp/film.mp4", type: "video/mp4", at: Self.time) }
        let text = try list()
        #expect(text.hasPrefix(start + other))
        #expect(text.ranges(of: "file:///tmp/film.mp4").count == 1)
        #expect(text.hasSuffix("</bookmark>\n</xbel>\n"))
    }

    @Test("A list that isn't understood is left as it is", arguments: ["", "<xbel>", "\u{0}nonsense"])
    func damaged(text: String) throws {
        _ = try folder.write(Array(text.utf8), to: "recently-used.xbel")
        try RecentFiles(dataFolder: folder.path).add("/tmp/film.mp4", type: "video/mp4", at: Self.time)
        #expect(try list() == text)
    }
}

/// Whether a text is XML.
private struct XMLCheck {
    let isWellFormed: Bool

    init(_ text: String) {
        // Each tag that is opened is closed; the lists here have no comments and no other constructs.
        var open: [Substring] = []
        var isRight = true
        for tag in text.split(separator: "<").dropFirst(0) {
            guard let end = tag.firstIndex(of: ">") else { continue }
            let inside = tag[..<end]
            if inside.hasPrefix("?") || inside.hasSuffix("/") { continue }
            let name = inside.drop { $0 == "/" }.prefix { !$0.isWhitespace }
            if inside.hasPrefix("/") {
                if open.popLast() != name { isRight = false }
            } else {
                open.append(name)
            }
        }
        isWellFormed = isRight && open.isEmpty
    }
}
