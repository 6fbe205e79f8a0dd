import { describe, expect, test } from 'vitest';
import { compileWrapper, runWithFault, type Fault } from '../support/failing-calls/failing-calls.ts';
import { sharedByTests } from '../support/lifetime.ts';
import { outcomeOf, same, type Outcome } from '../support/power-cut/outcome.ts';
import { quickFolder, readContents, writeContents } from '../support/power-cut/record.ts';
import { SCENES, type Scene } from '../support/power-cut/scenes.ts';
import { IS_WHOLE } from '../support/cases.ts';

/**
 * `sample`: the position of the failing operation as a fraction of all operations, such as 0.3. By default, each scene has one
 * fault; with PENNYROW_WHOLE=1, each operation of each scene fails with each fault.
 */
const FAULTS = [
  { errno: 'EIO', isLasting: false, code: 'data_disk_fault', sample: 0.3 },
  { errno: 'ENOSPC', isLasting: true, code: 'data_disk_full', sample: 0.6 },
] as const;

const IMPORT = 'an import into a workbook that a user has edited';
const TRIED: readonly {
  readonly name: string;
  readonly after?: string;
  readonly environment?: Record<string, string>;
}[] = [
  { name: 'the first import, into a new folder' },
  { name: IMPORT },
  // This PATH has no `cp`. Without it, Pennyrow cannot copy the attributes to a new file, so it writes into the existing file.
  { name: IMPORT, after: ', written in place', environment: { PATH: '/nowhere' } },
  { name: 'an undo of an import' },
  { name: 'a backup' },
];

describe('a failed file operation is reported, loses and duplicates no row, and leaves all files readable', () => {
  const wrapper = sharedByTests(compileWrapper);
  for (const [turn, { name, after = '', environment = {} }] of TRIED.entries()) {
    const scene = SCENES.find((each) => each.name === name) as Scene;
    const rehearsal = sharedByTests(async () => rehearse(scene, (await wrapper()) ?? '', environment));
    const faults = IS_WHOLE ? FAULTS : FAULTS.filter((_, place) => place === turn % FAULTS.length);
    for (const { errno, isLasting, code, sample } of faults) {
      test(`${errno} during ${name}${after}`, { timeout: IS_WHOLE ? 4 * 3_600_000 : 300_000 }, async ({ skip }) => {
        if ((await wrapper()) === null) return skip('a C compiler (cc) is missing, or this is not Linux');
        const { root, before, operations: all, outcome, attempt } = await rehearsal();
        const operations = all.filter(({ needsSpace }) => needsSpace || !isLasting);

        const problems: string[] = [];
        const places = operations.map((_, place) => place + 1);
        for (const at of IS_WHOLE ? places : [Math.ceil(operations.length * sample)]) {
          writeContents(root, before);
          const tried = await attempt({ errno, at, isLasting });
          const failing = tried.operations[at - 1]?.text;
          const failed = `${errno} at ${at} of ${operations.length} (${failing})`;
          const output = tried.stdout + tried.stderr;
          try {
            if (tried.code === 0) sameOutcome(await outcomeOf(root, scene, false), outcome);
            else if (![code, ...alternativeCodes(failing)].some((each) => output.includes(`"${each}"`)))
              throw new Error(`The cause is not named: ${output}`);
            sameOutcome(await outcomeOf(root, scene, true), outcome);
          } catch (thrown) {
            problems.push(`${failed}, exit ${tried.code}: ${(thrown as Error).message}`);
            if (IS_WHOLE) process.stdout.write(`${problems.at(-1)}\n`);
          }
        }
        if (IS_WHOLE)
          process.stdout.write(
            `${errno} during ${name}${after}: ${operations.length} operations, ${problems.length} problems\n`,
          );
        expect(problems.slice(0, 10)).toEqual([]);
      });
    }
  }
});

/** Prepares the scene and executes it without a fault, to learn its operations and its outcome. */
async function rehearse(scene: Scene, library: string, environment: Readonly<Record<string, string>>) {
  const root = quickFolder();
  await scene.prepare(root);
  const before = readContents(root);
  const [command = []] = scene.commands(root);
  const attempt = (fault: Fault) => runWithFault(library, root, command, fault, environment);
  const { code, operations } = await attempt({ errno: 'EIO', at: 0, isLasting: false });
  expect(code).toBe(0);
  return { root, before, operations, outcome: await outcomeOf(root, scene, true), attempt };
}

function sameOutcome(found: Outcome, expected: Outcome): void {
  for (const part of Object.keys(expected) as (keyof Outcome)[])
    same(`${part} with and without the fault`, [found[part]].flat(), [expected[part]].flat());
}

/** Further correct error codes for this operation, because SQLite reports its failure with another error. */
function alternativeCodes(operation = ''): readonly string[] {
  if (operation.startsWith('fcntl')) return ['data_file_refused'];
  return operation === 'open64 /data/pennyrow.db' ? ['data_read_only'] : [];
}
