public import DoubletakeComposition

/// One of several pictures in a film: what it is taken from, and how it looks there.
public enum SourceSelection: Hashable, Sendable {
    /// A screen, a part of one, or a window.
    case picture(PictureSelection, style: TileStyle = TileStyle())
    /// A camera.
    case camera(CameraSelection)
}

extension RecordingConfiguration {
    /// What of a screen is recorded that matters most; the cameras alone where that is nothing.
    package var mainPicture: PictureSelection {
        sources.isEmpty ? picture : screenPictures.first ?? .cameras
    }

    /// What is recorded that isn't a camera, the one that matters most first.
    var screenPictures: [PictureSelection] {
        let all = sources.isEmpty ? [SourceSelection.picture(picture)] : sources
        return all.compactMap { source in
            if case .picture(let picture, _) = source, picture != .cameras { picture } else { nil }
        }
    }
}
