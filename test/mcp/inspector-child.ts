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

/** It ends the process with what it refuses; here the next command comes to the same process. */
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
