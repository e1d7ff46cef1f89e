/// Which part of a plan this run has, as the engine around it says.
enum BatchShard {
    /// Variables with the index and the count, and where the index counts from.
    private static let engines: [(index: String, count: String, first: Int)] = [
        // Kubernetes, a Job with completionMode Indexed: the count has to be handed on by the Job's template.
        ("JOB_COMPLETION_INDEX", "JOB_COMPLETIONS", 0),
        // Slurm, sbatch --array=0-3 or 1-4: the smallest index is SLURM_ARRAY_TASK_MIN.
        ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 0),
        // GitLab, parallel: N.
        ("CI_NODE_INDEX", "CI_NODE_TOTAL", 1),
        // GitHub: strategy.job-index and strategy.job-total, handed on under these names.
        ("STRATEGY_JOB_INDEX", "STRATEGY_JOB_TOTAL", 0),
        // GNU parallel: the number of the job; the count handed on by the command line.
        ("PARALLEL_SEQ", "PARALLEL_JOBS_TOTAL", 1),
    ]

    /// Completes "it must be ...".
    static let expectation =
        "run by an engine that says which part is meant: "
        + engines.map { "\($0.index) and \($0.count)" }.joined(separator: ", ")

    /// The part, from 1, and of how many; nil when no engine says it.
    static func find(in environment: [String: String]) -> (index: Int, count: Int)? {
        for engine in engines {
            guard let index = environment[engine.index].flatMap({ Int($0) }),
                let count = environment[engine.count].flatMap({ Int($0) })
            else { continue }
            let first =
                engine.index.hasPrefix("SLURM")
                ? environment["SLURM_ARRAY_TASK_MIN"].flatMap { Int($0) } ?? engine.first : engine.first
            let number = index - first + 1
            if count >= 1, (1...count).contains(number) { return (number, count) }
        }
        return nil
    }
}
