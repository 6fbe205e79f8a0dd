/**
 * Runs the conformance tests of the protocol, one scenario after the other in one process, because loading them takes
 * longer than running them:
 *
 *   node conformance-child.ts URL SCENARIO…
 *
 * Prints the output of each scenario below a line with its name.
 */
const PROGRAM = import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js');

const [url = '', ...scenarios] = process.argv.splice(2);
for (const scenario of scenarios) {
  console.log(`\n=== ${scenario}`);
  process.argv.splice(2, Infinity, 'server', '--url', url, '--scenario', scenario);
  // Intercepts the exit at the end of a scenario, because the next scenario runs in the same process.
  const ended = Promise.withResolvers<void>();
  process.exit = (() => ended.resolve()) as typeof process.exit;
  await import(`${PROGRAM}?${scenario}`);
  await ended.promise;
}
