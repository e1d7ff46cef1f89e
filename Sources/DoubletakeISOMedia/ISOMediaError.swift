package import DoubletakeMedia

/// Why a file could not be read as a movie or made into a finished one.
///
/// Offsets count bytes from the beginning of the file. Unless a case says otherwise the file is as it was.
package enum ISOMediaError: Error, Hashable, Sendable {
    /// The system refused to read or write.
    case storage(SystemCallError)
    /// It doesn't begin as an MP4 or MOV file does, or it is empty.
    case notISOMedia
    /// It has no index, and no fragments announce themselves: nobody can tell where its pictures are.
    case indexMissing
    /// It has an index, but not one complete fragment.
    case nothingRecorded
    /// It is no recording in fragments, and its end is missing: `box`, where its type can still be read, begins at
    /// `offset` and isn't complete.
    case cutShort(box: FourCC?, offset: Int64)
    /// Something in it contradicts ISO/IEC 14496-12.
    case malformed(box: FourCC, offset: Int64, reason: String)
    /// A box that must be read whole is larger than any that a recorder writes.
    case boxTooLarge(box: FourCC, offset: Int64, byteCount: Int64)
    /// No box can be read at `offset`, and more follows there than a recorder that was stopped leaves behind, or a
    /// fragment does.
    case damagedInMiddle(offset: Int64, byteCount: Int64)
    /// A second index stands among the fragments, as in two files that were joined.
    case secondIndex(offset: Int64)
    /// The index of a fragmented file lists samples of its own, which our recorder never writes.
    case samplesOutsideFragments(trackID: UInt32, offset: Int64)
    /// The fragments say something of their samples that an ordinary movie of ours would lose, such as how to decrypt
    /// them.
    case foreignFragments(box: FourCC, offset: Int64)
    /// There are more samples than an index of ours may have.
    case tooManySamples(limit: Int)
    /// There are more boxes than a day of recording has.
    case tooManyBoxes(limit: Int)
    /// The index could not be put at the end. What was recorded can be played from its fragments as before; if that
    /// needed anything undone that could not be undone, `leftover` says why, and finishing again cleans it up.
    case indexNotWritten(SystemCallError, leftover: SystemCallError?)

    /// One sentence that says what the person can do.
    package var help: String {
        switch self {
        case .storage:
            "Look at the disk and the permissions of the file, and start again."
        case .notISOMedia:
            "Name a file that was recorded as MP4 or MOV."
        case .indexMissing, .nothingRecorded:
            "Delete the file: it ends before anything that could be played."
        case .cutShort:
            "Copy the file again from where it came from: its end is missing there or was lost on the way."
        case .malformed, .boxTooLarge, .damagedInMiddle, .tooManyBoxes:
            "Keep a copy of the file, and look at the disk it was on: its contents were changed after recording."
        case .secondIndex:
            "Split the file into the files that it was joined from, and repair each."
        case .samplesOutsideFragments, .foreignFragments:
            "Copy the file with the program that wrote it: it isn't a recording of ours."
        case .tooManySamples:
            "Play the file as it is: in fragments it is complete, and only its index would be too long."
        case .indexNotWritten:
            "Make room on the disk, and repair the file: until then it can be played as it is."
        }
    }
}

extension ISOMediaError: CustomStringConvertible {
    /// What is wrong and where, for a person, without the file's name.
    package var description: String {
        switch self {
        case .storage(let error):
            "\(error)"
        case .notISOMedia:
            "it is no MP4 or MOV file"
        case .indexMissing:
            "it has no index (moov)"
        case .nothingRecorded:
            "it holds no complete fragment"
        case .cutShort(let box?, let offset):
            "it is cut off in the box \(box) at byte \(offset)"
        case .cutShort(nil, let offset):
            "it is cut off at byte \(offset)"
        case .malformed(let box, let offset, let reason):
            "the box \(box) at byte \(offset) is damaged: \(reason)"
        case .boxTooLarge(let box, let offset, let byteCount):
            "the box \(box) at byte \(offset) claims \(byteCount) bytes"
        case .damagedInMiddle(let offset, let byteCount):
            "the \(byteCount) bytes from byte \(offset) on are no boxes"
        case .secondIndex(let offset):
            "it has a second index (moov) at byte \(offset)"
        case .samplesOutsideFragments(let trackID, let offset):
            "track \(trackID) has samples outside the fragments, listed at byte \(offset)"
        case .foreignFragments(let box, let offset):
            "the box \(box) at byte \(offset) would be lost, and the samples need it"
        case .tooManySamples(let limit):
            "it has more than \(limit) samples"
        case .tooManyBoxes(let limit):
            "it has more than \(limit) boxes"
        case .indexNotWritten(let error, nil):
            "the index could not be written: \(error)"
        case .indexNotWritten(let error, let leftover?):
            "the index could not be written: \(error), nor taken back: \(leftover)"
        }
    }
}
