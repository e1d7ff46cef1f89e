import DoubletakeCommand

await Command.main()
