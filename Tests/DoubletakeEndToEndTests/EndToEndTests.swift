import Testing

/// The built program, run as a person would run it.
///
/// One recording after the other: several at once take the time from each other that each of them needs.
@Suite(.serialized, .timeLimit(.minutes(10))) enum EndToEndTests {}
