import Doubletake
import DoubletakeComposition
import DoubletakeControl

/// A change of the pictures that are shown together in one film.
enum SceneChange: Sendable {
    /// The first two are exchanged.
    case swap
    /// They are placed in another way.
    case layout(Layout)
    /// A camera, or all of them, is shown or not.
    case camera(ScreenRecorder.CameraVisibility, name: String?)
}

extension RecordSession {
    /// Carries out what a key wants; where there is only one picture there is nothing to do.
    func arrange(_ change: SceneChange) async {
        do throws(RecordingError) {
            try await apply(change)
        } catch {
            if case .wrongState = error { return }
            report.warn(RecordingWarning(notArrangedBecause: error))
        }
    }

    /// Carries out what another program asks for, and answers it.
    func arrange(_ request: ControlRequest) async -> ControlAnswer {
        let change: SceneChange
        switch request.verb {
        case .layout:
            guard let name = request.name, let layout = options.layout(named: name) else {
                return noSuchLayout(request.name ?? "")
            }
            change = .layout(layout)
        case .cameraOn: change = .camera(.shown, name: request.name)
        case .cameraOff: change = .camera(.hidden, name: request.name)
        default: change = .swap
        }
        do throws(RecordingError) {
            let arrangement = try await apply(change)
            var answer = await answer()
            answer.layout = arrangement.layout
            answer.pictures = arrangement.pictures
            return answer
        } catch {
            return refusal(error)
        }
    }

    @discardableResult
    private func apply(_ change: SceneChange) async throws(RecordingError) -> PictureArrangement {
        if let preview {
            let arrangement = try Self.apply(change, to: preview)
            // The recorder sees one window, and knows nothing of it.
            take(.arranged(arrangement))
            return arrangement
        }
        return switch change {
        case .swap: try await recorder.swapPictures()
        case .layout(let layout): try await recorder.setLayout(layout)
        case .camera(let visibility, let name): try await recorder.setCamera(visibility, name)
        }
    }

    private static func apply(
        _ change: SceneChange,
        to preview: CameraPreview
    ) throws(RecordingError) -> PictureArrangement {
        switch change {
        case .swap: preview.swapPictures()
        case .layout(let layout): preview.setLayout(layout)
        case .camera(let visibility, let name): try preview.setCamera(visibility, name)
        }
    }

    private func noSuchLayout(_ name: String) -> ControlAnswer {
        ControlAnswer(
            refusing: ControlAnswer.Refusal(
                code: ExitStatus.usage.rawValue,
                subject: "layout \(name)",
                reason: "there is no such layout",
                help: "Choose one of: \(Layout.all.map(\.name).joined(separator: ", "))."
            )
        )
    }
}

extension RecordingWarning {
    /// Pictures stay as they are.
    init(notArrangedBecause error: RecordingError) {
        self.init(code: "not_arranged", subject: error.subject, message: error.reason, help: error.help)
    }
}
