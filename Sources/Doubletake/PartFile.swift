import DoubletakeMedia

/// A film's file while it is recorded, open: it stays the same one whatever its folder is called by now.
struct PartFile: Sendable {
    /// Its name in its folder.
    let name: String
    /// The path by which it was made.
    let path: String
    /// Its bytes.
    let storage: any ByteStorage
    /// The number that the film's name has at least; 1 for the first part of a film.
    let number: Int
}
