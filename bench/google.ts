import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Sample, Samples } from './support/benchmark.ts';
import { order, startFakeGoogleProcess, traffic, type FakeGoogleProcess } from './support/fake-google.ts';
import { inputTransactions, statementFile } from './support/inputs.ts';
import { runProgram } from './support/program.ts';
import { interleave, megabytes, seconds } from './support/samples.ts';

const FILL = join(import.meta.dirname, 'programs/google-fill.ts');
const CALLS = join(import.meta.dirname, 'programs/google-calls.ts');
const IMPORT = join(import.meta.dirname, 'programs/import-statement.ts');
/** The built program, as users run it. */
const PENNYROW = join(import.meta.dirname, '../bin/pennyrow.js');

const ROWS_FOR_CALLS = 1_000;
const NEW_ROWS = [1, 1_000, 10_000];
const ROWS_BEFORE = 50_000;
const ROWS_MORE = 5_000;
/** The spreadsheet is filled in batches of this size before the measurement. */
const STEP = 10_000;

/**
 * The stages of a run that are measured as sync: from the statement to the rows in the spreadsheet, without the start and
 * the shutdown.
 */
const STAGES = ['settling', 'fetching', 'reading', 'planning', 'recording', 'writing', 'confirming'];

export const google: Benchmark = {
  name: 'google',
  question: 'What does a sync with a Google spreadsheet cost: calls, bytes, time, memory?',
  run: async ({ rounds, folder }) => {
    const statements = writtenStatements(folder);
    const counted = await countCalls(folder, statements);
    const label = `${ROWS_MORE.toLocaleString('en')} new into ${ROWS_BEFORE.toLocaleString('en')}`;
    const measured = await interleave(rounds, {
      [`sync, ${label}`]: () => importInto(folder, statements, false, syncAlone),
      [`sync, ${label}, edited`]: () => importInto(folder, statements, true, syncAlone),
      [`pennyrow import, ${label}, edited`]: () => importInto(folder, statements, true, wholeCommand),
    });
    const samples = { ...counted, ...measured };
    const row = (variant: string) => {
      const most = (quantity: string) => Math.max(...valuesOf(samples, variant, quantity));
      const isLarge = variant in measured;
      return [
        variant,
        String(most('calls')),
        `${most('driveCalls')} + ${most('readCalls')} + ${most('writeCalls')}`,
        bytes(most('largestRequestBytes')),
        bytes(most('sentBytes')),
        bytes(most('receivedBytes')),
        bytes(most('receivedBytesUnpacked')),
        isLarge ? `${seconds(Math.min(...valuesOf(samples, variant, 'seconds')))} to ${seconds(most('seconds'))}` : '',
        isLarge ? megabytes(most('peakBytes')) : '',
      ];
    };
    const heading = [
      '',
      'calls',
      'Drive + read + write',
      'largest request',
      'sent',
      'received',
      'unpacked',
      'time',
      'peak memory',
    ];
    return { samples, table: [heading, ...Object.keys(samples).map(row)] };
  },
};

/** The values of all rounds. The table shows their maximum, because a limit must hold in every round. */
function valuesOf(samples: Samples, variant: string, quantity: string): number[] {
  return (samples[variant] ?? []).map((sample) => sample[quantity] ?? Number.NaN);
}

/** Writes a statement file and returns its path. `from` is the number of the first transaction. */
type Statements = (from: number, count: number) => string;

function writtenStatements(folder: string): Statements {
  return (from, count) => {
    const path = join(folder, `${from}-${count}.ofx`);
    writeFileSync(path, statementFile(inputTransactions(count, from)));
    return path;
  };
}

/** One round is enough, since the number of calls does not vary. */
async function countCalls(folder: string, statement: Statements): Promise<Record<string, readonly Sample[]>> {
  const imported = statement(0, ROWS_FOR_CALLS);
  let from = ROWS_FOR_CALLS;
  const steps = NEW_ROWS.map((rows) => {
    const [unchanged, edited] = [statement(from, rows), statement(from + rows, rows)];
    from += 2 * rows;
    return `${rows}:${unchanged}:${edited}`;
  });
  return withSpreadsheet(folder, ROWS_FOR_CALLS, [imported], async ({ data, spreadsheetId, fake }) => {
    const { stdout } = await runProgram(
      [CALLS, data, fake.address, spreadsheetId, imported, ...steps],
      fake.environment,
    );
    const samples = JSON.parse(stdout) as Record<string, Sample>;
    return Object.fromEntries(Object.entries(samples).map(([name, sample]) => [name, [sample]]));
  });
}

type Import = (
  data: string,
  statement: string,
  fake: FakeGoogleProcess,
) => Promise<Sample & { readonly added: number }>;

async function importInto(folder: string, statement: Statements, isEdited: boolean, work: Import): Promise<Sample> {
  const before = Array.from({ length: ROWS_BEFORE / STEP }, (_, step) => statement(step * STEP, STEP));
  return withSpreadsheet(folder, STEP, before, async ({ data, spreadsheetId, fake }) => {
    if (isEdited) await order(fake.address, { do: 'edit', spreadsheetId });
    await traffic(fake.address);
    const sample = await work(data, statement(ROWS_BEFORE, ROWS_MORE), fake);
    if (sample.added !== ROWS_MORE) throw new Error(`${sample.added} rows were added`);
    return { ...sample, ...(await traffic(fake.address)) };
  });
}

/** Runs the service from its source in a separate process, and measures only the run of the import. */
const syncAlone: Import = async (data, statement, { environment }) => {
  const { stdout, peakBytes } = await runProgram([IMPORT, data, statement], environment);
  const {
    added,
    fetched: _,
    ...stages
  } = JSON.parse(stdout) as { added: number; fetched: number } & Record<string, number>;
  return { ...stages, added, seconds: STAGES.reduce((sum, stage) => sum + (stages[stage] ?? 0), 0), peakBytes };
};

/** Measures the whole command, from start to exit. */
const wholeCommand: Import = async (data, statement, { environment }) => {
  const {
    stdout,
    peakBytes,
    seconds: taken,
  } = await runProgram([PENNYROW, 'import', statement, '--json', '--data-dir', data], environment);
  const { counts } = JSON.parse(stdout) as { counts: { added: number } };
  return { added: counts.added, seconds: taken, peakBytes };
};

interface Filled {
  readonly data: string;
  readonly spreadsheetId: string;
  readonly fake: FakeGoogleProcess;
}

/**
 * Prepares a data folder whose account has imported the statements into a spreadsheet. The fake Google runs in another
 * process.
 */
async function withSpreadsheet<Result>(
  folder: string,
  rows: number,
  statements: readonly string[],
  work: (filled: Filled) => Promise<Result>,
): Promise<Result> {
  const fake = await startFakeGoogleProcess();
  try {
    const data = mkdtempSync(join(folder, 'data-'));
    const { stdout: spreadsheetId } = await runProgram(
      [FILL, data, fake.address, String(rows), ...statements],
      fake.environment,
    );
    return await work({ data, spreadsheetId, fake });
  } finally {
    await fake.close();
  }
}

function bytes(count: number): string {
  if (count >= 100_000) return `${(count / 1e6).toFixed(2)} MB`;
  return count >= 1_000 ? `${(count / 1e3).toFixed(1)} KB` : `${count} B`;
}
