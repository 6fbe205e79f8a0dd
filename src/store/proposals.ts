import type { Instant } from '../core/calendar-date.ts';
import { parseStored } from './damage.ts';
import type { Reader, Writer } from './database.ts';

/** 'failed' from the moment on at which the changes begin to be written, until all of them are. */
export type ProposalState = 'open' | 'applied' | 'failed' | 'rejected';

/** Changes that an agent proposed, as a person is shown them; `Changes` is control's. */
export interface Proposal<Changes> {
  readonly id: string;
  readonly accountId: string;
  readonly proposedAt: Instant;
  readonly client: string | null;
  readonly tokenId: string | null;
  readonly reason: string;
  readonly changes: Changes;
  readonly state: ProposalState;
  readonly decidedAt: Instant | null;
  /** Ids of the runs that wrote them. */
  readonly runs: readonly string[];
}

interface ProposalRow {
  id: string;
  account_id: string;
  proposed_at: string;
  client: string | null;
  token_id: string | null;
  reason: string;
  changes: string;
  state: ProposalState;
  decided_at: string | null;
  runs: string;
}

/** Newest first. */
export function listProposals<Changes>(db: Reader, accountId: string, limit: number): Proposal<Changes>[] {
  return db
    .all<ProposalRow>(
      'SELECT * FROM proposal WHERE account_id = ? ORDER BY proposed_at DESC, id DESC LIMIT ?',
      accountId,
      limit,
    )
    .map((row) => toProposal<Changes>(row));
}

export function findProposal<Changes>(db: Reader, id: string): Proposal<Changes> | null {
  const row = db.get<ProposalRow>('SELECT * FROM proposal WHERE id = ?', id);
  return row === undefined ? null : toProposal(row);
}

export function countOpenProposals(db: Reader, accountId: string): number {
  return (
    db.get<{ count: number }>(
      `SELECT count(*) AS count FROM proposal WHERE account_id = ? AND state = 'open'`,
      accountId,
    )?.count ?? 0
  );
}

export function addProposal<Changes>(
  db: Writer,
  proposal: Omit<Proposal<Changes>, 'state' | 'decidedAt' | 'runs'>,
): void {
  db.run(
    `INSERT INTO proposal (id, account_id, proposed_at, client, token_id, reason, changes, state, runs)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'open', '[]')`,
    proposal.id,
    proposal.accountId,
    proposal.proposedAt,
    proposal.client,
    proposal.tokenId,
    proposal.reason,
    JSON.stringify(proposal.changes),
  );
}

/** False when it was decided before: of two who decide at once, one does. */
export function decideProposal(db: Writer, id: string, state: 'failed' | 'rejected', at: Instant): boolean {
  return db.run(`UPDATE proposal SET state = ?, decided_at = ? WHERE id = ? AND state = 'open'`, state, at, id) === 1;
}

export function saveProposalRuns(db: Writer, id: string, runs: readonly string[], isDone: boolean): void {
  db.run(
    'UPDATE proposal SET runs = ?, state = ? WHERE id = ?',
    JSON.stringify(runs),
    isDone ? 'applied' : 'failed',
    id,
  );
}

function toProposal<Changes>(row: ProposalRow): Proposal<Changes> {
  return {
    id: row.id,
    accountId: row.account_id,
    proposedAt: row.proposed_at as Instant,
    client: row.client,
    tokenId: row.token_id,
    reason: row.reason,
    changes: parseStored<Changes>('proposed changes', row.changes),
    state: row.state,
    decidedAt: row.decided_at as Instant | null,
    runs: parseStored<string[]>('the runs of proposed changes', row.runs),
  };
}
