/// What becomes of the samples that begin at or after the end that a movie was said to have.
package enum LaterSamples: Sendable {
    /// They are in the index, and the edits leave them out: whoever reads the file can still have them.
    case kept
    /// They are not in the index: some players show whatever is there, and know nothing of an edit's end.
    ///
    /// Where samples are shown in another order than decoded they are kept, since an earlier one may need them.
    case leftOut
}
