import Doubletake
import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia
import DoubletakePreview

/// What the controls of the preview's window do that nothing else does.
extension RecordSession {
    /// Does what somebody wants of the preview.
    func take(_ event: PreviewEvent) async {
        guard let preview else { return }
        switch event {
        case .pressed(.play, _): showLastFilm()
        case .pressed(.louder, _): await changeGain(by: PreviewControl.gainStep)
        case .pressed(.quieter, _): await changeGain(by: -PreviewControl.gainStep)
        case .pressed(.torch, _):
            choose { preview throws(RecordingError) in try preview.toggleTorch() }
        case .menuOpened(.devices):
            choose { preview throws(RecordingError) in preview.tellChoices() }
        case .chosen(let choice): await take(choice, preview)
        case .moved(let point): preview.moveSmallPicture(to: point)
        case .focus(let point):
            choose { preview throws(RecordingError) in
                guard case .ofPicture(let camera) = try preview.expose(at: point) else { return }
                preview.update { $0.say("\(camera.name) sets its exposure by all of its picture") }
            }
        case .tap, .pressed, .menuOpened, .closed, .lost: break
        }
    }

    private func take(_ choice: PreviewChoice, _ preview: CameraPreview) async {
        switch choice {
        case .layout(let name):
            if let layout = options.layout(named: name) { await arrange(.layout(layout)) }
        case .device(let place, let id):
            choose { preview throws(RecordingError) in try preview.setDevice(id, inPlace: place) }
        case .visibility(let place): take(.arranged(preview.toggleCamera(inPlace: place)))
        case .mirroring(let mirroring): preview.setMirroring(mirroring)
        case .format(let name):
            choose { preview throws(RecordingError) in try preview.setFormat(name) }
        }
    }

    /// Does something with the cameras that may take its time, behind what was wanted before; comes back at once.
    private func choose(_ work: @escaping @Sendable (CameraPreview) throws(RecordingError) -> Void) {
        guard let preview else { return }
        let before = choosing
        choosing = Task {
            await before?.value
            do throws(RecordingError) {
                try await preview.onOwnThread(work)
            } catch {
                self.take(.warning(RecordingWarning(notChosenBecause: error)))
            }
        }
    }

    private func changeGain(by step: Double) async {
        let ofMicrophones = newestLevels.first { $0.type == .audioMic }
        guard let level = ofMicrophones ?? newestLevels.first else { return }
        let gains = PreviewControl.gains
        let gain = min(max(level.volume.gain + step, gains.lowerBound), gains.upperBound)
        do throws(RecordingError) {
            try await recorder.changeSound(.gain(gain), of: level.type)
            // Until the next levels come the next step counts from here.
            for index in newestLevels.indices where newestLevels[index].type == level.type {
                newestLevels[index].volume.gain = gain
            }
        } catch {
            if case .wrongState = error { return }
            take(.warning(RecordingWarning(soundKeptBecause: error)))
        }
    }

    private func showLastFilm() {
        guard let lastFilm else { return }
        uses.append(Task { [options, context] in await FinishedFilm([lastFilm], options, context).show() })
    }
}

extension RecordingWarning {
    /// A camera stays as it is.
    init(notChosenBecause error: RecordingError) {
        self.init(code: "camera_kept", subject: error.subject, message: error.reason, help: error.help)
    }
}
