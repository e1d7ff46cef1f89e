import Doubletake
import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia

extension RecordOptions {
    /// What the options for cameras said, before they are put together.
    struct CameraOptions {
        /// A camera, and whether it was said that it is mirrored or not.
        struct Camera {
            var selection: CameraSelection
            var isMirroringGiven = false
        }

        /// Which cameras are mirrored that don't say it themselves.
        enum Mirroring: String, CaseIterable {
            case none
            case front
            case all
        }

        var cameras: [Camera] = []
        /// Several pictures, in the order in which they were named.
        var sources: [Source] = []
        /// Whether the cameras are shown in a window of their own, which is recorded.
        var isPreviewed = false
        /// Whether it was said which pictures have a label.
        var areLabelsGiven = false
        var layoutName: String?
        var pictureInPicture: Layout?
        var mirroring: Mirroring?
        /// The options that only mean something with several pictures, as they were written.
        var names: [String] = []
    }

    /// The options for cameras, and for where the pictures go.
    static let cameraRows: [OptionRow<RecordOptions>] = [
        .flag("--preview", help: "shows the cameras in a window and records that (front and back)") { options in
            options.choose(.cameras, by: "--preview")
            options.cameraOptions.isPreviewed = true
        },
        .flag("--cameras-only", help: "records the cameras alone; no display is needed (front and back)") {
            $0.choose(.cameras, by: "--cameras-only")
        },
        .value(
            "--camera",
            "-c",
            taking: "DEVICE[,...]",
            expected: cameraExpectation,
            help: "adds a camera: front, back or a name, and [,label=TEXT][,shape=round] and so on"
        ) { options, text in
            guard let camera = CameraOptions.Camera(text: text) else { return false }
            options.cameraOptions.cameras.append(camera)
            return true
        },
        .value(
            "--camera-format",
            taking: "FORMAT",
            expected: "\(formatNames) or WxH, with @FPS and :CODEC behind it if they matter",
            help: "what cameras deliver: \(formatNames) or WxH[@FPS][:CODEC] (high)"
        ) { options, text in
            guard let request = CameraFormatRequest(text) else { return false }
            options.configuration.cameraSettings.format = request
            options.cameraOptions.names.append("--camera-format")
            return true
        },
        .value(
            "--camera-control",
            taking: "NAME=VALUE",
            expected: "a control and its value, such as gain=20; `doubletake devices cameras` lists them",
            help: "sets a control of the cameras, as `devices cameras` lists them; may be repeated"
        ) { options, text in
            guard let setting = ControlSetting(text) else { return false }
            options.configuration.cameraSettings.controls.append(setting)
            options.cameraOptions.names.append("--camera-control")
            return true
        },
        .flag("--camera-files", help: "records each camera also into a file of its own, NAME.CAMERA.mp4") { options in
            options.configuration.cameraFiles = .each
            options.cameraOptions.names.append("--camera-files")
        },
        .value(
            "--layout",
            taking: "NAME",
            expected: layoutNames,
            help: "\(layoutNames) (pip, alone stack)"
        ) { options, text in
            options.cameraOptions.layoutName = text
            options.cameraOptions.names.append("--layout")
            return Layout.named(text) != nil
        },
        .value(
            "--pip",
            taking: "CORNER[,PERCENT]",
            expected:
                "\(Layout.Corner.allCases.map(\.rawValue).joined(separator: ", ")), and a percentage from 5 to 50",
            help: "where small pictures lie, and how large they are (bottom-right,22)"
        ) { options, text in
            guard let layout = pictureInPicture(text) else { return false }
            options.cameraOptions.pictureInPicture = layout
            options.cameraOptions.names.append("--pip")
            return true
        },
        .value(
            "--mirror",
            taking: "none|front|all",
            expected: "none, front or all",
            help: "which cameras' pictures have left and right exchanged (front in the preview)"
        ) { options, text in
            guard let mirroring = CameraOptions.Mirroring(rawValue: text) else { return false }
            options.cameraOptions.mirroring = mirroring
            options.cameraOptions.names.append("--mirror")
            return true
        },
        .flag("--labels", help: "writes each camera's name over its picture (in the preview; else where label= is)") {
            options in
            options.configuration.cameraLabels = .all
            options.cameraOptions.areLabelsGiven = true
        },
        .flag("--no-labels", help: "writes no names over the pictures") { options in
            options.configuration.cameraLabels = .none
            options.cameraOptions.areLabelsGiven = true
        },
        .value(
            "--gravity",
            taking: "fit|fill|stretch",
            expected: "fit, fill or stretch",
            help: "how a picture fills its place: whole, cut off, or distorted (fit; pip: fill)"
        ) { options, text in
            guard let gravity = PictureGravity(rawValue: text) else { return false }
            options.configuration.gravity = gravity
            options.cameraOptions.names.append("--gravity")
            return true
        },
    ]

    private static let formatNames = CameraFormatRequest.presets.map(\.name).joined(separator: ", ")
    private static let layoutNames = Layout.all.map(\.name).joined(separator: ", ")
    private static let cameraExpectation = "a camera, then \(placeExpectation), \(shapeExpectation) or format=FORMAT"
    /// What can be said of each picture.
    static let tileExpectation = "\(placeExpectation) or \(shapeExpectation)"
    private static let placeExpectation = "label=TEXT, mirror=yes|no, rotate=90|180|270, crop=WxH+X+Y"
    private static let shapeExpectation = "shape=rect|rounded|round"

    /// What `pip` means, as an option and when another program asks for it.
    var pictureInPicture: Layout {
        cameraOptions.pictureInPicture ?? .pictureInPicture()
    }

    /// The layout of that name as this recording has it; nil when there is none.
    func layout(named name: String) -> Layout? {
        name == Layout.pictureInPicture().name ? pictureInPicture : Layout.named(name)
    }

    /// Puts together what the options have said.
    mutating func resolveCameras() throws(UsageError) {
        let isWithoutSource = cameraOptions.sources.isEmpty
        if configuration.picture == .cameras, isWithoutSource, cameraOptions.cameras.isEmpty {
            cameraOptions.cameras = ["front", "back"].map { CameraOptions.Camera(selection: CameraSelection($0)) }
        }
        if let name = cameraOptions.names.first, isWithoutSource, cameraOptions.cameras.isEmpty {
            throw .needsCamera(name)
        }
        if configuration.cameraFiles == .each, configuration.preroll > .zero {
            throw .conflict("--camera-files", "--preroll")
        }
        if let name = cameraOptions.layoutName {
            if cameraOptions.pictureInPicture != nil, layout(named: name)?.name != pictureInPicture.name {
                throw .conflict("--layout \(name)", "--pip")
            }
            configuration.layout = layout(named: name)
        } else {
            configuration.layout = cameraOptions.pictureInPicture
        }
        let isFrontMirrored =
            cameraOptions.mirroring == .front || cameraOptions.mirroring == nil && cameraOptions.isPreviewed
        let layoutName = configuration.layout?.name ?? Layout.stack.name
        if cameraOptions.isPreviewed, !cameraOptions.areLabelsGiven, layoutName == Layout.stack.name {
            configuration.cameraLabels = .all
        }
        let cameras = cameraOptions.sources.compactMap(\.camera) + cameraOptions.cameras
        // Where it is asked for and nobody says which one is the front camera, it is the first.
        let front =
            cameras.firstIndex { $0.selection.device == "front" } ?? (cameraOptions.mirroring == nil ? nil : 0)
        var selections = cameras.enumerated().map { index, camera in
            var selection = camera.selection
            let isMirrored = cameraOptions.mirroring == .all || isFrontMirrored && index == front
            if !camera.isMirroringGiven, isMirrored { selection.style.mirroring = .horizontal }
            return selection
        }[...]
        configuration.sources = cameraOptions.sources.map { source in
            switch source {
            case .picture(let picture, let style): .picture(picture, style: style)
            case .camera: .camera(selections.removeFirst())
            }
        }
        configuration.cameras = Array(selections)
    }

    private static func pictureInPicture(_ text: String) -> Layout? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, let corner = Layout.Corner(rawValue: parts[0]) else { return nil }
        guard parts.count == 2 else { return .pictureInPicture(corner) }
        guard let percentage = Int(parts[1]), Layout.smallPicturePercentages.contains(percentage) else { return nil }
        return .pictureInPicture(corner, percentage: percentage)
    }
}

extension RecordOptions.CameraOptions.Camera {
    /// How wide the line around a tile is that isn't a rectangle: without one it looks cut out.
    private static let borderWidth = 3

    /// Reads a camera as it is written: `front,label=Anna,shape=round`; nil for what is none.
    init?(text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard !parts[0].isEmpty else { return nil }
        selection = CameraSelection(parts[0])
        for part in parts.dropFirst() where !apply(part) { return nil }
    }

    /// Applies what is said of a picture, such as `shape=round`; false for what can't be.
    mutating func apply(_ part: String) -> Bool {
        guard let equals = part.firstIndex(of: "=") else { return false }
        return apply(String(part[..<equals]), String(part[part.index(after: equals)...]))
    }

    private mutating func apply(_ key: String, _ value: String) -> Bool {
        switch (key, value) {
        case ("label", let label) where !label.isEmpty: selection.style.label = label
        case ("mirror", "yes"), ("mirror", "no"):
            selection.style.mirroring = value == "yes" ? .horizontal : .none
            isMirroringGiven = true
        case ("rotate", let degrees):
            guard let rotation = Int(degrees).flatMap({ PictureRotation(rawValue: $0) }) else { return false }
            selection.style.rotation = rotation
        case ("crop", let geometry):
            guard let crop = PixelRect(text: geometry) else { return false }
            selection.style.crop = crop
        case ("shape", let shape):
            guard let outline = TileStyle.Outline(rawValue: shape) else { return false }
            selection.style.outline = outline
            selection.style.borderWidth = outline == .rectangle ? 0 : Self.borderWidth
        case ("format", let format):
            guard let request = CameraFormatRequest(format) else { return false }
            selection.format = request
        default: return false
        }
        return true
    }
}
