import DoubletakeTestSupport

/// A program that must be able to play a film.
package enum Player: Sendable {
    /// ffmpeg, which must have nothing to complain about.
    case ffmpeg
    /// mpv.
    case mpv

    /// Whether it plays the film to its end.
    package func plays(_ path: String) throws -> Bool {
        switch self {
        case .ffmpeg:
            return try MediaProbe.decodeErrors(path).isEmpty
        case .mpv:
            // It neither shows nor sounds, and so needs no time.
            let words = [
                "mpv", "--no-config", "--vo=null", "--ao=null", "--untimed", "--ao-null-untimed",
                "--msg-level=all=warn",
            ]
            let run = try ProcessRun.run(words + [path])
            return run.status == 0 && !run.standardError.contains("rror")
        }
    }
}
