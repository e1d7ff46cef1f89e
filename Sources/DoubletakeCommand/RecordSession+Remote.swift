import Doubletake
import DoubletakeControl
import DoubletakeMedia
import FoundationEssentials
import Glibc

/// What other programs ask of a session, through its socket.
extension RecordSession {
    /// Makes the session reachable; nil where the login session has no place for sockets and no name was asked for.
    func openRemote() throws(RecordFailure) -> ControlServer? {
        guard let folder = RemoteFolder.folder(environment: context.environment) else {
            if options.instance != nil { throw .control(.noFolder) }
            return nil
        }
        do throws(ControlError) {
            // Without a name of its own a recorder is called by its process's number, which no other one has.
            return try ControlServer(options.instance ?? "\(getpid())", in: folder, clock: clock) { [send] in
                send.yield(.remote($0, $1))
            }
        } catch {
            if options.instance != nil { throw .control(error) }
            report.warn(RecordingWarning(unreachableBecause: error))
            return nil
        }
    }

    /// Gives the name back, and answers whoever has waited for the end.
    func endRemote(_ result: Result<FinishedRecording?, RecordFailure>) {
        guard let remote else { return }
        // Who was answered may start the next recorder at once, and must not find this one.
        remote.release()
        if case .failure(let failure) = result {
            if case .recording = failure {} else { return remote.stop() }
        }
        answerWaiting(stopAnswer(result), state: .idle)
        remote.stop()
    }

    /// What is answered to who has waited for the film's end.
    func stopAnswer(_ result: Result<FinishedRecording?, RecordFailure>) -> ControlAnswer {
        var answer = ControlAnswer()
        switch result {
        case .success(let finished):
            answer.files = finished.map { $0.parts + $0.cameraParts }?.map { absolute($0.file) } ?? []
        case .failure(.recording(let error)):
            answer = refusal(error)
            let cameraFiles = completeCameraParts.filter { $0 != error.playableFile }
            answer.files = (completeParts + [error.playableFile].compactMap { $0 } + cameraFiles).map { absolute($0) }
        case .failure: break
        }
        return answer
    }

    /// Answers everybody who has waited for the end of the film.
    func answerWaiting(_ answer: ControlAnswer, state: RecordingState) {
        for reply in stopReplies { discardReplies.append((reply, answer)) }
        stopReplies = []
        for (reply, said) in discardReplies {
            var answer = said
            answer.state = state.rawValue
            reply.send(answer)
        }
        discardReplies = []
    }

    /// Answers a request that came when the session was over.
    func answerLate(_ request: ControlRequest, _ reply: ControlServer.Reply) {
        if request.verb == .stop {
            stopReplies.append(reply)
        } else {
            reply.send(refusal(.wrongState(.stopping, wanted: request.verb.rawValue)))
        }
    }

    /// Does what another program asks for.
    func take(_ request: ControlRequest, _ reply: ControlServer.Reply) async throws(RecordingError) -> Step {
        switch request.verb {
        case .status:
            reply.send(await answer(), then: request.sequel)
            return .goOn
        case .stop: return try await stop(request, reply)
        case .start:
            try await answering(reply) { () throws(RecordingError) in try await self.startNow() }
            reply.send(await answer())
            return .goOn
        case .saveReplay:
            saveReplay(request.duration, endingAt: clock.now, reply)
            return .goOn
        case .swap, .layout, .cameraOn, .cameraOff:
            reply.send(await arrange(request))
            return .goOn
        case .mute, .unmute, .gain:
            reply.send(await changeSound(request))
            return .goOn
        case .discard where countdownEnd != nil:
            cancelCountdown(at: clock.now)
            reply.send(await answer())
            return .goOn
        case .pause, .resume, .togglePause, .mark, .split, .discard, .retake:
            guard isRecording else {
                reply.send(refusal(.wrongState(await recorder.state, wanted: request.verb.rawValue)))
                return .goOn
            }
            return try await change(request, reply)
        }
    }

    private func change(_ request: ControlRequest, _ reply: ControlServer.Reply) async throws(RecordingError) -> Step {
        switch request.verb {
        case .pause, .resume, .togglePause:
            let isPaused = await recorder.state == .paused
            let wanted = request.verb == .togglePause ? !isPaused : request.verb == .pause
            let step = isPaused == wanted ? .goOn : try await togglePause(at: clock.now)
            reply.send(await answer())
            return step
        case .mark:
            do throws(RecordingError) {
                var answer = await answer()
                answer.marker = try await recorder.mark(request.name)?.name
                reply.send(answer)
            } catch {
                reply.send(refusal(error))
            }
            return .goOn
        case .split:
            do throws(RecordingError) {
                try await recorder.split()
                reply.send(await answer())
            } catch {
                reply.send(refusal(error))
            }
            return .goOn
        case .discard, .retake:
            takes.isRetaken = request.verb == .retake
            let (step, answer) = try await answering(reply) { () throws(RecordingError) in try await self.discard() }
            // What is still there is a film as any other.
            if answer.error != nil { takes.isRetaken = false }
            discardReplies.append((reply, answer))
            return step
        case .start, .stop, .status, .saveReplay, .swap, .layout, .cameraOn, .cameraOff, .mute, .unmute, .gain:
            preconditionFailure("\(request.verb) needs no film")
        }
    }

    /// Answers with a failure, of which the session dies.
    private func answering<Success>(
        _ reply: ControlServer.Reply,
        _ body: () async throws(RecordingError) -> Success
    ) async throws(RecordingError) -> Success {
        do throws(RecordingError) {
            return try await body()
        } catch {
            reply.send(refusal(error))
            throw error
        }
    }

    /// Ends the film, without its last seconds if those are not wanted, or leaves when none is recorded.
    private func stop(_ request: ControlRequest, _ reply: ControlServer.Reply) async throws(RecordingError) -> Step {
        guard let drop = request.dropLast, drop > .zero, isRecording else {
            stopReplies.append(reply)
            return try await leave()
        }
        let now = clock.now
        if let refusal = await refusal(ofDropping: drop, at: now) {
            reply.send(ControlAnswer(refusing: refusal))
            return .goOn
        }
        stopReplies.append(reply)
        return try await stop(at: now - drop, pressed: now)
    }

    func answer() async -> ControlAnswer {
        var answer = ControlAnswer()
        answer.instance = remote?.instance
        answer.process = getpid()
        answer.state = countdownEnd == nil ? await recorder.state.rawValue : "countdown"
        if let started {
            answer.part = absolute(started.partFile)
            answer.time = JSONLine.seconds(newestStatus?.elapsed ?? .zero)
            answer.bytes = newestStatus?.byteCount ?? 0
        }
        if let kept = await recorder.clipBuffer {
            answer.kept = JSONLine.seconds(kept.duration)
            answer.memory = Int64(kept.byteCount)
        }
        return answer
    }

    /// A path as somebody in another folder needs it.
    func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    func refusal(_ error: RecordingError) -> ControlAnswer {
        let code: ExitStatus =
            switch error {
            case .wrongState, .onePicture, .notBuffering, .clipExportInProgress: .no
            default: ExitStatus(error)
            }
        return ControlAnswer(
            refusing: ControlAnswer.Refusal(
                code: code.rawValue,
                subject: error.subject,
                reason: error.reason,
                help: error.help
            )
        )
    }
}
