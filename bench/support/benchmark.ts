/** One thing that is measured: a file in bench/ exports one, `run.ts` lists it. */
export interface Benchmark {
  /** What is typed to run only this one, and the name of its file in results/. */
  readonly name: string;
  /** One sentence: what is compared with what. */
  readonly question: string;
  run(options: BenchmarkOptions): Promise<Measured>;
}

export interface BenchmarkOptions {
  /** How often each variant is measured. */
  readonly rounds: number;
  /** A folder for the benchmark's own files, emptied afterwards. */
  readonly folder: string;
  /** The root of another checkout that is built, where one is compared with; null for this one alone. */
  readonly against: string | null;
}

/** Every single sample by variant and quantity, so that anybody may compute another average. */
export interface Measured {
  readonly samples: Samples;
  /** The table to print, first row the heading. */
  readonly table: readonly (readonly string[])[];
}

/** Quantities carry their unit in the name: seconds, bytes, requestsPerSecond. */
export type Sample = Readonly<Record<string, number>>;

export type Samples = Readonly<Record<string, readonly Sample[]>>;
