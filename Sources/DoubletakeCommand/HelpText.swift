/// What `help` prints, made of the option tables.
enum HelpText {
    /// The commands, one line each.
    static let commands: [(name: String, help: String)] = [
        ("record", "records a picture and sound into a film"),
        ("preview", "shows cameras in a window, and records it when told to"),
        ("toggle", "stops the recorder that runs, or starts one in the background"),
        ("start", "lets a recorder that waits begin"),
        ("stop", "ends what is recorded and prints where it is"),
        ("pause", "pauses what is recorded"),
        ("resume", "goes on with what is paused"),
        ("toggle-pause", "pauses, or goes on"),
        ("mark", "marks this instant as a chapter"),
        ("split", "lets what is recorded go on in the next part"),
        ("save-replay", "writes what was just now into a file, and prints its path"),
        ("swap", "exchanges the first two pictures"),
        ("layout", "places the pictures in another way"),
        ("camera", "shows a camera's picture, or not: camera on, camera off"),
        ("mute", "lets nothing be heard of the applications or the microphone: mute app, mute mic"),
        ("unmute", "lets them be heard again"),
        ("gain", "makes them louder or quieter: gain mic 6"),
        ("discard", "moves what is recorded to the trash"),
        ("retake", "does that, and waits for the same take again"),
        ("status", "says how a recorder stands"),
        ("devices", "lists what can be recorded"),
        ("batch", "records the takes of a plan, unattended"),
        ("repair", "finishes a recording that was interrupted"),
        ("verify", "looks a film over and says what is wrong"),
        ("export", "makes another file of a film, or of a part of it"),
        ("version", "prints the version"),
        ("help", "explains a command"),
    ]

    /// The overview.
    static var overview: String {
        let width = commands.map(\.name.count).max() ?? 0
        let list = commands.map { "  \(padded($0.name, to: width))  \($0.help)" }
        let head = ["doubletake records screens, cameras and sound.", "", "usage: doubletake COMMAND [OPTIONS]", ""]
        let tail = ["", "Run `doubletake help COMMAND` for its options."]
        return (head + list + tail).joined(separator: "\n")
    }

    /// A command's options.
    static func options<Settings>(_ usage: String, _ summary: String, _ rows: [OptionRow<Settings>]) -> String {
        let width = rows.map(\.usage.count).max() ?? 0
        let list = rows.map { "  \(padded($0.usage, to: width))  \($0.help)" }
        return (["usage: \(usage)", "", summary, ""] + list).joined(separator: "\n")
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }
}
