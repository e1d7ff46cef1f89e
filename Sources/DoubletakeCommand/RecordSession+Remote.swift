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
        var answer = ControlAnswer()
        switch result {
        case .success(let finished): answer.files = finished?.parts.map { absolute($0.file) } ?? []
        case .failure(.recording(let error)):
            answer = refusal(error)
            answer.files = (completeParts + [error.playableFile].compactMap { $0 }).map { absolute($0) }
        case .failure: return remote.stop()
        }
        answer.state = RecordingState.idle.rawValue
        for reply in stopReplies { reply.send(answer) }
        remote.stop()
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
        case .stop:
            stopReplies.append(reply)
            return try await leave()
        case .start:
            if !isRecording { try await answering(reply) { () throws(RecordingError) in try await self.startNow() } }
            reply.send(await answer())
            return .goOn
        case .swap, .layout, .cameraOn, .cameraOff:
            reply.send(await arrange(request))
            return .goOn
        case .mute, .unmute, .gain:
            reply.send(await changeSound(request))
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
        case .discard:
            let (step, discard) = try await answering(reply) { () throws(RecordingError) in try await self.discard() }
            // Who was answered may start the next recorder at once, and must not find this one.
            remote?.release()
            reply.send(discard)
            return step
        case .retake:
            let (step, discard) = try await answering(reply) { () throws(RecordingError) in try await self.discard() }
            guard case .end(nil) = step else {
                reply.send(discard)
                return step
            }
            try await answering(reply) { () throws(RecordingError) in try await self.rearm() }
            var answer = await answer()
            answer.files = discard.files
            reply.send(answer)
            return .goOn
        case .start, .stop, .status, .swap, .layout, .cameraOn, .cameraOff, .mute, .unmute, .gain:
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

    /// Ends the film and moves its files to the trash; what can't be moved stays a film as any other.
    func discard() async throws(RecordingError) -> (step: Step, answer: ControlAnswer) {
        let finished = try await recorder.stopRecording()
        started = nil
        unfinished?.remove()
        let trash = Trash(environment: context.environment)
        var answer = ControlAnswer()
        answer.state = RecordingState.idle.rawValue
        var files: [String] = []
        do throws(TrashError) {
            for part in finished.parts {
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
        completeParts = []
        report.discarded(files)
        answer.files = files
        return (.end(nil), answer)
    }

    func answer() async -> ControlAnswer {
        var answer = ControlAnswer()
        answer.instance = remote?.instance
        answer.process = getpid()
        answer.state = await recorder.state.rawValue
        if let started {
            answer.part = absolute(started.partFile)
            answer.time = JSONLine.seconds(newestStatus?.elapsed ?? .zero)
            answer.bytes = newestStatus?.byteCount ?? 0
        }
        return answer
    }

    /// A path as somebody in another folder needs it.
    private func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
    }

    func refusal(_ error: RecordingError) -> ControlAnswer {
        let code: ExitStatus =
            switch error {
            case .wrongState, .onePicture: .no
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
