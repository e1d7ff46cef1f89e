public import DoubletakeCapture

/// What is in a session: each of these takes effect at once, or when the configuration is committed that has begun.
extension CaptureSession {
    // MARK: Inputs

    /// The inputs, in the order in which they were added.
    public var inputs: [CaptureDeviceInput] {
        wiring.inputs.map(\.input)
    }

    /// Whether an input could be added: its device is there and may be used, and nothing else has it.
    public func canAddInput(_ input: CaptureDeviceInput) async -> Bool {
        do throws(CaptureSessionError) {
            if wiring.entry(of: input) != nil { return true }
            let entry = try await examine(input)
            var wiring = wiring
            try wiring.add(entry, .byHand)
            return couldOwn(input)
        } catch {
            return false
        }
    }

    /// Adds an input, and connects it to each output of its kind that has no connection.
    ///
    /// One that was added already stays as it is.
    public func addInput(_ input: CaptureDeviceInput) async throws(CaptureSessionError) {
        try await add(input, .automatic)
    }

    /// Adds an input, to be connected by hand.
    public func addInputWithNoConnections(_ input: CaptureDeviceInput) async throws(CaptureSessionError) {
        try await add(input, .byHand)
    }

    /// Removes an input and its connections; harmless when it isn't there.
    public func removeInput(_ input: CaptureDeviceInput) async throws(CaptureSessionError) {
        wiring.remove(input)
        try await applyUnlessConfiguring()
    }

    /// Puts another camera or microphone in the place of one, with all its connections and what is set for them.
    ///
    /// - Throws: why the new one can't be had; the old one is used on.
    public func replaceInput(
        _ old: CaptureDeviceInput,
        with new: CaptureDeviceInput
    ) async throws(CaptureSessionError) {
        if old === new { return }
        if wiring.entry(of: old) == nil { throw .unknownInput(device: old.device.name) }
        if old.mediaType != new.mediaType {
            throw .unfitConnection(device: new.device.name, new.mediaType, to: old.mediaType)
        }
        let entry = try await examine(new)
        if wiring.entry(of: old) == nil { throw .unknownInput(device: old.device.name) }
        var changed = wiring
        try changed.replace(old, with: entry)
        try own(new)
        wiring = changed
        try await applyUnlessConfiguring()
    }

    private func add(
        _ input: CaptureDeviceInput,
        _ wires: SessionWiring.Wires
    ) async throws(CaptureSessionError) {
        if wiring.entry(of: input) != nil { return }
        let entry = try await examine(input)
        var changed = wiring
        try changed.add(entry, wires)
        try own(input)
        wiring = changed
        try await applyUnlessConfiguring()
    }

    /// Finds an input's device, and looks whether it may be used.
    private func examine(_ input: CaptureDeviceInput) async throws(CaptureSessionError) -> SessionWiring.Input {
        let backends = backends
        return try await onCaptureThread("capture-devices") { () throws(CaptureSessionError) in
            try SessionWiring.Input(input, in: backends)
        }
    }

    // MARK: Outputs

    /// The outputs, in the order in which they were added.
    public var outputs: [any CaptureDataOutput] {
        wiring.outputs
    }

    /// Whether an output could be added: it is in no other session.
    public func canAddOutput(_ output: any CaptureDataOutput) -> Bool {
        couldOwn(output)
    }

    /// Adds an output, and connects it to the first input of its kind.
    ///
    /// One that was added already stays as it is.
    public func addOutput(_ output: any CaptureDataOutput) async throws(CaptureSessionError) {
        try await add(output, .automatic)
    }

    /// Adds an output, to be connected by hand.
    public func addOutputWithNoConnections(_ output: any CaptureDataOutput) async throws(CaptureSessionError) {
        try await add(output, .byHand)
    }

    /// Removes an output and its connection; harmless when it isn't there.
    public func removeOutput(_ output: any CaptureDataOutput) async throws(CaptureSessionError) {
        wiring.remove(output)
        try await applyUnlessConfiguring()
    }

    private func add(
        _ output: any CaptureDataOutput,
        _ wires: SessionWiring.Wires
    ) async throws(CaptureSessionError) {
        if wiring.contains(output) { return }
        try own(output)
        wiring.add(output, wires)
        try await applyUnlessConfiguring()
    }

    // MARK: Connections

    /// The connections, in the order in which they were made.
    public var connections: [CaptureConnection] {
        wiring.connections
    }

    /// An output's connection; nil when it has none.
    public func connection(of output: any CaptureDataOutput) -> CaptureConnection? {
        wiring.connection(of: output)
    }

    /// Whether a connection could be added: both its ends are in the session and suit each other, and its output has none.
    public func canAddConnection(_ connection: CaptureConnection) -> Bool {
        if wiring.connections.contains(where: { $0 === connection }) { return true }
        do throws(CaptureSessionError) {
            try wiring.check(connection)
            return true
        } catch {
            return false
        }
    }

    /// Adds a connection that was made by hand; one that was added already stays as it is.
    public func addConnection(_ connection: CaptureConnection) async throws(CaptureSessionError) {
        try wiring.add(connection)
        try await applyUnlessConfiguring()
    }

    /// Removes a connection; harmless when it isn't there.
    public func removeConnection(_ connection: CaptureConnection) async throws(CaptureSessionError) {
        wiring.remove(connection)
        try await applyUnlessConfiguring()
    }

    // MARK: Formats

    /// What the cameras' pictures are like; `high` at first.
    public var sessionPreset: CaptureSessionPreset {
        wiring.preset
    }

    /// Whether all cameras of the session have what a preset stands for.
    public func canSetSessionPreset(_ preset: CaptureSessionPreset) -> Bool {
        do throws(CaptureSessionError) {
            try wiring.check(preset)
            return true
        } catch {
            return false
        }
    }

    /// Says what the cameras' pictures shall be like.
    public func setSessionPreset(_ preset: CaptureSessionPreset) async throws(CaptureSessionError) {
        if preset == wiring.preset { return }
        try wiring.set(preset)
        try await applyUnlessConfiguring()
    }

    /// The formats of a camera; empty when it says nothing of them, as a test picture, which has any size.
    public func formats(of input: CaptureDeviceInput) -> [CameraFormat] {
        wiring.entry(of: input)?.description?.formats ?? []
    }

    /// Gives one camera a format of its own, whatever the preset: that is `inputPriority` from then on.
    public func setActiveFormat(
        _ format: CameraFormatRequest,
        of input: CaptureDeviceInput
    ) async throws(CaptureSessionError) {
        try wiring.set(format, of: input)
        try await applyUnlessConfiguring()
    }
}

extension SessionWiring.Input {
    /// Finds an input's device, and looks whether it may be used.
    ///
    /// Blocks.
    fileprivate init(
        _ input: CaptureDeviceInput,
        in backends: [any CaptureBackend]
    ) throws(CaptureSessionError) {
        let device = input.device
        var description: CameraDescription?
        let match: CaptureDevice.Match
        let authorization: DeviceAuthorization
        do throws(CaptureError) {
            match = try CaptureDevice.find(device.id, device.kind, in: backends)
            if let backend = match.backend as? any CameraBackend {
                description = try backend.cameras().first { $0.device.id == match.device.id }
            }
            authorization = description?.authorization ?? Self.authorization(of: match.backend)
        } catch {
            // A sound server that lets nobody in has no devices either.
            let reason = device.kind == .camera ? .authorized : Self.soundAuthorization(in: backends)
            throw reason == .authorized ? .noDevice(error) : .notAuthorized(device: device.name, reason)
        }
        guard authorization == .authorized else { throw .notAuthorized(device: device.name, authorization) }
        if let position = description?.position { input.place(at: CapturePosition(position)) }
        self.init(input: input, backend: match.backend, device: match.device, description: description)
    }

    private static func authorization(of backend: any CaptureBackend) -> DeviceAuthorization {
        (backend as? any SoundServerBackend)?.authorization() ?? .authorized
    }

    private static func soundAuthorization(in backends: [any CaptureBackend]) -> DeviceAuthorization {
        backends.map { authorization(of: $0) }.first { $0 != .authorized } ?? .authorized
    }
}
