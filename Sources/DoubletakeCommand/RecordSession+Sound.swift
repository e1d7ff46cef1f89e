import Doubletake
import DoubletakeControl
import DoubletakeMedia

/// What keys and other programs do with the sound of a session.
extension RecordSession {
    /// Mutes the microphones, or the applications where there are none, and lets them be heard again.
    func toggleMute(at time: MediaTime) async {
        do throws(RecordingError) {
            do throws(RecordingError) {
                try await recorder.changeSound(.toggled, of: .audioMic, at: time)
            } catch .capture {
                try await recorder.changeSound(.toggled, of: .audioApp, at: time)
            }
        } catch {
            if case .wrongState = error { return }
            report.warn(RecordingWarning(soundKeptBecause: error))
        }
    }

    /// Carries out what another program wants of the sound, and answers it.
    func changeSound(_ request: ControlRequest) async -> ControlAnswer {
        let instant = clock.now
        guard let sound = request.sound else {
            return refusal(ofSound: "no kind of sound is named", help: "Say app or mic.")
        }
        let change: ScreenRecorder.SoundChange
        switch request.verb {
        case .mute: change = .muted
        case .unmute: change = .unmuted
        default:
            let gains = RecordingConfiguration.gains
            guard let decibels = request.decibels, gains.contains(decibels) else {
                let words = "\(Int(gains.lowerBound)) to \(Int(gains.upperBound))"
                return refusal(ofSound: "no such gain can be set", help: "Choose decibels from \(words).")
            }
            change = .gain(decibels)
        }
        do throws(RecordingError) {
            let type: SampleBufferType = sound == .microphones ? .audioMic : .audioApp
            let settings = try await recorder.changeSound(change, of: type, named: request.name, at: instant)
            var answer = await answer()
            answer.sounds = settings.map { setting in
                ControlAnswer.Sound(
                    track: setting.track, muted: setting.volume.isMuted, gain: setting.volume.gain)
            }
            return answer
        } catch {
            return refusal(error)
        }
    }

    private func refusal(ofSound reason: String, help: String) -> ControlAnswer {
        ControlAnswer(
            refusing: ControlAnswer.Refusal(
                code: ExitStatus.usage.rawValue,
                subject: "sound",
                reason: reason,
                help: help
            )
        )
    }
}

extension RecordingWarning {
    /// Sound stays as it is.
    init(soundKeptBecause error: RecordingError) {
        self.init(code: "sound_kept", subject: error.subject, message: error.reason, help: error.help)
    }
}

extension SoundSetting {
    /// What is told of it.
    var words: String {
        if volume.isMuted { return "\(track) is muted." }
        return "\(track) is heard" + (volume.gain == 0 ? "." : ", \(Self.decibels(volume.gain)).")
    }

    /// `+6 dB` or `-3.5 dB`.
    static func decibels(_ gain: Double) -> String {
        let rounded = (gain * 10).rounded() / 10
        let number = rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
        return "\(rounded > 0 ? "+" : "")\(number) dB"
    }
}
