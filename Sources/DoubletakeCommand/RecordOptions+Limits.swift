import Doubletake
import DoubletakeMedia

extension RecordOptions {
    /// How large the film may become.
    static let limitRows: [OptionRow<RecordOptions>] = [
        .value(
            "--max-size",
            taking: "SIZE",
            expected: "a size of at least \(smallestSizeText), such as 500M or 4G",
            help: "stops by itself before the film is larger: 500M, 4G (also: --start now)"
        ) { options, text in
            guard let count = Int64(sizeText: text), count >= smallestSize else { return false }
            options.configuration.limits.maximumByteCount = count
            return true
        },
        .value(
            "--split",
            taking: "time:T|size:SIZE",
            expected: "time: and at least a second, or size: and at least \(smallestSizeText)",
            help: "goes on in the next part, NAME-2, each time or size; nothing is lost between them"
        ) { options, text in
            guard let split = RecordingLimits.Split(text: text) else { return false }
            options.configuration.limits.split = split
            return true
        },
        .value(
            "--min-free",
            taking: "SIZE",
            expected: "a size such as 500M, or 0",
            help: "stops when less is free on the disk (200M or a minute's worth; at most a tenth of it)"
        ) { options, text in
            guard let count = Int64(sizeText: text) else { return false }
            options.configuration.limits.minimumFreeSpace = .bytes(count)
            return true
        },
    ]

    /// What happens to the finished film.
    static let afterRows: [OptionRow<RecordOptions>] = [
        .value(
            "--after",
            taking: "COMMAND",
            expected: "a shell command",
            help: "runs a shell command when the film is done; the film's path is its $1"
        ) { options, text in
            options.afterCommand = text
            return !text.isEmpty
        },
        .flag("--open", help: "shows the film when it is done") { $0.film = .shown },
    ]

    /// Smaller, and a film would end, or be split, before its first picture.
    fileprivate static let smallestSize: Int64 = 100_000
    private static let smallestSizeText = "100k"

    /// What is done with a finished film.
    enum FilmUse {
        /// It is left where it is.
        case left
        /// It is shown with the program that the desktop has for it.
        case shown
    }
}

extension RecordingLimits.Split {
    /// Shorter, and a part may end before its first keyframe has come.
    private static let shortestPart = Duration.seconds(1)

    /// Reads when a film is split, as people write it: `time:10m`, `size:2G`; nil for anything else.
    init?(text: String) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "time":
            guard let length = Duration(text: parts[1]), length >= Self.shortestPart else { return nil }
            self = .time(length)
        case "size":
            guard let count = Int64(sizeText: parts[1]), count >= RecordOptions.smallestSize else { return nil }
            self = .size(count)
        default: return nil
        }
    }
}
