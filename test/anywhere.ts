/**
 * Runs the tests at other times, in other time zones and languages, in a private folder and on a busy machine, one
 * condition after the other, and prints the result of each at the end.
 *
 *     npm run test:anywhere -- [--list] [--together] [--only <part of a name>] [paths] [-- other options of Vitest]
 *
 * Another time requires Linux and libfaketime. A complete run takes a dozen times as long as the tests; with `--together`,
 * which combines several conditions, it takes four times as long.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { conditions, conditionsTogether, type Condition } from './support/anywhere/conditions.ts';
import { copyToPrivateFolder, keepBusy, removePrivateFolder, shiftTo } from './support/anywhere/surroundings.ts';

const CHECKOUT = join(import.meta.dirname, '..');
const CLOSING = /^\d+ passed, \d+ failed/;

interface Outcome {
  readonly name: string;
  readonly summary: string;
  readonly isGood: boolean;
}

async function runTests(cwd: string, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Omit<Outcome, 'name'>> {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...args], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  let summary = 'It ended without a closing line.';
  for await (const line of createInterface(child.stdout)) {
    console.log(line);
    if (CLOSING.test(line)) summary = line;
  }
  const [code] = (await closed) as [number | null];
  return { summary, isGood: code === 0 };
}

async function runUnder(
  { name, at, env = {}, isPrivate = false, isBusy = false }: Condition,
  args: readonly string[],
): Promise<Outcome> {
  const shift = at === undefined ? {} : shiftTo(at);
  if (shift === null) return { name, summary: 'skipped: it takes Linux and libfaketime', isGood: true };
  console.log(`\n=== ${name}${at === undefined ? '' : ` (${at})`}\n`);
  const folder = isPrivate ? copyToPrivateFolder(CHECKOUT) : CHECKOUT;
  const rest = isBusy ? keepBusy() : () => undefined;
  try {
    return { name, ...(await runTests(folder, { ...process.env, ...env, ...shift }, args)) };
  } finally {
    rest();
    if (isPrivate) removePrivateFolder(folder);
  }
}

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    together: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const { only = '', list, together } = values;
const chosen = (together ? conditionsTogether : conditions)(Date.now()).filter(({ name }) => name.includes(only));

if (list) {
  for (const { name } of chosen) console.log(name);
} else if (chosen.length === 0) {
  console.error(`No condition is called “${only}”. --list names them all.`);
  process.exitCode = 2;
} else {
  const outcomes: Outcome[] = [];
  const stop = new AbortController();
  // Vitest receives Ctrl-C itself and exits; this program then deletes the temporary files. A second Ctrl-C exits immediately.
  process.once('SIGINT', () => stop.abort());
  for (const condition of chosen) {
    if (!stop.signal.aborted) outcomes.push(await runUnder(condition, positionals));
  }
  console.log('\nWhat came of each:');
  for (const { name, summary, isGood } of outcomes) console.log(`  ${isGood ? 'good' : 'FAILED'}  ${name}: ${summary}`);
  process.exitCode = outcomes.every(({ isGood }) => isGood) ? 0 : 1;
}
