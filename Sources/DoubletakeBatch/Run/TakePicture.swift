import Doubletake
import DoubletakeMedia

/// Writes what a take shows into a file.
enum TakePicture {
    static func write(_ stage: TakeStage, to path: String, until deadline: MediaTime) throws(TakeError) {
        guard let frame = try stage.observe().picture(until: deadline) else {
            throw TakeError(path, "there is no picture", help: "Wait until the program shows something.")
        }
        try TakeError.wrap { () throws(ExportError) in try PictureFile.write(frame, to: path) }
    }
}
