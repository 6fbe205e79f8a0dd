import type { Reader, Writer } from './database.ts';

/** A run that has ended, and that no event was made of yet. */
export interface EndedRun {
  readonly sequence: number;
  readonly runId: string;
}

/** Does nothing for an account without webhooks. */
export function noteEndedRun(db: Writer, runId: string): void {
  db.run(
    `INSERT INTO ended_run (run_id)
     SELECT run.id FROM run
     WHERE run.id = ? AND EXISTS (SELECT 1 FROM webhook WHERE webhook.account_id = run.account_id)`,
    runId,
  );
}

/** The one that ended first. */
export function nextEndedRun(db: Reader): EndedRun | null {
  return db.get<EndedRun>('SELECT sequence, run_id AS runId FROM ended_run ORDER BY sequence LIMIT 1') ?? null;
}

export function removeEndedRun(db: Writer, sequence: number): void {
  db.run('DELETE FROM ended_run WHERE sequence = ?', sequence);
}
