/**
 * What the inspector's `--cli` does, as a module that has run when it has been imported: its launcher is done before its command.
 */
interface InspectorCli {
  runCli(argv: readonly string[]): Promise<void>;
  handleError(thrown: unknown): Promise<never>;
}

const { runCli, handleError } = (await import(
  import.meta.resolve('@modelcontextprotocol/inspector/clients/cli/build/index.js')
)) as InspectorCli;
await runCli(process.argv).catch(handleError);
