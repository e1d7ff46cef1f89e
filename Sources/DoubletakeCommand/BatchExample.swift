import DoubletakeBatch
import DoubletakeMedia

/// `doubletake batch init`: an example that explains itself.
enum BatchExample {
    static func write(_ arguments: [String], in context: CommandContext) throws(UsageError) -> ExitStatus {
        if arguments.count > 1 { throw .strayArgument(arguments[1], command: "batch") }
        let file = arguments.first ?? "plan.yaml"
        do throws(SystemCallError) {
            try FileBytes.create(file, text)
        } catch {
            context.error(
                BatchFault(
                    file, reason: "it can't be made: \(error.reason)", help: "Name another file, or remove that one."))
            return .cannotCreate
        }
        context.out(file)
        return .done
    }

    /// The example; a plan that can be recorded as it is where xterm is installed.
    static let text = """
        # A plan for `doubletake batch`: each take is recorded unattended, checked and named.
        # Paths are relative to this file. {name} and the names of a matrix are filled in; other braces stay as they are.
        version: 1

        defaults:
          display: 1280x720         # a screen and a sound server of each take's own; or current, or none (cameras only)
          typing: 12/s              # how fast is typed
          timeout: 2m               # how long a take may last
          output: "out/{name}.mp4"
          record:                   # options of `doubletake record`, without their dashes
            fps: 30
            mic: none

        takes:
          - name: hello
            terminal:               # or run: [PROGRAM, ARGUMENT], or shell: "a line"
              command: 'PS1="$ " exec sh'
              size: 80x24
            ready: {still: 500ms, within: 20s}
            steps:
              - {wait: 1s}
              - {mark: "typing"}    # a chapter of the film
              - {type: "echo Hello, world"}
              - {key: Return}
              - {until: {still: 500ms}, within: 5s}
              - {screenshot: "out/{name}.png"}
            stop: {hold: 1s}        # or {when: exit}, or {when: key}
            check: {min-duration: 3s, changes: true}

          - name: greeting
            matrix:                 # this take once for each value
              who: [Ada, Grace]
            terminal: {command: 'echo "Hello, {who}"; sleep 60', size: 60x10}
            ready: {window: "class:xterm", still: 500ms}
            retries: 1
            exports:
              - {file: "out/{name}.gif", size: 480x270}

        """
}
