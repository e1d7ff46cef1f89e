import Doubletake
import DoubletakeComposition

extension RecordOptions.CameraOptions {
    /// One of several pictures, as it was named.
    enum Source {
        case picture(PictureSelection, TileStyle)
        case camera(Camera)

        /// The camera; nil for any other source.
        var camera: Camera? {
            if case .camera(let camera) = self { camera } else { nil }
        }
    }
}

extension RecordOptions {
    /// Several pictures in one film.
    static let sceneRows: [OptionRow<RecordOptions>] = [
        .value(
            "--source",
            taking: "WHAT",
            expected: "monitor:NAME, screen, region:WxH+X+Y, window:WINDOW or camera:DEVICE, then \(tileExpectation)",
            help: "adds a picture: monitor:NAME, screen, region:, window: or camera:DEVICE[,label=TEXT]"
        ) { options, text in
            guard let source = CameraOptions.Source(text: text) else { return false }
            options.pictureOptions.append("--source")
            options.cameraOptions.sources.append(source)
            return true
        }
    ]
}

extension RecordOptions.CameraOptions.Source {
    /// The options that name a source by themselves; what follows the word is what follows the option.
    private static let words = ["monitor", "screen", "region", "window", "camera"]
    /// What can be said of a picture: a window's title may have commas in it, so anything else belongs to the name.
    private static let keys = ["label=", "mirror=", "rotate=", "crop=", "shape="]

    /// Reads a source as it is written: `window:title:Notes,label=Notes`; nil for what is none.
    init?(text: String) {
        var parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var said: [String] = []
        while parts.count > 1, let last = parts.last, Self.keys.contains(where: last.hasPrefix) {
            said.insert(parts.removeLast(), at: 0)
        }
        let name = parts.joined(separator: ",")
        let colon = name.firstIndex(of: ":")
        let word = String(name[..<(colon ?? name.endIndex)])
        guard
            Self.words.contains(word),
            let row = RecordOptions.rows.first(where: { $0.name == "--\(word)" })
        else { return nil }
        var options = RecordOptions()
        switch (row.use, colon) {
        case (.flag(let apply), nil): apply(&options)
        case (.value(_, _, let apply), let colon?):
            guard apply(&options, String(name[name.index(after: colon)...])) else { return nil }
        case (.flag, _?), (.value, nil): return nil
        }
        // What is chosen on the screen, or remembered, is one picture.
        guard options.requestedPicture == nil else { return nil }
        var camera = options.cameraOptions.cameras.first
        var tile = camera ?? RecordOptions.CameraOptions.Camera(selection: CameraSelection(name))
        for part in said where !tile.apply(part) { return nil }
        if camera != nil { camera = tile }
        self = camera.map { .camera($0) } ?? .picture(options.configuration.picture, tile.selection.style)
    }
}
