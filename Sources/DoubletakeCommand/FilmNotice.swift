import Doubletake
import DoubletakeDesktop
import DoubletakeMedia
import Glibc

/// What the desktop tells of a film: that it was saved, or why it wasn't.
///
/// A notification's buttons work only while the program lives that has shown it, and the recorder doesn't wait for anybody.
/// So it is this program once more, in the background, which ends when the notification is dealt with.
enum FilmNotice {
    /// The variable by which the program in the background knows what it is.
    static let variable = "DOUBLETAKE_NOTICE"

    private static let open = DesktopNotification.Action("open", "Open")
    private static let folder = DesktopNotification.Action("folder", "Show in folder")

    /// What is told.
    enum News: Equatable {
        /// A film is complete; its path.
        case saved(String)
        /// There is none, or one that isn't complete: what it is about, and why.
        case failed(subject: String, reason: String)
    }

    /// Has the desktop tell it, where there is one; comes back at once.
    static func post(_ news: News, in context: CommandContext) async {
        var environment = context.environment
        guard BusAddresses(environment: environment).session != nil, let program = ownPath() else { return }
        let words: [String]
        switch news {
        case .saved(let film): words = ["saved", film]
        case .failed(let subject, let reason): words = ["failed", subject, reason]
        }
        environment[variable] = "1"
        do throws(SystemCallError) {
            try await ShellCommand(words: [program] + words, environment: environment).detach()
        } catch {
            // The person reads it on the terminal.
        }
    }

    /// What the program in the background does.
    static func run(_ words: [String], in context: CommandContext) async {
        var environment = context.environment
        environment[variable] = nil
        guard let session = BusAddresses(environment: environment).session else { return }
        switch (words.first, words.count) {
        case ("saved", 2): await tellSaved(words[1], session, environment)
        case ("failed", 3):
            let notification = DesktopNotification(
                title: "Recording failed",
                text: "\(words[1]): \(words[2])",
                icon: "dialog-error"
            )
            _ = await choice(notification, session)
        default: break
        }
    }

    private static func tellSaved(_ film: String, _ session: String, _ environment: [String: String]) async {
        let (place, name) = parts(of: film)
        let notification = DesktopNotification(
            title: "Saved \(name)",
            text: place,
            icon: "video-x-generic",
            actions: [open, folder]
        )
        guard let choice = await choice(notification, session) else { return }
        if choice == open { return await Opening(environment).open(film) }
        do throws(SystemCallError) {
            let isShown = try await BlockingWork.run("folder") {
                do throws(BusError) {
                    try DesktopFolder.show(film, on: session)
                    return true
                } catch {
                    return false
                }
            }
            if !isShown { await Opening(environment).open(place) }
        } catch {
            // No thread is left, and nobody reads what could be said.
        }
    }

    /// Shows it and waits for what the person does about it.
    private static func choice(
        _ notification: DesktopNotification,
        _ session: String
    ) async -> DesktopNotification.Action? {
        do throws(SystemCallError) {
            return try await BlockingWork.run("notice") {
                do throws(BusError) {
                    return try notification.show(on: session)
                } catch {
                    // Nobody shows notifications here.
                    return nil
                }
            }
        } catch {
            return nil
        }
    }

    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    /// Where this program is; nil when it was replaced meanwhile, or there is no `/proc`.
    private static func ownPath() -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        // SAFETY: the array is passed with its own count.
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        let path = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.hasSuffix(" (deleted)") ? nil : path
    }
}

/// Opens files and folders with what the desktop has for them.
private struct Opening {
    private let environment: [String: String]

    init(_ environment: [String: String]) {
        self.environment = environment
    }

    /// Opens it with the first program that is there.
    func open(_ path: String) async {
        for words in [["xdg-open", path], ["gio", "open", path]] {
            do throws(SystemCallError) {
                return try await ShellCommand(words: words, environment: environment).detach()
            } catch {
                // The next one, if there is one.
            }
        }
    }
}
