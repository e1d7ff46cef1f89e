public import DoubletakeComposition

/// What can be done with several pictures in one film, at any time while the recorder is armed or records.
extension ScreenRecorder {
    /// Whether a camera's picture is in the film.
    public enum CameraVisibility: Sendable {
        /// It is.
        case shown
        /// It isn't; the camera goes on delivering.
        case hidden
        /// It is if it wasn't; of several cameras all are once none was.
        case toggled
    }

    /// Exchanges the first two pictures.
    @discardableResult
    public func swapPictures() throws(RecordingError) -> PictureArrangement {
        try rearrange { $0.swap() }
    }

    /// Places the pictures in another way; the film keeps its size.
    @discardableResult
    public func setLayout(_ layout: Layout) throws(RecordingError) -> PictureArrangement {
        try rearrange { $0.layout = layout }
    }

    /// Shows or hides a camera's picture.
    ///
    /// - Parameter camera: the camera's id, name or label, or the word by which it was chosen; nil for all cameras.
    @discardableResult
    public func setCamera(
        _ visibility: CameraVisibility,
        _ camera: String? = nil
    ) throws(RecordingError) -> PictureArrangement {
        let meant = try scene().cameras(named: camera)
        return try rearrange { $0.setVisibility(visibility, of: meant) }
    }

    /// Takes the cameras of a preview for those that get files of their own, while its window is what is recorded.
    ///
    /// Before the recorder is prepared, where its configuration wants such files.
    package func recordCameras(of preview: CameraPreview) {
        previewed = preview.feeds
    }

    private func rearrange(
        _ change: (inout SceneArrangement) -> Void
    ) throws(RecordingError) -> PictureArrangement {
        let scene = try scene()
        let description = scene.description(of: scene.rearrange(change))
        hub.publish(.arranged(description))
        return description
    }

    private func scene() throws(RecordingError) -> SceneSource {
        let scene =
            switch phase {
            case .armed(let armed): armed.pipeline.scene
            case .recording(_, let pipeline, _): pipeline.scene
            case .capturing(let tap): tap.pipeline.scene
            case .idle, .starting, .stopping, .cancelling: throw .wrongState(state, wanted: "arrange pictures")
            }
        guard let scene else { throw .onePicture }
        return scene
    }
}

extension SceneSource {
    /// What is told of an arrangement.
    func description(of arrangement: SceneArrangement) -> PictureArrangement {
        PictureArrangement(
            layout: arrangement.layout.name,
            pictures: arrangement.shown.map { members[$0].source.device.id }
        )
    }

    /// The numbers of the cameras that a name means: an id, a name, a label, or what was chosen by; all of them for nil.
    func cameras(named name: String?) throws(RecordingError) -> Set<Int> {
        let cameras = members.indices.filter { members[$0].source.device.kind == .camera }
        guard let name else { return Set(cameras) }
        let meant = cameras.filter { index in
            let member = members[index]
            return [member.source.device.id, member.source.device.name, member.selection, member.style.label]
                .contains(name)
        }
        guard meant.isEmpty else { return Set(meant) }
        throw .capture(
            .noSuchDevice(name: name, kind: .camera, available: cameras.map { members[$0].source.device.choice })
        )
    }
}

extension SceneArrangement {
    /// Shows or hides sources.
    mutating func setVisibility(_ visibility: ScreenRecorder.CameraVisibility, of sources: Set<Int>) {
        let isHiding =
            switch visibility {
            case .shown: false
            case .hidden: true
            case .toggled: !sources.isSubset(of: hidden)
            }
        if isHiding { hidden.formUnion(sources) } else { hidden.subtract(sources) }
    }
}
