import CPulse

/// A stream that an application plays.
struct PlayingStream: Equatable {
    /// The server's number for it; it is another one when the application plays again.
    let index: UInt32
    /// What the application calls itself, and what its program is called.
    let applicationNames: [String]

    /// Describes a stream.
    ///
    /// The corresponding C type is `pa_sink_input_info`.
    init(_ information: pa_sink_input_info) {
        index = unsafe information.index
        // SAFETY: the list and its strings belong to the server's answer, which is still there; they are copied.
        applicationNames = [PA_PROP_APPLICATION_NAME, PA_PROP_APPLICATION_PROCESS_BINARY].compactMap { key in
            guard let properties = unsafe information.proplist, let text = unsafe pa_proplist_gets(properties, key)
            else {
                return nil
            }
            return unsafe String(cString: text)
        }
    }

    /// Describes a stream.
    init(index: UInt32, applicationNames: [String]) {
        self.index = index
        self.applicationNames = applicationNames
    }
}
