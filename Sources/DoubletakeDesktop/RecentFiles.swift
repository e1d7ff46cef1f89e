package import DoubletakeMedia
import Glibc

/// The desktop's list of files that were used lately (freedesktop.org's `recently-used.xbel`).
///
/// It belongs to all programs: what others have put into it stays as it is, to the byte, and a list that isn't understood
/// is left alone.
package struct RecentFiles: Sendable {
    private let folder: String

    /// The list in a folder for data: what `XDG_DATA_HOME` says, or else `.local/share` of the home folder.
    package init(dataFolder: String) {
        folder = dataFolder
    }

    /// Puts a film on the list.
    ///
    /// - Parameters:
    ///   - film: its path, an absolute one.
    ///   - type: its media type, such as `video/mp4`.
    ///   - time: when it was made, in seconds since 1970.
    package func add(_ film: String, type: String, at time: Int64) throws(SystemCallError) {
        let path = "\(folder)/recently-used.xbel"
        let present = try Self.read(path)
        let entry = Self.entry(film, type: type, at: Self.text(time))
        guard let changed = Self.adding(entry, for: FileURI.text(film), to: present ?? Self.emptyList) else { return }
        try makeFolder()
        try write(changed, to: path)
    }

    /// The list with an entry more, of which it may have had an older one; nil when the text is no such list.
    static func adding(_ entry: String, for uri: String, to list: String) -> String? {
        guard let end = list.range(of: "</xbel>", from: .end) else { return nil }
        var list = String(list[..<end.lowerBound]) + entry + String(list[end.lowerBound...])
        // The new one is the last; another of the same film would come before it.
        let mark = "<bookmark href=\"\(uri)\""
        if let old = list.range(of: mark, from: .start), let new = list.range(of: mark, from: .end), old != new,
            let close = list.range(of: "</bookmark>", from: .start, after: old.upperBound),
            close.upperBound <= new.lowerBound
        {
            list.removeSubrange(old.lowerBound..<close.upperBound)
        }
        return list
    }

    private static let emptyList = """
        <?xml version="1.0" encoding="UTF-8"?>
        <xbel version="1.0"
              xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks"
              xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info"
        >
        </xbel>

        """

    private static func entry(_ film: String, type: String, at time: String) -> String {
        """
          <bookmark href="\(FileURI.text(film))" added="\(time)" modified="\(time)" visited="\(time)">
            <info>
              <metadata owner="http://freedesktop.org">
                <mime:mime-type type="\(type)"/>
                <bookmark:applications>
                  <bookmark:application name="Doubletake" exec="&apos;xdg-open %u&apos;" modified="\(time)" count="1"/>
                </bookmark:applications>
              </metadata>
            </info>
          </bookmark>

        """
    }

    /// `2026-11-30T10:22:33Z`.
    private static func text(_ time: Int64) -> String {
        var seconds = time_t(time)
        var parts = unsafe tm()
        // SAFETY: both are locals.
        unsafe gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let date = unsafe "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return unsafe "\(date)T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
    }

    private static func read(_ path: String) throws(SystemCallError) -> String? {
        do throws(SystemCallError) {
            let file = try FileStorage(path: path, access: .readOnly)
            return String(validating: try file.read(at: 0, count: Int(try file.byteCount())), as: UTF8.self) ?? ""
        } catch  where error.errorNumber == ENOENT {
            return nil
        }
    }

    private func makeFolder() throws(SystemCallError) {
        // SAFETY: the strings are passed for the time of the call.
        if unsafe mkdir(folder, 0o700) != 0, errno != EEXIST { throw .last(call: "mkdir", subject: folder) }
    }

    /// Writes it beside its place and then there in one step: whoever reads it finds the old one or the new one.
    private func write(_ text: String, to path: String) throws(SystemCallError) {
        let beside = "\(path).\(getpid())"
        // SAFETY: the strings are passed for the time of the calls.
        let file = unsafe open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file < 0 { throw .last(call: "open", subject: beside) }
        let bytes = Array(text.utf8)
        // SAFETY: the call reads the array, which is passed with its own count.
        let count = unsafe Glibc.write(file, bytes, bytes.count)
        let failure: SystemCallError? =
            count == bytes.count ? nil : .last(call: "write", subject: beside)
        close(file)
        // SAFETY: as above.
        guard failure == nil, unsafe rename(beside, path) == 0 else {
            let reason = failure ?? .last(call: "rename", subject: path)
            _ = unsafe unlink(beside)
            throw reason
        }
    }
}

extension String {
    /// From which side something is looked for.
    fileprivate enum Side {
        case start
        case end
    }

    /// The first place of a text, or the last one, behind an index.
    fileprivate func range(of text: String, from side: Side, after start: Index? = nil) -> Range<Index>? {
        let ranges = self[(start ?? startIndex)...].ranges(of: text)
        return side == .start ? ranges.first : ranges.last
    }
}
