/**
 * The conformance tests of the protocol, a scenario after the other in one process, since to load them takes longer than they do:
 *
 *   node conformance-child.ts URL SCENARIO…
 *
 * Writes what each of them writes, under a line with its name.
 */
const PROGRAM = import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js');

const [url = '', ...scenarios] = process.argv.splice(2);
for (const scenario of scenarios) {
  console.log(`\n=== ${scenario}`);
  process.argv.splice(2, Infinity, 'server', '--url', url, '--scenario', scenario);
  // It exits the process when it is done; here the next scenario follows.
  const ended = Promise.withResolvers<void>();
  process.exit = (() => ended.resolve()) as typeof process.exit;
  await import(`${PROGRAM}?${scenario}`);
  await ended.promise;
}
