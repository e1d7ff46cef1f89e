import Doubletake
import DoubletakeMedia
import DoubletakeTestSupport
import Foundation

/// How similar the pictures of a film of the scene are to what was on the screen: SSIM of the luma, from 0 to 1.
///
/// The screen is drawn again, step by step, and is read for each step that is compared.
struct FilmSimilarity {
    /// How a film says what its colours mean.
    enum Matrix: String {
        case bt709
        /// What ffmpeg makes of a screen when it isn't told otherwise.
        case bt601
    }

    /// Why there is no number.
    struct Failure: Error {
        let words: String
    }

    /// How many pictures are compared.
    private static let pictureCount = 12
    /// The first second is left out: rate control has to find its way.
    private static let settling = Duration.seconds(1)

    let folder: TemporaryFolder
    let screen: PrivateXServer
    let motion: BenchmarkScene.Motion

    /// Compares the film at a path.
    func mean(of path: String, _ matrix: Matrix) throws -> Double {
        let films = try FileHandle(forWritingTo: makeFile("film.yuv"))
        let references = try FileHandle(forWritingTo: makeFile("screen.bgra"))
        let chosen = try chooseSteps(path)
        let scene = try BenchmarkScene(screen, motion)
        var drawn = 0
        var compared: Set<Int64> = []
        let reader = try AssetReader(path: path)
        while let sample = try reader.next() {
            guard case .video(_, let frame) = sample else { continue }
            guard let picture = chosen[frame.time], compared.insert(picture).inserted else { continue }
            while drawn < Int(picture) {
                drawn += 1
                try scene.draw(drawn)
            }
            try references.write(contentsOf: Data(scene.pixels()))
            try films.write(contentsOf: Self.bytes(of: frame.pixelBuffer, scene.comparedArea))
        }
        try films.close()
        try references.close()
        return try compare(scene.comparedArea.size, matrix)
    }

    /// How many different steps the film at a path shows.
    func stepCount(of path: String) throws -> Int {
        Set(try steps(path).map(\.step)).count
    }

    private func steps(_ path: String) throws -> [(time: MediaTime, step: Int64)] {
        var pictures: [(time: MediaTime, step: Int64)] = []
        let reader = try AssetReader(path: path)
        while let sample = try reader.next() {
            guard case .video(_, let frame) = sample else { continue }
            if let step = BenchmarkScene.step(of: frame.pixelBuffer) { pictures.append((frame.time, step)) }
        }
        return pictures
    }

    /// The pictures that are compared, by their time, and the step that each shows.
    private func chooseSteps(_ path: String) throws -> [MediaTime: Int64] {
        let pictures = try steps(path).filter { $0.time >= .zero + Self.settling }
        guard !pictures.isEmpty else { throw Failure(words: "no picture of \(path) shows its step") }
        let stride = max(pictures.count / Self.pictureCount, 1)
        let chosen = pictures.enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
        return Dictionary(uniqueKeysWithValues: chosen.map { ($0.time, $0.step) })
    }

    private func makeFile(_ name: String) throws -> URL {
        URL(filePath: try folder.write([], to: name))
    }

    /// A part of a 4:2:0 picture, plane after plane.
    private static func bytes(of picture: PixelBuffer, _ area: PixelRect) -> Data {
        var data = Data()
        for plane in 0..<3 {
            let divisor = plane == 0 ? 1 : 2
            let bytesPerRow = picture.bytesPerRow(ofPlane: plane)
            picture.withBytes(ofPlane: plane) { rows in
                // SAFETY: the rows are valid within the call, and the ranges are checked.
                unsafe rows.withUnsafeBytes { rows in
                    for row in area.y / divisor..<area.maxY / divisor {
                        let start = row * bytesPerRow + area.x / divisor
                        unsafe data.append(contentsOf: rows[start..<start + area.width / divisor])
                    }
                }
            }
        }
        return data
    }

    private func compare(_ size: PixelSize, _ matrix: Matrix) throws -> Double {
        let filter =
            "[1:v]scale=out_color_matrix=\(matrix.rawValue):out_range=tv,format=yuv420p[screen];[0:v][screen]ssim"
        let run = try ProcessRun.succeed(
            [
                "ffmpeg", "-nostdin", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(size)", "-i",
                folder.file("film.yuv"), "-f", "rawvideo", "-pix_fmt", "bgr0", "-s", "\(size)", "-i",
                folder.file("screen.bgra"), "-lavfi", filter, "-f", "null", "-",
            ],
            timeOut: 120
        )
        // ffmpeg says: [Parsed_ssim_2 @ ...] SSIM Y:0.998 (27.1) U:...
        let luma = run.standardError.components(separatedBy: "SSIM Y:").last?.split(separator: " ").first
        guard let value = luma.flatMap({ Double($0) }) else { throw Failure(words: run.standardError) }
        return value
    }
}
