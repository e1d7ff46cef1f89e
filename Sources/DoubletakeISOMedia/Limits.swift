/// What a file may ask of us before we call it damaged: every number in a file is somebody else's claim.
enum Limits {
    /// The largest box that is read whole.
    ///
    /// The index of a fragmented file and the header of a fragment take some kilobytes; smaller would refuse long edit
    /// lists and cover pictures, larger lets a damaged size eat the memory: what is made of a box takes as much again.
    static let wholeBoxByteCount: Int64 = 8 << 20

    /// The most boxes on the top level.
    ///
    /// A day in fragments of a tenth of a second has 1.7 million; larger lets a file of empty boxes keep us busy for
    /// hours.
    static let boxCount = 1 << 22

    /// The most tracks.
    ///
    /// We write fewer than ten; larger lets a damaged index take memory for each.
    static let trackCount = 256

    /// The most entries of an edit list.
    ///
    /// We write two; a cutting program may write some hundreds.
    static let editCount = 4_096

    /// The most runs of samples in one fragment.
    ///
    /// There is one for each track, or one for each change between tracks.
    static let runCountInFragment = 1 << 16

    /// The most samples in one fragment.
    ///
    /// Ten seconds of uncompressed sound, counted sample by sample, have half of it; 16 bytes are held for each while
    /// the fragment is read.
    static let sampleCountInFragment = 1 << 20

    /// The most samples in a movie.
    ///
    /// A day at 60 frames a second with three sound tracks has 18 million; up to this number the index stays below 4
    /// GiB, as a box with a 32-bit size must.
    static let sampleCount = 1 << 25

    /// The most markers in a movie.
    ///
    /// Our recorder takes 10,000; more lets a file of them keep us busy.
    static let markerCount = 1 << 16

    /// The latest time at which a fragment may begin, in ticks: 36 years in nanoseconds.
    ///
    /// Sums of times up to this one and of `sampleCount` 32-bit durations stay within 64 bits.
    static let decodeTime: UInt64 = 1 << 60

    /// How far a fragment is searched for behind something that is no box.
    ///
    /// A second at 500 Mbit/s is less; larger, and it takes long to see that there is none, smaller, and what follows a
    /// damaged fragment of a high rate is lost.
    static let searchedByteCount: Int64 = 64 << 20

    /// The most that is cut off as the torn end of a recording.
    ///
    /// A minute at 100 Mbit/s is less; more after the last complete box means that the file is damaged in its middle,
    /// and what follows may be worth saving.
    static let tailByteCount: Int64 = 1 << 30
}
