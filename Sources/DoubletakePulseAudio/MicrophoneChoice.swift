/// Which source is recorded for a person who names no microphone.
///
/// The microphone of a Bluetooth headset that plays music is not: it can do either, and to record it would turn the music
/// to the quality of a telephone call. The next best source is, and the person is told.
struct MicrophoneChoice: Equatable {
    /// A device as far as the choice goes.
    struct Candidate: Equatable {
        let name: String
        /// Whether it only hears what a sink plays.
        var isMonitor = false
        /// How it is reached by radio; nil for a cable.
        var link: BluetoothLink?
    }

    /// The source to record; nil when there is none.
    let name: String?
    /// The default source, when it isn't recorded for the sake of the music.
    let passedOver: String?

    /// Chooses among what a server has.
    ///
    /// A default source that is a sink's monitor is no microphone: what the applications play would be heard twice.
    init(default defaultName: String?, sources: [Candidate], sinks: [Candidate]) {
        let microphones = sources.filter { !$0.isMonitor }
        guard let wanted = microphones.first(where: { $0.name == defaultName }) else {
            (name, passedOver) = (nil, nil)
            return
        }
        guard Self.spoilsMusic(wanted, sinks) else {
            (name, passedOver) = (wanted.name, nil)
            return
        }
        let others = microphones.filter { !Self.spoilsMusic($0, sinks) }
        name = (others.first { $0.link == nil } ?? others.first)?.name
        passedOver = wanted.name
    }

    /// Whether recording a source would end the music of its headset.
    private static func spoilsMusic(_ source: Candidate, _ sinks: [Candidate]) -> Bool {
        guard let link = source.link else { return false }
        switch link.use {
        case .call, .playing: return false
        case .music, .unknown:
            // Where it is unknown what the headset plays, it may be music.
            let sink = sinks.first { $0.link?.address != nil && $0.link?.address == link.address }
            return sink?.link?.use != .call
        }
    }
}
