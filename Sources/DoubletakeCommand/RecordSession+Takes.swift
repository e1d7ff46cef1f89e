import Doubletake
import DoubletakeControl
import DoubletakeMedia
import DoubletakePreview

/// How a film ends, and the next one follows.
extension RecordSession {
    /// Works through what comes in until the session is over; nil when nothing was recorded at last.
    ///
    /// - Parameter start: how the first film begins.
    func workThroughInputs(from start: RecordingStart) async throws(RecordingError) -> FinishedRecording? {
        var arrivals = inputs.makeAsyncIterator()
        await catchUp(&arrivals) { $0.isArmedTold }
        try await begin(start)
        while let input = await nextInput(&arrivals) {
            let result: Result<Step, RecordingError>
            do throws(RecordingError) {
                result = .success(try await take(input))
            } catch {
                result = .failure(error)
            }
            switch result {
            case .success(.goOn): break
            case .success(.leave): return nil
            case .success(.end(let film)):
                await catchUpWithEnd(&arrivals)
                guard try await goOn(after: .success(film), &arrivals) else { return film }
            case .failure(let error):
                if try await goOn(afterFailure: error, &arrivals) == .over { return finished }
            }
            if let deadline = control.deadline { wait(until: deadline, then: .decisionIsDue) }
        }
        return nil
    }

    private func nextInput(_ arrivals: inout AsyncStream<Input>.Iterator) async -> Input? {
        deferred.isEmpty ? await arrivals.next(isolation: #isolation) : deferred.removeFirst()
    }

    /// Takes what the recorder has told up to the film's end, or up to a failure.
    private func catchUpWithEnd(_ arrivals: inout AsyncStream<Input>.Iterator) async {
        await catchUp(&arrivals) { $0.finished != nil || $0.failure != nil }
    }

    /// Takes what the recorder tells until that is enough; all else comes after that.
    private func catchUp(
        _ arrivals: inout AsyncStream<Input>.Iterator,
        until isEnough: (isolated RecordSession) -> Bool
    ) async {
        while !isEnough(self), let input = await arrivals.next(isolation: #isolation) {
            if case .event(let event) = input { take(event) } else { deferred.append(input) }
        }
    }

    /// Whether a session goes on.
    private enum Sequel {
        case next
        case over
    }

    /// What follows when something has failed.
    private func goOn(
        afterFailure error: RecordingError,
        _ arrivals: inout AsyncStream<Input>.Iterator
    ) async throws(RecordingError) -> Sequel {
        if case .wrongState = error, failure == nil {
            if wasLeft, !isRecording { throw error }
            // It has just ended by itself, or was lost, of which it will tell.
            if isRecording { await catchUpWithEnd(&arrivals) } else { _ = control.report(.ended, at: clock.now) }
            guard isRecording else { return .next }
            if failure == nil { return try await goOn(after: .success(finished), &arrivals) ? .next : .over }
        }
        if !wasLeft || isRecording { await catchUpWithEnd(&arrivals) }
        // A late stop says less than what had ended the recording by then.
        let cause = failure ?? error
        guard takes.areSeveral else { throw cause }
        if isRecording { return try await goOn(after: .failure(cause), &arrivals) ? .next : .over }
        guard await recorder.state == .armed, !wasLeft else { throw cause }
        stayArmed(after: cause)
        return .next
    }

    /// A start has failed, and the recorder is armed as before.
    private func stayArmed(after error: RecordingError) {
        takes.fail()
        report.fail(error)
        Task { [context] in await context.tell(.failed(subject: error.subject, reason: error.reason)) }
        _ = control.report(.ended, at: clock.now)
        forgetFilm()
        failure = nil
        preview?.update { $0.phase = .ready }
    }

    /// Ends a take, and arms the recorder for the next one; false when there is none.
    private func goOn(
        after result: Result<FinishedRecording?, RecordingError>,
        _ arrivals: inout AsyncStream<Input>.Iterator
    ) async throws(RecordingError) -> Bool {
        let outcome = takes.isRetaken ? TakeSequence.Outcome.retaken : .over
        guard !wasLeft, takes.goOn(after: outcome) else {
            if case .failure(let error) = result { throw error }
            return false
        }
        if outcome == .over, case .success = result { conclude(result) }
        let answer = stopAnswer(result.mapError { RecordFailure.recording($0) })
        // What ended by itself did so a little ago, and after it had begun.
        let end = max(clock.now - (finished?.stopLatency ?? .zero), started.map { $0.start + $0.preroll } ?? .zero)
        _ = control.report(.ended, at: end)
        isArmedTold = false
        let armed: ArmedRecording
        do throws(RecordingError) {
            armed = try await recorder.prepare()
        } catch {
            // What had ended the film says more.
            if case .failure(let cause) = result { throw cause }
            throw error
        }
        await catchUp(&arrivals) { $0.isArmedTold }
        if case .failure = result { conclude(result) }
        rearm(armed)
        answerWaiting(answer, state: .armed)
        return true
    }

    /// Says where a film is, and does with it what was asked for.
    @discardableResult
    private func conclude(_ result: Result<FinishedRecording?, RecordingError>) -> ExitStatus {
        let (films, status): ([String], ExitStatus)
        var cameraFiles: [String] = []
        switch result {
        case .success(nil): (films, status) = ([], .done)
        case .success(let film?):
            (films, status) = (film.parts.map(\.file), ExitStatus(film.end))
            cameraFiles = film.cameraParts.map(\.file)
            if let first = films.first { tell(.saved(OutputPath.absolute(first))) }
        case .failure(let error):
            report.fail(error)
            if signs.wereShown { tell(.failed(subject: error.subject, reason: error.reason)) }
            films = completeParts + [error.playableFile].compactMap { $0 }
            cameraFiles = completeCameraParts.filter { $0 != error.playableFile }
            status = ExitStatus(error)
        }
        if status != .done { takes.fail() }
        report.films(films + cameraFiles)
        if !films.isEmpty {
            uses.append(Task { [options, context] in await FinishedFilm(films, options, context).use() })
        }
        return status
    }

    /// Has the desktop tell of it, where it is in no take's picture: at the end, or at once where a window is recorded.
    private func tell(_ news: FilmNotice.News) {
        guard takes.areSeveral, preview == nil else {
            uses.append(Task { [context] in await context.tell(news) })
            return
        }
        notices.append(news)
    }

    /// Says where the last film is, and waits for what is done with the films.
    func end(_ result: Result<FinishedRecording?, RecordingError>) async -> ExitStatus {
        let status = conclude(result)
        for notice in notices { await context.tell(notice) }
        for use in uses { await use.value }
        return status == .done && takes.hasFailed ? .no : status
    }

    /// The recorder is armed again, after a film.
    private func rearm(_ armed: ArmedRecording) {
        armedSince = clock.now
        if finished.map({ !discarded.contains($0.file) }) ?? true { takes.use(path) }
        forgetFilm()
        (finished, failure) = (nil, nil)
        (completeParts, completeCameraParts, completeLength, discarded) = ([], [], .zero, [])
        do throws(UsageError) {
            path = try OutputPath.next(options.output, take: takes.number, environment: context.environment)
        } catch {
            preconditionFailure("the template was understood for the first film: \(error)")
        }
        signs.arm(armed, .key)
        sayReady(armed, .key)
    }

    /// Nothing is recorded any more, and nothing is planned for it.
    func forgetFilm() {
        started = nil
        newestStatus = nil
        forgetUnfinished()
        for timer in timers { timer.cancel() }
        timers = []
        (plannedEnd, stopTime, countdownEnd) = (nil, nil, nil)
        isReminded = false
    }

    /// What is recorded is complete, or its files are gone.
    func forgetUnfinished() {
        unfinished?.remove()
        unfinished = nil
        for entry in unfinishedCameraFiles.values { entry.remove() }
        unfinishedCameraFiles = [:]
    }

    /// Ends the film at an instant that is now, or a little ago.
    ///
    /// - Parameter pressed: when that was wanted, if it wasn't then: what is pressed soon after belongs to it.
    func stop(at end: MediaTime? = nil, pressed: MediaTime? = nil) async throws(RecordingError) -> Step {
        let step = try await perform(control.report(.ended, at: pressed ?? end ?? clock.now))
        guard case .goOn = step else { return step }
        return .end(try await recorder.stopRecording(at: end))
    }

    /// Ends the film, or leaves when none is recorded.
    func leave(at time: MediaTime? = nil) async throws(RecordingError) -> Step {
        if isRecording { return try await stop(at: time) }
        wasLeft = true
        countdownEnd = nil
        await saving?.value
        try await recorder.cancel()
        return .leave
    }

    /// Throws away what is recorded, or calls off what is about to be.
    func discardOrCancel() async throws(RecordingError) -> Step {
        if isRecording { return try await discard().step }
        cancelCountdown(at: clock.now)
        return .goOn
    }

    /// Ends the film and moves its files to the trash; what can't be moved stays a film as any other.
    func discard() async throws(RecordingError) -> (step: Step, answer: ControlAnswer) {
        _ = control.report(.ended, at: clock.now)
        let finished = try await recorder.stopRecording()
        forgetUnfinished()
        let trash = Trash(environment: context.environment)
        var answer = ControlAnswer()
        var files: [String] = []
        do throws(TrashError) {
            for part in finished.parts + finished.cameraParts {
                files.append(try trash.move(part.file))
                discarded.insert(part.file)
            }
        } catch {
            report.warn(RecordingWarning(notDiscardedBecause: error))
            let refusal = ControlAnswer.Refusal(
                code: ExitStatus.no.rawValue,
                subject: error.subject,
                reason: error.reason,
                help: error.help
            )
            return (.end(finished), ControlAnswer(refusing: refusal))
        }
        (completeParts, completeCameraParts) = ([], [])
        report.discarded(files)
        preview?.update { $0.say("Moved to the trash") }
        answer.files = files
        return (.end(nil), answer)
    }

    /// Looks once a second whether a film has become long, and whether the clock on the wall was put forward.
    func look(after elapsed: Duration) {
        if let stopTime, stopTime <= TimeOfDay.now() { send.yield(.stopTimeIsDue) }
        // What will end by itself was not forgotten.
        guard !isReminded, elapsed >= Self.reminderTime, options.duration == nil, stopTime == nil else { return }
        isReminded = true
        take(.warning(RecordingWarning(longFilm: elapsed)))
    }

    /// Longer, and a recorder that somebody has forgotten fills a disk before anything is said; shorter, and it is said
    /// of what is meant to be long.
    private static let reminderTime = Duration.seconds(2 * 60 * 60)
}

extension RecordingWarning {
    /// A film has become long; perhaps somebody has forgotten it.
    init(longFilm elapsed: Duration) {
        self.init(
            code: "long_recording",
            subject: "recording",
            message: "it has gone on for \(RecordingText.time(elapsed)), and still does",
            help: "Stop it if it is no longer wanted, or say how long it is to be with --duration."
        )
    }
}
