import Doubletake
import DoubletakeControl
import DoubletakeMedia

/// Replays: what was a moment ago, written into a file of its own while everything goes on.
extension RecordSession {
    /// Saves a replay that ends at an instant, behind those that were wanted before; comes back at once.
    ///
    /// - Parameters:
    ///   - duration: how long it shall be; nil for all that is kept.
    ///   - reply: who is told where it is; nil for a signal or a press.
    func saveReplay(_ duration: Duration?, endingAt end: MediaTime, _ reply: ControlServer.Reply? = nil) {
        let before = saving
        saving = Task {
            await before?.value
            await self.writeReplay(duration, endingAt: end, reply)
        }
    }

    private func writeReplay(_ duration: Duration?, endingAt end: MediaTime, _ reply: ControlServer.Reply?) async {
        do throws(RecordingError) {
            guard let length = duration ?? options.replayLength else { throw .notBuffering }
            let clip = try await recorder.exportClip(
                to: isRecording ? Self.replayPath(beside: path) : path,
                duration: length,
                endingAt: end,
                remainder: options.remainder
            )
            report.saved(clip)
            remote?.tellFollowers(JSONEvent(replay: clip).line)
            guard let reply else { return }
            var answer = await answer()
            answer.files = [absolute(clip.file)]
            reply.send(answer)
        } catch {
            guard let reply else { return report.warn(RecordingWarning(noReplayBecause: error)) }
            reply.send(refusal(error))
        }
    }

    /// The name of a replay while a film has the name itself: `NAME-replay`.
    static func replayPath(beside path: String) -> String {
        let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[nameStart...].lastIndex(of: ".") else { return path + "-replay" }
        return path[..<dot] + "-replay" + path[dot...]
    }
}

extension RecordingWarning {
    /// A replay that was wanted was not saved.
    init(noReplayBecause error: RecordingError) {
        self.init(
            code: "no_replay",
            subject: error.subject,
            message: "none was saved: \(error.reason)",
            help: error.help
        )
    }
}
