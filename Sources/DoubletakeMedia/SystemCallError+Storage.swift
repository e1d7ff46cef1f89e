import Glibc

extension SystemCallError {
    /// What a person can do about a file that can't be written, as the beginning of a sentence.
    public var storageAdvice: String {
        switch errorNumber {
        case ENOSPC: "Free some space on that disk"
        case EDQUOT: "Delete files of yours on that disk, or ask for more room there"
        case EFBIG: "Record in parts with --split, since files can't grow larger there"
        case EROFS: "Choose a disk that can be written to"
        case EIO: "Look at that disk and how it is connected"
        default: "Look at that disk and the permissions of the file"
        }
    }
}
