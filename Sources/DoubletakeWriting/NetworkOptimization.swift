import DoubletakeISOMedia
import DoubletakeMedia
import Glibc

/// Puts the index of a finished movie before its media, through a second file that then takes the first one's name.
///
/// Until that instant the file is complete as it was; when anything fails it stays so.
struct NetworkOptimization: Sendable {
    let path: String
    let storage: any ByteStorage
    /// Where the second file is made; nil for beside the first one.
    let folder: String?
    let makeStorage: AssetWriter.StorageMaker

    /// Where the second file is while it is written.
    private var temporaryPath: String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return (folder.map { "\($0)/\(name)" } ?? path) + ".index-first"
    }

    /// Why the file is still as it was; nil when its index comes first.
    func run() -> WriterError? {
        let target: any ByteStorage
        do throws(SystemCallError) {
            target = try makeStorage(temporaryPath)
        } catch {
            return .cannotCreate(error)
        }
        do throws(ISOMediaError) {
            try IndexFirstCopy.copy(storage, to: target)
        } catch {
            AssetWriterState.removeFile(temporaryPath)
            return .cannotFinish(path: path, reason: "\(error)", help: error.help)
        }
        // SAFETY: both strings are passed for the time of the call.
        guard unsafe rename(temporaryPath, path) == 0 else {
            let error = SystemCallError.last(call: "rename", subject: path)
            AssetWriterState.removeFile(temporaryPath)
            return .cannotWrite(error)
        }
        return nil
    }
}
