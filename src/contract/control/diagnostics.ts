import type { Run } from '../../core/run.ts';
import { procedure } from './procedure.ts';
import type { Settings } from './service.ts';

/** Contains no names, paths, descriptions, amounts or secrets, and only ids that mean nothing outside this installation. */
export interface Diagnostics {
  readonly madeAt: string;
  readonly pennyrow: { readonly version: string; readonly startedAt: string; readonly isServing: boolean };
  readonly machine: {
    readonly platform: string;
    readonly release: string;
    readonly architecture: string;
    readonly node: string;
    readonly cores: number;
    readonly memoryMegabytes: number;
  };
  readonly settings: Settings;
  readonly accounts: readonly AccountDiagnostics[];
  readonly findings: readonly { readonly check: string; readonly status: string }[];
  /** Contains only fields that are known to be harmless. */
  readonly log: readonly LogLine[];
}

export interface AccountDiagnostics {
  readonly id: string;
  readonly plan: string;
  readonly timeZone: string;
  readonly workbook: string | null;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly rules: number;
  readonly categories: number;
  readonly problems: readonly string[];
  readonly schedule: { readonly periodMinutes: number; readonly isPaused: boolean } | null;
  readonly connections: readonly {
    readonly id: string;
    readonly source: string;
    readonly isPaused: boolean;
    readonly failures: number;
    readonly problem: string | null;
    readonly lastSuccessAt: string | null;
  }[];
  readonly balances: readonly string[];
  readonly runs: readonly (Pick<Run, 'id' | 'kind' | 'trigger' | 'status' | 'startedAt' | 'finishedAt' | 'counts'> & {
    readonly problems: readonly string[];
  })[];
}

export type LogLine = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export const diagnosticsProcedures = {
  'diagnostics.collect': procedure<Diagnostics>()({}),
};
