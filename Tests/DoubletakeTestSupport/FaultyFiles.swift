package import DoubletakeMedia

/// The folders and files of the system, with a fault where a test wants one, and a disk of the size that it says.
package final class FaultyFiles: FileSystem {
    /// The calls, by the names that their errors have.
    package enum Call: String, CaseIterable, Sendable {
        case open, fstat, pread, pwrite, ftruncate, fdatasync, stat, link, rename, unlink, statvfs, readlink, getrlimit
    }

    /// Calls that fail.
    package struct Fault: Sendable {
        /// Of which kind they are; nil for any.
        let call: Call?
        /// The number of the first, among those of its kind, from 1.
        let number: Int
        let errorNumber: Int32
        /// Whether all that follow fail as well.
        let isLasting: Bool

        /// Describes a fault.
        package init(_ call: Call? = nil, number: Int, errorNumber: Int32, isLasting: Bool) {
            self.call = call
            self.number = number
            self.errorNumber = errorNumber
            self.isLasting = isLasting
        }
    }

    private struct State {
        var fault: Fault?
        var counts: [Call: Int] = [:]
        var totalCount = 0
        var failureCount = 0
        var space: VolumeSpace?
        var largestFile: Int64?
    }

    private let state = ConditionLock(State())

    /// Creates disks without faults.
    package init() {}

    /// Lets calls fail, or none any more; counts anew.
    package func fail(with fault: Fault?) {
        state.withLock { state in
            state.fault = fault
            state.counts = [:]
            state.totalCount = 0
            state.failureCount = 0
        }
    }

    /// Says how much room there is; nil for the truth.
    package func set(space: VolumeSpace?) {
        state.withLock { $0.space = space }
    }

    /// Says how large a file may become; nil for the truth.
    package func set(largestFile: Int64?) {
        state.withLock { $0.largestFile = largestFile }
    }

    /// How many calls there were since a fault was chosen.
    package var callCount: Int {
        state.withLock { $0.totalCount }
    }

    /// How many calls of a kind there were since a fault was chosen.
    package func callCount(of call: Call) -> Int {
        state.withLock { $0.counts[call, default: 0] }
    }

    /// How many calls failed since a fault was chosen.
    package var failureCount: Int {
        state.withLock { $0.failureCount }
    }

    package func openFolder(_ path: String) throws(SystemCallError) -> any FileFolder {
        FaultyFolder(try SystemFolder(path: path), self)
    }

    fileprivate var space: VolumeSpace? {
        state.withLock { $0.space }
    }

    fileprivate var largestFile: Int64? {
        state.withLock { $0.largestFile }
    }

    /// Notes a call; answers with the number of its error when it fails.
    fileprivate func note(_ call: Call) -> Int32? {
        state.withLock { state in
            state.counts[call, default: 0] += 1
            state.totalCount += 1
            guard let fault = state.fault, fault.call ?? call == call else { return nil }
            let count = fault.call == nil ? state.totalCount : state.counts[call, default: 0]
            guard count == fault.number || fault.isLasting && count > fault.number else { return nil }
            state.failureCount += 1
            return fault.errorNumber
        }
    }

    fileprivate func check(_ call: Call, _ subject: String) throws(SystemCallError) {
        if let number = note(call) {
            throw SystemCallError(call: call.rawValue, subject: subject, errorNumber: number)
        }
    }
}

private final class FaultyFolder: FileFolder {
    private let folder: SystemFolder
    private let files: FaultyFiles

    init(_ folder: SystemFolder, _ files: FaultyFiles) {
        (self.folder, self.files) = (folder, files)
    }

    var path: String {
        folder.path
    }

    func currentPath() throws(SystemCallError) -> String? {
        try files.check(.readlink, path)
        return try folder.currentPath()
    }

    func contains(_ name: String) throws(SystemCallError) -> Bool {
        try files.check(.stat, name)
        return try folder.contains(name)
    }

    func makeFile(_ name: String) throws(SystemCallError) -> any ByteStorage {
        try files.check(.open, name)
        return FaultyFile(try folder.makeFile(name), name, files)
    }

    func link(_ file: any ByteStorage, as name: String) throws(SystemCallError) {
        try files.check(.link, name)
        try folder.link(inner(file), as: name)
    }

    func rename(_ name: String, to newName: String) throws(SystemCallError) {
        try files.check(.rename, newName)
        try folder.rename(name, to: newName)
    }

    func remove(_ name: String, of file: any ByteStorage) throws(SystemCallError) {
        try files.check(.unlink, name)
        try folder.remove(name, of: inner(file))
    }

    func space() throws(SystemCallError) -> VolumeSpace {
        try files.check(.statvfs, path)
        if let space = files.space { return space }
        return try folder.space()
    }

    func largestFile() throws(SystemCallError) -> Int64? {
        try files.check(.getrlimit, path)
        if let largestFile = files.largestFile { return largestFile }
        return try folder.largestFile()
    }

    private func inner(_ file: any ByteStorage) -> any ByteStorage {
        guard let file = file as? FaultyFile else { preconditionFailure("its files are those that it made") }
        return file.file
    }
}

private final class FaultyFile: ByteStorage {
    let file: any ByteStorage
    private let name: String
    private let files: FaultyFiles

    init(_ file: any ByteStorage, _ name: String, _ files: FaultyFiles) {
        (self.file, self.name, self.files) = (file, name, files)
    }

    func byteCount() throws(SystemCallError) -> Int64 {
        try files.check(.fstat, name)
        return try file.byteCount()
    }

    func read(at offset: Int64, count: Int) throws(SystemCallError) -> [UInt8] {
        try files.check(.pread, name)
        return try file.read(at: offset, count: count)
    }

    func write(_ bytes: [UInt8], at offset: Int64) throws(SystemCallError) {
        guard let number = files.note(.pwrite) else { return try file.write(bytes, at: offset) }
        // As on a disk that is full in the middle; what lies within a sector is written as a whole or not at all.
        if bytes.count > 16 { try file.write(Array(bytes.prefix(bytes.count / 2)), at: offset) }
        throw SystemCallError(call: "pwrite", subject: name, errorNumber: number)
    }

    func truncate(to byteCount: Int64) throws(SystemCallError) {
        try files.check(.ftruncate, name)
        try file.truncate(to: byteCount)
    }

    func synchronize() throws(SystemCallError) {
        try files.check(.fdatasync, name)
        try file.synchronize()
    }
}
