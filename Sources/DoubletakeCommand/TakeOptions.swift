import DoubletakeControl
import DoubletakeMedia

/// What the options said of films that follow each other, and of when each of them begins and ends.
struct TakeOptions {
    /// How many films are recorded, one after the other.
    enum Count: Hashable {
        /// So many.
        case number(Int)
        /// As many as somebody wants.
        case endless

        /// Reads a number, or `forever`; nil for anything else.
        init?(text: String) {
            if text == "forever" {
                self = .endless
                return
            }
            guard let number = Int(text), (1...Self.mostTakes).contains(number) else { return nil }
            self = .number(number)
        }

        /// More, and a number that was meant as something else is not noticed.
        private static let mostTakes = 9_999
    }

    var count = Count.number(1)
    /// How long is counted down before each film.
    var countdown: Duration?
    /// The time of day at which each film ends.
    var stopTime: TimeOfDay?
    /// Whether the time between the two presses that stop a film is in it.
    var stopGesture = TakeControl.StopGesture.leftOut
}

extension RecordOptions {
    /// The options for films that follow each other, and for when each of them begins and ends.
    static let takeRows: [OptionRow<RecordOptions>] = [
        .value(
            "--countdown",
            taking: "T",
            expected: "a time such as 3 or 1m30s",
            help: "counts down before the film begins; a press meanwhile calls it off (no countdown)"
        ) { options, text in
            options.takes.countdown = Duration(text: text)
            return options.takes.countdown != nil
        },
        .value(
            "--stop-at",
            taking: "HH:MM",
            expected: "a time of day such as 17:30",
            help: "stops by itself the next time that it is so late: 17:30 or 17:30:15"
        ) { options, text in
            options.takes.stopTime = TimeOfDay(text: text)
            return options.takes.stopTime != nil
        },
        .value(
            "--takes",
            taking: "N|forever",
            expected: "a number of films from 1 to 9999, or forever",
            help: "waits for the next start after each stop; {take} in the name counts (1)"
        ) { options, text in
            guard let count = TakeOptions.Count(text: text) else { return false }
            options.takes.count = count
            return true
        },
        .flag("--trim-gesture", help: "ends the film at the first of the two presses that stop it (default)") {
            $0.takes.stopGesture = .leftOut
        },
        .flag("--no-trim-gesture", help: "ends the film at the second of the two presses that stop it") {
            $0.takes.stopGesture = .kept
        },
    ]
}
