import Doubletake
import DoubletakeComposition

extension RecordOptions {
    /// The options that say how sound is to be.
    static let soundShapeRows: [OptionRow<RecordOptions>] = [
        .value(
            "--app-gain",
            taking: "DB",
            expected: gainExpectation,
            help: "makes the applications' sound so many decibels louder, or quieter: -6 (0)"
        ) { options, text in
            set(gain: text, \.applicationGain, in: &options)
        },
        .value(
            "--mic-gain",
            taking: "DB",
            expected: gainExpectation,
            help: "makes the microphone so many decibels louder, or quieter: 6 (0)"
        ) { options, text in
            set(gain: text, \.microphoneGain, in: &options)
        },
        .value(
            "--mic-channels",
            taking: "MODE",
            expected: MicrophoneChannels.allCases.map(\.rawValue).joined(separator: ", "),
            help: "auto centres a microphone with one dead channel; or mix, left, right, stereo (auto)"
        ) { options, text in
            guard let channels = MicrophoneChannels(rawValue: text) else { return false }
            options.configuration.microphoneChannels = channels
            return true
        },
        .value(
            "--audio-offset",
            taking: "MS",
            expected: "milliseconds from -5000 to 5000",
            help: "lets all sound be so many milliseconds later, or earlier: -40 (0)"
        ) { options, text in
            guard let milliseconds = Int(text), abs(milliseconds) <= 5_000 else { return false }
            options.configuration.audioOffset = .milliseconds(milliseconds)
            return true
        },
    ]

    private static let gainExpectation = "decibels from -60 to 40, such as -6"

    private static func set(
        gain text: String,
        _ gain: WritableKeyPath<RecordingConfiguration, Double>,
        in options: inout RecordOptions
    ) -> Bool {
        guard let decibels = Double(text), RecordingConfiguration.gains.contains(decibels) else { return false }
        options.configuration[keyPath: gain] = decibels
        return true
    }
}
