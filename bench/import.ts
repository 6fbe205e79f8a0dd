import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Sample } from './support/benchmark.ts';
import { inputTransactions, statementFile } from './support/inputs.ts';
import { runProgram } from './support/program.ts';
import { makeWorkbookWithRules } from './support/rules.ts';
import { interleave, median, megabytes, seconds, times } from './support/samples.ts';

const IMPORT = join(import.meta.dirname, 'programs/import-statement.ts');
const FLOOR = join(import.meta.dirname, 'programs/sync-floor.ts');
const REZIP = join(import.meta.dirname, 'programs/rezip.ts');
const COUNTS = [1_000, 10_000, 100_000];
const RULES = 200;
const ROWS_BEFORE = 50_000;
const ROWS_MORE = 10_000;

const PLANNED = ['fetching', 'planning', 'recording', 'confirming'];
const SAVED = ['settling', 'fetching', 'reading', 'planning', 'recording', 'writing'];

/** The stages of `sync-floor.ts` to compare. Its stage "serialize" is not compared, because Pennyrow serializes while writing. */
const FLOOR_STAGES = ['parse', 'known', 'categorise', 'record'];

export const importing: Benchmark = {
  name: 'import',
  question: `What does importing a statement with ${RULES} rules take, against the floors of its stages?`,
  run: async ({ rounds, folder }) => {
    const variants: Record<string, () => Promise<Sample>> = {};
    for (const count of COUNTS) Object.assign(variants, await intoNewWorkbook(folder, count));
    Object.assign(variants, await intoLargeWorkbook(folder));
    const samples = await interleave(rounds, variants);
    const middle = (variant: string, quantity: string) => median(samples, variant, quantity);
    const floorOf = (variant: string) =>
      variant.startsWith('10,000 into') ? '10,000' : variant.replace(', all known', '');
    const row = (variant: string) => [
      variant,
      seconds(middle(variant, 'planned')),
      times(middle(variant, 'planned'), middle(`floor of ${floorOf(variant)}`, 'planned')),
      variant.endsWith('known') ? '' : seconds(middle(variant, 'writing')),
      variant.startsWith('10,000 into') ? times(middle(variant, 'writing'), middle('rezip', 'seconds')) : '',
      seconds(middle(variant, 'saved')),
      megabytes(middle(variant, 'peakBytes')),
    ];
    const heading = [
      'transactions',
      'parse, plan, record',
      'of the floor',
      'write',
      'of a rezip',
      'file to saved workbook',
      'peak memory',
    ];
    return {
      samples,
      table: [
        heading,
        ...Object.keys(samples)
          .filter((name) => !/^(floor|rezip)/.test(name))
          .map(row),
      ],
    };
  },
};

async function intoNewWorkbook(folder: string, count: number): Promise<Record<string, () => Promise<Sample>>> {
  const label = count.toLocaleString('en');
  const statement = join(folder, `${count}.ofx`);
  const data = join(folder, `new-${count}`);
  writeFileSync(statement, statementFile(inputTransactions(count)));
  return {
    [`floor of ${label}`]: () => floor(statement, join(folder, 'floor.sqlite')),
    [label]: async () => {
      await freshData(data);
      return importStatement(data, statement);
    },
    [`${label}, all known`]: async () => {
      await freshData(data);
      await importStatement(data, statement);
      return importStatement(data, statement);
    },
  };
}

async function intoLargeWorkbook(folder: string): Promise<Record<string, () => Promise<Sample>>> {
  const [before, more] = [join(folder, 'before.ofx'), join(folder, 'more.ofx')];
  writeFileSync(before, statementFile(inputTransactions(ROWS_BEFORE)));
  writeFileSync(more, statementFile(inputTransactions(ROWS_MORE, ROWS_BEFORE)));
  const [data, copy] = [join(folder, 'large'), join(folder, 'large-copy')];
  await freshData(data);
  await importStatement(data, before);
  cpSync(data, copy, { recursive: true });
  // Restores the data at the same path, because the database identifies the workbook by its path.
  const putBack = (): void => {
    rmSync(data, { recursive: true });
    cpSync(copy, data, { recursive: true });
  };
  return {
    [`10,000 into ${ROWS_BEFORE.toLocaleString('en')}`]: async () => {
      putBack();
      return importStatement(data, more);
    },
    rezip: async () => {
      const { stdout, peakBytes } = await runProgram([
        REZIP,
        join(copy, 'Pennyrow.xlsx'),
        join(folder, 'rezipped.xlsx'),
      ]);
      return { ...(JSON.parse(stdout) as Sample), peakBytes };
    },
  };
}

async function freshData(data: string): Promise<void> {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { mode: 0o700 });
  await makeWorkbookWithRules(join(data, 'Pennyrow.xlsx'), RULES);
}

async function importStatement(data: string, statement: string): Promise<Sample> {
  const { stdout, peakBytes } = await runProgram([IMPORT, data, statement]);
  const stages = JSON.parse(stdout) as Sample;
  return { ...stages, planned: sum(stages, PLANNED), saved: sum(stages, SAVED), peakBytes };
}

async function floor(statement: string, database: string): Promise<Sample> {
  rmSync(database, { force: true });
  const { stdout, peakBytes } = await runProgram([FLOOR, statement, String(RULES), database]);
  const stages = JSON.parse(stdout) as Sample;
  return { ...stages, planned: sum(stages, FLOOR_STAGES), peakBytes };
}

function sum(sample: Sample, stages: readonly string[]): number {
  return stages.reduce((total, stage) => total + (sample[stage] ?? 0), 0);
}
