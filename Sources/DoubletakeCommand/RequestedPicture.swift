import Doubletake
import DoubletakeCapture
import DoubletakeMedia

/// What is recorded, where the options only say how that is found out.
enum RequestedPicture: Hashable {
    /// A person chooses it on the screen.
    case chosen(PictureChooser.Kind)
    /// The part of the screen that was recorded last.
    case lastRegion

    /// The option that asks for it.
    var option: String {
        switch self {
        case .chosen(.region): "--region pick"
        case .chosen(.window): "--window pick"
        case .lastRegion: "--region last"
        }
    }

    /// Finds it out.
    ///
    /// - Parameter context: gets a stream of the signals in which those are that have ended the choice.
    /// - Returns: what is recorded; nil when nothing was chosen.
    func find(in context: inout CommandContext, _ report: inout RecordReport) async throws(RecordFailure)
        -> PictureSelection?
    {
        switch self {
        case .lastRegion:
            guard let last = RememberedRegion(environment: context.environment).picture else {
                throw .usage(.noLastRegion)
            }
            return last
        case .chosen(let kind):
            let choice: Result<PictureChooser.Choice?, CaptureError>
            do throws(SystemCallError) {
                choice = try await Self.choose(kind, in: &context)
            } catch {
                throw .recording(.system(error))
            }
            switch choice {
            case .failure(let error): throw .recording(.capture(error))
            case .success(nil):
                report.report(.cancelled)
                return nil
            case .success(let choice?):
                report.chosen(choice)
                switch choice {
                case .region(let region): return .region(region)
                case .window(let window): return .window(window.id)
                }
            }
        }
    }

    private static func choose(
        _ kind: PictureChooser.Kind,
        in context: inout CommandContext
    ) async throws(SystemCallError) -> Result<PictureChooser.Choice?, CaptureError> {
        let chooser = try context.makeChooser()
        let (interruptions, send) = AsyncStream.makeStream(of: Void.self)
        // A stream ends with the task that has stopped listening to it, so this one listens on for the recording.
        Task { [before = context.interruptions] in
            for await _ in before {
                chooser.cancel()
                send.yield()
            }
            send.finish()
        }
        context.interruptions = interruptions
        return try await BlockingWork.run("choice") { chooser.choose(kind) }
    }
}
