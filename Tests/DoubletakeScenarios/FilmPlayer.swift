import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Glibc

/// A program that people play films with.
package enum FilmPlayer: String, CaseIterable, Sendable {
    case chromium
    case vlc
    case mpv
    case gstreamer

    /// What a player made of a film.
    struct Played {
        /// How long the film is, as the player says or as long as it was heard.
        let duration: Double
        /// How far from where it was sent the player went on, at worst.
        let seekError: Double
        /// Which of the tones were heard.
        let heard: [Bool]
    }

    /// Why a player is of no use.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Where players are sent to.
    private static let seekTarget = 2.0

    /// Plays a film on a desktop, and listens for tones.
    func play(_ path: String, tones: [SteadyTone], on desktop: PrivateDesktop) throws -> Played {
        switch self {
        case .chromium: try playInBrowser(path, tones, desktop)
        case .gstreamer: try playByGStreamer(path, tones, desktop)
        case .mpv, .vlc:
            try played(hearing(path, from: 0, desktop), from: Self.seekTarget, tones) {
                try hearing(path, from: $0, desktop)
            }
        }
    }

    private func played(
        _ sound: [Float],
        from start: Double,
        _ tones: [SteadyTone],
        hearing: (Double) throws -> [Float]
    ) throws -> Played {
        let duration = Double(sound.count) / Double(Self.sampleRate)
        let rest = Double(try hearing(start).count) / Double(Self.sampleRate)
        return Played(duration: duration, seekError: abs(duration - start - rest), heard: heard(sound, tones))
    }

    /// The rate of all sounds of the scenario.
    private static let sampleRate = 48_000

    private func heard(_ sound: [Float], _ tones: [SteadyTone]) -> [Bool] {
        let middle = sound.dropFirst(sound.count / 2).prefix(Self.sampleRate / 2)
        return tones.map { $0.isHeard(in: middle, sampleRate: Self.sampleRate) }
    }

    // MARK: Players that put what is heard into a file

    private func hearing(_ path: String, from start: Double, _ desktop: PrivateDesktop) throws -> [Float] {
        let folder = desktop.file("\(rawValue)-\(Int(start))")
        let sound = "\(folder)/sound.wav"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // VLC refuses to be root, so it is nobody, who may write here.
        // SAFETY: the string is passed for the time of the call.
        guard unsafe chmod(folder, 0o777) == 0 else { throw SystemCallError.last(call: "chmod", subject: folder) }
        var environment = desktop.environment
        environment["HOME"] = folder
        environment["XDG_RUNTIME_DIR"] = folder
        _ = try ProcessRun.succeed(words(path, from: start, into: sound), environment: environment, timeOut: 120)
        let film = try DecodedFilm(AssetReader(path: sound))
        guard let samples = film.sounds[0] else { throw Failure(description: "\(rawValue) played no sound") }
        return samples
    }

    private func words(_ path: String, from start: Double, into sound: String) -> [String] {
        switch self {
        case .mpv:
            [
                "mpv", "--no-config", "--vo=null", "--ao=pcm", "--ao-pcm-file=\(sound)", "--untimed", "--hr-seek=yes",
                "--start=\(start)", path,
            ]
        case .vlc:
            (getuid() == 0 ? ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] : [])
                + [
                    "cvlc", "-I", "dummy", "--vout=vdummy", "--aout=afile", "--audiofile-file=\(sound)",
                    "--start-time=\(start)", "--play-and-exit", path,
                ]
        case .gstreamer, .chromium:
            [
                "gst-launch-1.0", "-q", "playbin", "uri=file://\(path)", "video-sink=fakesink",
                "audio-sink=audioconvert ! audio/x-raw,format=S16LE ! wavenc ! filesink location=\(sound)",
            ]
        }
    }

    private func playByGStreamer(_ path: String, _ tones: [SteadyTone], _ desktop: PrivateDesktop) throws -> Played {
        let sound = try hearing(path, from: 0, desktop)
        let run = try desktop.run(["gst-discoverer-1.0", path])
        // It says: Duration: 0:00:06.000000000, and: Seekable: yes.
        let text = run.standardOutput.split(separator: "\n").first { $0.contains("Duration: ") }
        let parts = (text?.components(separatedBy: "Duration: ").last ?? "").split(separator: ":").compactMap {
            Double($0)
        }
        guard parts.count == 3 else { throw Failure(description: "gst-discoverer said no duration") }
        let isSeekable = run.standardOutput.contains("Seekable: yes")
        return Played(
            duration: (parts[0] * 60 + parts[1]) * 60 + parts[2],
            seekError: isSeekable ? 0 : .infinity,
            heard: heard(sound, tones)
        )
    }

    // MARK: A browser

    private func playInBrowser(_ path: String, _ tones: [SteadyTone], _ desktop: PrivateDesktop) throws -> Played {
        let page = desktop.file("page.html")
        try BrowserPage.text(film: path, tones: tones, seekTarget: Self.seekTarget)
            .write(toFile: page, atomically: true, encoding: .utf8)
        let profile = desktop.file("profile")
        // It is of one page and asks nobody: neither for updates nor for a sandbox, which root can't have.
        let run = try ProcessRun.run(
            [
                "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync",
                "--disable-background-networking", "--disable-component-update", "--allow-file-access-from-files",
                "--autoplay-policy=no-user-gesture-required", "--enable-blink-features=AudioVideoTracks",
                "--enable-logging=stderr", "--log-level=0", "--user-data-dir=\(profile)", "file://\(page)",
            ],
            environment: desktop.environment,
            timeOut: 120
        )
        return try BrowserPage.played(saying: run.standardError)
    }
}
