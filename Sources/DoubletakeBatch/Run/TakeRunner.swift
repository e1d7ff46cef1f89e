import Doubletake
import DoubletakeMedia

/// Brings a take to a good film, or finds out why that can't be: attempts, exports, and what is kept of them.
struct TakeRunner {
    /// How many pictures of a film the report shows.
    private static let thumbnailCount = 4
    private static let thumbnailSize = PixelSize(width: 320, height: 180)

    let take: PlannedTake
    let tools: BatchTools
    let picture: PictureSelection
    let folders: BatchFolders
    let settings: Batch.Settings
    let tell: @Sendable (TakeAttempt.Notice) -> Void
    let interruption: ConditionLock<Bool>

    private var clock: any MediaClock { tools.clock }

    /// Runs it, on a thread of its own; takes as long as that takes.
    func run() async -> TakeResult {
        let start = clock.now
        var attempts = 0
        while true {
            attempts += 1
            let (outcome, steps) = await attempt(attempts)
            switch outcome {
            case .success(let film): return await result(of: film, steps, after: attempts, since: start)
            case .failure(let error):
                if error == .retake {
                    attempts -= 1
                    continue
                }
                let isInterrupted = error == .interrupted
                guard isInterrupted || attempts > take.retries else { continue }
                return failure(error, isInterrupted ? .interrupted : .failed, steps, after: attempts, since: start)
            }
        }
    }

    private func attempt(_ number: Int) async -> (Result<TakeAttempt.Outcome, TakeError>, StepLog) {
        let steps = ConditionLock(StepLog())
        do throws(TakeError) {
            let folder = folders.folder(of: take)
            try BatchFiles.makeFolder(folder)
            let secrets = take.secretVariables.compactMap { tools.environment[$0] }
            let log = try TakeLog(path: folders.log(of: take, attempt: number), secrets: secrets, clock: clock)
            log.note("take \(take.name), attempt \(number)")
            let attempt = TakeAttempt(
                take: take, tools: tools, picture: picture, planFolder: folders.plan, folder: folder, log: log,
                interruption: interruption,
                visibility: settings.visibility, tell: tell, socketFolderPrefix: folders.socketFolderPrefix,
                mark: folders.mark(of: take))
            let outcome = try await onThread { () throws(TakeError) in
                do throws(TakeError) {
                    return try attempt.run { log in steps.withLock { $0 = log } }
                } catch {
                    log.note("failed: \(error.description)")
                    throw error
                }
            }
            return (.success(outcome), steps.read { $0 })
        } catch {
            return (.failure(error), steps.read { $0 })
        }
    }

    /// Gives a good film its name, and makes what is to be made of it.
    private func result(
        of outcome: TakeAttempt.Outcome,
        _ steps: StepLog,
        after attempts: Int,
        since start: MediaTime
    ) async -> TakeResult {
        do throws(TakeError) {
            let film = try publish(outcome.film)
            let path = BatchFiles.path(film, in: folders.plan)
            try BatchFiles.write(steps.json, to: Self.sidecar(path, "steps.json"))
            try BatchFiles.write(steps.captions, to: Self.sidecar(path, "vtt"))
            let exports = try await makeExports(of: path)
            let thumbnails = try await makeThumbnails(of: path, outcome.duration)
            return TakeResult(
                name: take.name, number: take.number, status: .ok, attempts: attempts, film: film,
                duration: (outcome.duration.inSeconds * 1000).rounded() / 1000, elapsed: elapsed(since: start),
                fault: nil, values: values, steps: steps.entries, exports: exports,
                log: folders.relativeLog(of: take, attempt: attempts), thumbnails: thumbnails,
                fingerprint: folders.fingerprint(of: take, tools)
            )
        } catch {
            return failure(error, .failed, steps, after: attempts, since: start)
        }
    }

    private func failure(
        _ error: TakeError,
        _ status: TakeResult.Status,
        _ steps: StepLog,
        after attempts: Int,
        since start: MediaTime
    ) -> TakeResult {
        TakeResult(
            name: take.name, number: take.number, status: status, attempts: attempts, film: nil, duration: nil,
            elapsed: elapsed(since: start),
            fault: TakeResult.Fault(subject: error.subject, reason: error.reason, help: error.help), values: values,
            steps: steps.entries, exports: [], log: folders.relativeLog(of: take, attempt: attempts), thumbnails: [],
            fingerprint: folders.fingerprint(of: take, tools)
        )
    }

    private var values: [String: String] { Dictionary(take.values.map { ($0.name, $0.value) }) { $1 } }

    private func elapsed(since start: MediaTime) -> Double {
        ((clock.now - start).inSeconds * 1000).rounded() / 1000
    }

    /// - Returns: the film's name, relative to the plan's folder: a free one when what is there is to stay.
    private func publish(_ film: String) throws(TakeError) -> String {
        var name = take.output
        if settings.replacement == .never {
            var number = 2
            while BatchFiles.isReadable(BatchFiles.path(name, in: folders.plan)) {
                name = Self.numbered(take.output, number)
                number += 1
            }
        }
        let path = BatchFiles.path(name, in: folders.plan)
        try BatchFiles.makeFolder(BatchFiles.folder(of: path))
        try BatchFiles.move(film, to: path)
        return name
    }

    private static func numbered(_ path: String, _ number: Int) -> String {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let dot = path[slash...].lastIndex(of: ".") ?? path.endIndex
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }

    /// The film's name with another extension.
    private static func sidecar(_ film: String, _ fileExtension: String) -> String {
        let slash = film.lastIndex(of: "/") ?? film.startIndex
        let dot = film[slash...].lastIndex(of: ".") ?? film.endIndex
        return "\(film[..<dot]).\(fileExtension)"
    }

    private func makeExports(of film: String) async throws(TakeError) -> [String] {
        for wanted in take.exports {
            let path = BatchFiles.path(wanted.file, in: folders.plan)
            try BatchFiles.makeFolder(BatchFiles.folder(of: path))
            var export = FilmExport(source: film, target: path)
            export.start = wanted.from ?? .zero
            export.end = wanted.to
            export.speed = wanted.speed.flatMap(Double.init) ?? 1
            export.size = wanted.size
            export.replacement = settings.replacement
            try await run(export)
        }
        return take.exports.map(\.file)
    }

    private func makeThumbnails(of film: String, _ duration: Duration) async throws(TakeError) -> [String] {
        var names: [String] = []
        for number in 0..<Self.thumbnailCount {
            let name = "\(take.name)/picture-\(number + 1).png"
            var export = FilmExport(source: film, target: "\(folders.report)/\(name)")
            export.start = duration * (2 * number + 1) / (2 * Self.thumbnailCount)
            export.size = Self.thumbnailSize
            export.replacement = .whenComplete
            try await run(export)
            names.append(name)
        }
        return names
    }

    private func run(_ export: FilmExport) async throws(TakeError) {
        do throws(ExportError) {
            _ = try await FilmExporter(export).run()
        } catch {
            throw TakeError(error)
        }
    }

    /// Work that waits for other programs has a thread: those of the tasks are few.
    private func onThread<Success: Sendable>(
        _ work: @escaping @Sendable () throws(TakeError) -> Success
    ) async throws(TakeError) -> Success {
        let (results, send) = AsyncStream.makeStream(of: Result<Success, TakeError>.self)
        let thread = try TakeError.wrapCall { () throws(SystemCallError) in
            try WorkerThread(name: "take") {
                send.yield(Result { () throws(TakeError) in try work() })
                send.finish()
            }
        }
        defer { thread.join() }
        for await result in results { return try result.get() }
        preconditionFailure("the thread gives a result")
    }
}

extension PlannedTake {
    /// The variables that have what nobody is to read.
    var secretVariables: [String] {
        (setup + steps + cleanup).compactMap { step in
            if case .type(.secret(let variable)) = step.action { return variable }
            return nil
        }
    }
}
