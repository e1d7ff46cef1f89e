/// A folder in which films are made: the names in it, and the disk that it is on.
///
/// It is a seam, as `ByteStorage` is: the product's only conformer is `SystemFolder`. An open folder stays the same one
/// when it, or one above it, gets another name. Any thread may use it.
public protocol FileFolder: AnyObject, Sendable {
    /// The path that it was opened by.
    var path: String { get }

    /// Where it is by now; nil once it was removed.
    func currentPath() throws(SystemCallError) -> String?

    /// Whether there is something of that name in it.
    func contains(_ name: String) throws(SystemCallError) -> Bool

    /// Makes a file under a name that must be free.
    func makeFile(_ name: String) throws(SystemCallError) -> any ByteStorage

    /// Gives a file that was made here one more name, which must be free; fails with `ENOENT` when it was removed.
    func link(_ file: any ByteStorage, as name: String) throws(SystemCallError)

    /// Gives what is called `name` another name, and replaces what has that.
    func rename(_ name: String, to newName: String) throws(SystemCallError)

    /// Takes a name off a file that was made here, unless the name is another file's or nobody's by now.
    func remove(_ name: String, of file: any ByteStorage) throws(SystemCallError)

    /// How much room there is on its disk.
    func space() throws(SystemCallError) -> VolumeSpace

    /// The largest file that the process may make in it, where there is a limit.
    func largestFile() throws(SystemCallError) -> Int64?
}

/// Where folders come from: the system, or what a test has made of it.
public protocol FileSystem: Sendable {
    /// Opens a folder that exists.
    func openFolder(_ path: String) throws(SystemCallError) -> any FileFolder
}
