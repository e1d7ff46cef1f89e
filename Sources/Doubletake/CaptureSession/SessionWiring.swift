import DoubletakeCapture
import DoubletakeMedia

/// What a session is made of: its inputs, outputs and the connections between them, and what is wanted of its cameras.
///
/// A value: a configuration is changed as a copy, and is taken back by forgetting it.
struct SessionWiring: Sendable {
    /// An input and what is known of its device.
    struct Input: Sendable {
        let input: CaptureDeviceInput
        let backend: any CaptureBackend
        /// The device as its backend knows it.
        let device: CaptureDevice
        /// What the camera says of itself; nil for what isn't one, or says nothing.
        let description: CameraDescription?
        /// The format that was set for it.
        var activeFormat: CameraFormatRequest?
    }

    /// Counts the changes, so that the same configuration is known again.
    private(set) var generation = 0
    private(set) var inputs: [Input] = []
    private(set) var outputs: [any CaptureDataOutput] = []
    private(set) var connections: [CaptureConnection] = []
    private(set) var preset = CaptureSessionPreset.high

    /// The rate at which cameras deliver for which no other was asked.
    private static let frameRate = FrameRate(30)

    func entry(of input: CaptureDeviceInput) -> Input? {
        inputs.first { $0.input === input }
    }

    func contains(_ output: any CaptureDataOutput) -> Bool {
        outputs.contains { $0 === output }
    }

    /// Becomes what another configuration is, as one more change.
    mutating func restore(_ other: SessionWiring) {
        let next = generation + 1
        self = other
        generation = next
    }

    // MARK: Inputs

    /// Says why an input can't be added; it isn't there yet.
    func check(_ input: CaptureDeviceInput, as device: CaptureDevice) throws(CaptureSessionError) {
        if inputs.contains(where: { $0.device.id == device.id && $0.device.kind == device.kind }) {
            throw .duplicateDevice(device: device.name)
        }
    }

    mutating func add(_ entry: Input, _ wires: Wires) throws(CaptureSessionError) {
        guard self.entry(of: entry.input) == nil else { return }
        try check(entry.input, as: entry.device)
        try Self.check(preset, of: entry)
        inputs.append(entry)
        generation += 1
        guard wires == .automatic else { return }
        for output in outputs where output.mediaType == entry.input.mediaType && connection(of: output) == nil {
            connections.append(CaptureConnection(inputPort: entry.input.ports[0], output: output))
        }
    }

    mutating func remove(_ input: CaptureDeviceInput) {
        guard entry(of: input) != nil else { return }
        inputs.removeAll { $0.input === input }
        connections.removeAll { $0.inputPort.input === input }
        generation += 1
    }

    /// Puts a device in the place of another one, with all its connections.
    mutating func replace(_ old: CaptureDeviceInput, with new: Input) throws(CaptureSessionError) {
        let moved = connections.filter { $0.inputPort.input === old }
        remove(old)
        try add(new, .byHand)
        for connection in moved {
            let port = new.input.ports.first { $0.position == connection.inputPort.position } ?? new.input.ports[0]
            connections.append(connection.moved(to: port))
        }
    }

    // MARK: Outputs

    mutating func add(_ output: any CaptureDataOutput, _ wires: Wires) {
        guard !contains(output) else { return }
        outputs.append(output)
        generation += 1
        guard wires == .automatic else { return }
        if let source = inputs.first(where: { $0.input.mediaType == output.mediaType }) {
            connections.append(CaptureConnection(inputPort: source.input.ports[0], output: output))
        }
    }

    mutating func remove(_ output: any CaptureDataOutput) {
        guard contains(output) else { return }
        outputs.removeAll { $0 === output }
        connections.removeAll { $0.output === output }
        generation += 1
    }

    /// Whether connections are made with an input or an output.
    enum Wires: Sendable {
        /// Each output that has none is connected to the first input that suits it.
        case automatic
        /// None is made.
        case byHand
    }

    // MARK: Connections

    func connection(of output: any CaptureDataOutput) -> CaptureConnection? {
        connections.first { $0.output === output }
    }

    /// Says why a connection can't be added; it isn't there yet.
    func check(_ connection: CaptureConnection) throws(CaptureSessionError) {
        let input = connection.inputPort.input
        if entry(of: input) == nil { throw .unknownInput(device: input.device.name) }
        let (from, to) = (input.mediaType, connection.output.mediaType)
        if !contains(connection.output) { throw .unknownOutput(to) }
        if from != to { throw .unfitConnection(device: input.device.name, from, to: to) }
        if let other = self.connection(of: connection.output) {
            throw .outputConnected(to, device: other.inputPort.input.device.name)
        }
    }

    mutating func add(_ connection: CaptureConnection) throws(CaptureSessionError) {
        guard !connections.contains(where: { $0 === connection }) else { return }
        try check(connection)
        connections.append(connection)
        generation += 1
    }

    mutating func remove(_ connection: CaptureConnection) {
        guard connections.contains(where: { $0 === connection }) else { return }
        connections.removeAll { $0 === connection }
        generation += 1
    }

    // MARK: Formats

    /// Says which camera a preset doesn't suit.
    func check(_ preset: CaptureSessionPreset) throws(CaptureSessionError) {
        for entry in inputs { try Self.check(preset, of: entry) }
    }

    private static func check(_ preset: CaptureSessionPreset, of entry: Input) throws(CaptureSessionError) {
        guard preset.isExact, let size = preset.request?.size, let formats = entry.description?.formats else { return }
        if !formats.contains(where: { $0.size == size }) {
            throw .unsupportedPreset(preset, device: entry.device.name)
        }
    }

    mutating func set(_ preset: CaptureSessionPreset) throws(CaptureSessionError) {
        try check(preset)
        self.preset = preset
        generation += 1
    }

    /// Sets a camera's own format, which makes the preset `inputPriority`.
    mutating func set(_ format: CameraFormatRequest, of input: CaptureDeviceInput) throws(CaptureSessionError) {
        guard let index = inputs.firstIndex(where: { $0.input === input }) else {
            throw .unknownInput(device: input.device.name)
        }
        if let formats = inputs[index].description?.formats, !formats.contains(where: { $0.suits(format) }) {
            throw .unsupportedFormat(format, device: input.device.name, available: formats)
        }
        // The others keep what they had by the preset.
        if let request = preset.request {
            for other in inputs.indices where inputs[other].input.mediaType == .video {
                inputs[other].activeFormat = request
            }
        }
        inputs[index].activeFormat = format
        preset = .inputPriority
        generation += 1
    }

    /// What is asked of a camera.
    func request(of entry: Input) -> CameraFormatRequest {
        preset.request ?? entry.activeFormat ?? .high
    }

    // MARK: What runs

    /// What shall be open, and where its buffers go.
    var plan: SessionPlan {
        let used = inputs.filter { entry in
            connections.contains { $0.inputPort.input === entry.input && $0.isEnabled }
        }
        return SessionPlan(
            sources: used.map { entry in
                SessionPlan.Source(
                    entry: entry,
                    request: entry.input.mediaType == .video ? request(of: entry) : nil,
                    frameRate: Self.frameRate
                )
            },
            connections: connections,
            channels: outputs.map(\.channel)
        )
    }
}

extension CameraFormat {
    /// Whether it is what a request names, as far as that names something.
    fileprivate func suits(_ request: CameraFormatRequest) -> Bool {
        size == request.size && (request.rate.map { $0 == rate } ?? true) && (request.codec.map { $0 == codec } ?? true)
    }
}
