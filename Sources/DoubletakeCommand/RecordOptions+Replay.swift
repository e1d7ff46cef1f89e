import Doubletake
import DoubletakeMedia
import DoubletakeWriting

extension RecordOptions {
    /// What of the time before is kept.
    static let replayRows: [OptionRow<RecordOptions>] = [
        .value(
            "--preroll",
            taking: "T",
            expected: keptTimeExpectation,
            help: "what was up to that long before the press is in the film; kept in memory until then"
        ) { options, text in
            guard let time = keptTime(text) else { return false }
            options.configuration.preroll = time
            return true
        },
        .value(
            "--replay",
            taking: "T",
            expected: keptTimeExpectation,
            help: "only keeps the last T; a press, save-replay or SIGUSR1 writes it into a new file"
        ) { options, text in
            options.replay = keptTime(text)
            return options.replay != nil
        },
        .flag("--exact", help: "with these: nothing from before is in the file, not even what would not be shown") {
            $0.configuration.clipStart = .exact
        },
        .flag("--replay-clear", help: "keeps nothing of what was saved: no moment is in two replays") {
            $0.remainder = .dropped
        },
    ]

    private static let keptTimeExpectation = "a time from 1 second to a day, such as 30 or 1m30s"

    private static func keptTime(_ text: String) -> Duration? {
        guard let time = Duration(text: text), time >= .seconds(1), time <= .seconds(86_400) else { return nil }
        return time
    }

    /// How long a replay is that is asked for without a length; nil when nothing is kept.
    var replayLength: Duration? {
        [replay, configuration.preroll > .zero ? configuration.preroll : nil].compactMap { $0 }.max()
    }

    /// Whether a press saves a replay instead of beginning a film.
    var isPressForReplay: Bool {
        replay != nil && configuration.preroll == .zero
    }

    /// A configuration, with what is kept in memory for films of that name.
    func keeping(_ configuration: RecordingConfiguration, for path: String) -> RecordingConfiguration {
        guard let replayLength else { return configuration }
        let suffix = path.split(separator: ".").last.map(String.init) ?? ""
        var configuration = configuration
        configuration.clipBuffering = ClipBuffering(
            duration: replayLength,
            container: ContainerFormat.named(byExtension: suffix) ?? .mp4
        )
        return configuration
    }
}
