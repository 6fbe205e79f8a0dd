import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Sample, Samples } from './support/benchmark.ts';
import { order, startStandIn, traffic, type StandIn } from './support/google-stand-in.ts';
import { inputTransactions, statementFile } from './support/inputs.ts';
import { runProgram } from './support/program.ts';
import { interleave, megabytes, seconds } from './support/samples.ts';

const FILL = join(import.meta.dirname, 'programs/google-fill.ts');
const CALLS = join(import.meta.dirname, 'programs/google-calls.ts');
const IMPORT = join(import.meta.dirname, 'programs/import-statement.ts');
/** As a person has it: built. */
const PENNYROW = join(import.meta.dirname, '../bin/pennyrow.js');

const ROWS_FOR_CALLS = 1_000;
const NEW_ROWS = [1, 1_000, 10_000];
const ROWS_BEFORE = 50_000;
const ROWS_MORE = 5_000;
/** The sheet before is filled by so many at a time. */
const STEP = 10_000;

/** What of a run is the sync, from the statement to the rows in the spreadsheet; the rest is starting and closing. */
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

/** A limit holds in every round or not at all, so the table shows the most that was seen. */
function valuesOf(samples: Samples, variant: string, quantity: string): number[] {
  return (samples[variant] ?? []).map((sample) => sample[quantity] ?? Number.NaN);
}

/** Paths: `from` is the number of the first transaction. */
type Statements = (from: number, count: number) => string;

function writtenStatements(folder: string): Statements {
  return (from, count) => {
    const path = join(folder, `${from}-${count}.ofx`);
    writeFileSync(path, statementFile(inputTransactions(count, from)));
    return path;
  };
}

/** Counts do not vary, so one round is enough. */
async function countCalls(folder: string, statement: Statements): Promise<Record<string, readonly Sample[]>> {
  const known = statement(0, ROWS_FOR_CALLS);
  let from = ROWS_FOR_CALLS;
  const steps = NEW_ROWS.map((rows) => {
    const [unchanged, edited] = [statement(from, rows), statement(from + rows, rows)];
    from += 2 * rows;
    return `${rows}:${unchanged}:${edited}`;
  });
  return withSpreadsheet(folder, ROWS_FOR_CALLS, [known], async ({ data, spreadsheetId, standIn }) => {
    const { stdout } = await runProgram(
      [CALLS, data, standIn.address, spreadsheetId, known, ...steps],
      standIn.environment,
    );
    const samples = JSON.parse(stdout) as Record<string, Sample>;
    return Object.fromEntries(Object.entries(samples).map(([name, sample]) => [name, [sample]]));
  });
}

type Import = (data: string, statement: string, standIn: StandIn) => Promise<Sample & { readonly added: number }>;

async function importInto(folder: string, statement: Statements, isEdited: boolean, work: Import): Promise<Sample> {
  const before = Array.from({ length: ROWS_BEFORE / STEP }, (_, step) => statement(step * STEP, STEP));
  return withSpreadsheet(folder, STEP, before, async ({ data, spreadsheetId, standIn }) => {
    if (isEdited) await order(standIn.address, { do: 'edit', spreadsheetId });
    await traffic(standIn.address);
    const sample = await work(data, statement(ROWS_BEFORE, ROWS_MORE), standIn);
    if (sample.added !== ROWS_MORE) throw new Error(`${sample.added} rows were added`);
    return { ...sample, ...(await traffic(standIn.address)) };
  });
}

/** The service, from its source, in a process that does nothing else; the time is that of the run. */
const syncAlone: Import = async (data, statement, { environment }) => {
  const { stdout, peakBytes } = await runProgram([IMPORT, data, statement], environment);
  const {
    added,
    fetched: _,
    ...stages
  } = JSON.parse(stdout) as { added: number; fetched: number } & Record<string, number>;
  return { ...stages, added, seconds: STAGES.reduce((sum, stage) => sum + (stages[stage] ?? 0), 0), peakBytes };
};

/** What a person types, from the start of the program to its end. */
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
  readonly standIn: StandIn;
}

/** A data folder whose account has a spreadsheet with the statements in it, and a mirror of that; the stand-in is another process. */
async function withSpreadsheet<Result>(
  folder: string,
  rows: number,
  statements: readonly string[],
  work: (filled: Filled) => Promise<Result>,
): Promise<Result> {
  const standIn = await startStandIn();
  try {
    const data = mkdtempSync(join(folder, 'data-'));
    const { stdout: spreadsheetId } = await runProgram(
      [FILL, data, standIn.address, String(rows), ...statements],
      standIn.environment,
    );
    return await work({ data, spreadsheetId, standIn });
  } finally {
    await standIn.close();
  }
}

function bytes(count: number): string {
  if (count >= 100_000) return `${(count / 1e6).toFixed(2)} MB`;
  return count >= 1_000 ? `${(count / 1e3).toFixed(1)} KB` : `${count} B`;
}
