/**
 * Runs the inspector's `--cli` as a module; the command has completed when the import resolves, because its launcher
 * finishes earlier.
 */
interface InspectorCli {
  runCli(argv: readonly string[]): Promise<void>;
  handleError(thrown: unknown): Promise<never>;
}

const { runCli, handleError } = (await import(
  import.meta.resolve('@modelcontextprotocol/inspector/clients/cli/build/index.js')
)) as InspectorCli;

/** The command exits the process on an error; here the next command uses the same process. */
class Exited extends Error {}

const { exit } = process;
process.exit = (code) => {
  process.exitCode = code;
  throw new Exited();
};
try {
  await runCli(process.argv).catch(handleError);
} catch (thrown) {
  if (!(thrown instanceof Exited)) throw thrown;
} finally {
  process.exit = exit;
}
