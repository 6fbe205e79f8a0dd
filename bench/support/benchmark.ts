/** A measurement. Each file in bench/ exports one, and `run.ts` lists them. */
export interface Benchmark {
  /** The argument that selects this benchmark, and the name of its file in results/. */
  readonly name: string;
  /** One sentence that names the compared variants. */
  readonly question: string;
  run(options: BenchmarkOptions): Promise<Measured>;
}

export interface BenchmarkOptions {
  /** How often each variant is measured. */
  readonly rounds: number;
  /** A folder for the benchmark's files, emptied afterwards. */
  readonly folder: string;
  /** The root of another built checkout to compare with; null to measure only this one. */
  readonly against: string | null;
}

/** All samples by variant and quantity, so that readers can compute other statistics. */
export interface Measured {
  readonly samples: Samples;
  /** The table to print; its first row is the heading. */
  readonly table: readonly (readonly string[])[];
}

/** The names of quantities include their unit: seconds, bytes, requestsPerSecond. */
export type Sample = Readonly<Record<string, number>>;

export type Samples = Readonly<Record<string, readonly Sample[]>>;
