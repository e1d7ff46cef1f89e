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
        try rearrange { _, arrangement in arrangement.swap() }
    }

    /// Places the pictures in another way; the film keeps its size.
    @discardableResult
    public func setLayout(_ layout: Layout) throws(RecordingError) -> PictureArrangement {
        try rearrange { _, arrangement in arrangement.layout = layout }
    }

    /// Shows or hides a camera's picture.
    ///
    /// - Parameter camera: the camera's id, name or label, or the word by which it was chosen; nil for all cameras.
    @discardableResult
    public func setCamera(
        _ visibility: CameraVisibility,
        _ camera: String? = nil
    ) throws(RecordingError) -> PictureArrangement {
        let meant = try cameras(camera, in: scene())
        return try rearrange { _, arrangement in
            let isHiding =
                switch visibility {
                case .shown: false
                case .hidden: true
                case .toggled: !meant.isSubset(of: arrangement.hidden)
                }
            if isHiding { arrangement.hidden.formUnion(meant) } else { arrangement.hidden.subtract(meant) }
        }
    }

    private func rearrange(
        _ change: (SceneSource, inout SceneArrangement) -> Void
    ) throws(RecordingError) -> PictureArrangement {
        let scene = try scene()
        let arrangement = scene.rearrange { change(scene, &$0) }
        let description = PictureArrangement(
            layout: arrangement.layout.name,
            pictures: arrangement.shown.map { scene.members[$0].source.device.id }
        )
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

    private func cameras(_ name: String?, in scene: SceneSource) throws(RecordingError) -> Set<Int> {
        let cameras = scene.members.indices.filter { scene.members[$0].source.device.kind == .camera }
        guard let name else { return Set(cameras) }
        let meant = cameras.filter { index in
            let member = scene.members[index]
            return [member.source.device.id, member.source.device.name, member.selection, member.style.label]
                .contains(name)
        }
        guard meant.isEmpty else { return Set(meant) }
        throw .capture(
            .noSuchDevice(name: name, kind: .camera, available: cameras.map { scene.members[$0].source.device.choice })
        )
    }
}
