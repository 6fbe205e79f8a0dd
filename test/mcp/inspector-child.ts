/** Runs the inspector's `--cli` by importing its module, because its launcher exits before the command has completed. */
interface InspectorCli {
  runCli(argv: readonly string[]): Promise<void>;
  handleError(thrown: unknown): Promise<never>;
}

const { runCli, handleError } = (await import(
  import.meta.resolve('@modelcontextprotocol/inspector/clients/cli/build/index.js')
)) as InspectorCli;

/** Replaces an exit of the process, because the next command uses the same process. */
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
