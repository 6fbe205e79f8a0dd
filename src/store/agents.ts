import type { Instant } from '../core/calendar-date.ts';
import type { Report } from '../messages/parameters.ts';
import type { Reader, Writer } from './database.ts';
import { insertRow, parseStored, tableOf } from './table.ts';

export interface AgentCall {
  readonly id: number;
  readonly at: Instant;
  readonly client: string | null;
  readonly tokenId: string | null;
  readonly tokenName: string | null;
  readonly tool: string;
  readonly input: string;
  readonly problem: Report | null;
}

/** The number of calls kept per account: several weeks of daily use. */
const CALLS_KEPT = 2000;

export function addAgentCall(
  db: Writer,
  accountId: string,
  call: Omit<AgentCall, 'id' | 'tokenName'>,
  limit: number = CALLS_KEPT,
): void {
  db.transaction(() => {
    const { at, client, tokenId, tool, input, problem } = call;
    insertRow(db, 'agent_call', { accountId, at, client, tokenId, tool, input, problem });
    db.run(
      `DELETE FROM agent_call WHERE account_id = ? AND id <=
         (SELECT id FROM agent_call WHERE account_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
      accountId,
      accountId,
      limit,
    );
  });
}

export function listAgentCalls(
  db: Reader,
  accountId: string,
  { limit, before = Number.MAX_SAFE_INTEGER }: { readonly limit: number; readonly before?: number | undefined },
): AgentCall[] {
  return db
    .all<Omit<AgentCall, 'problem'> & { readonly problem: string | null }>(
      `SELECT agent_call.id, at, client, token_id AS tokenId, token.name AS tokenName, tool, input, problem
       FROM agent_call LEFT JOIN token ON token.id = token_id
       WHERE agent_call.account_id = ? AND agent_call.id < ? ORDER BY agent_call.id DESC LIMIT ?`,
      accountId,
      before,
      limit,
    )
    .map((row) => ({
      ...row,
      problem: row.problem === null ? null : parseStored<Report>('an agent’s call', row.problem),
    }));
}

/** An accepted proposal is `failed` until all its changes are written, so that a crash leaves it in this state. */
type ProposalState = 'open' | 'applied' | 'failed' | 'rejected';

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
  readonly runs: readonly string[];
}

const PROPOSALS = tableOf<Proposal<unknown>>(
  'proposal',
  'id account_id proposed_at client token_id reason changes state decided_at runs',
  { json: { changes: 'proposed changes', runs: 'the runs of proposed changes' } },
);

export function listProposals<Changes>(db: Reader, accountId: string, limit: number): Proposal<Changes>[] {
  const rest = 'WHERE account_id = ? ORDER BY proposed_at DESC, id DESC LIMIT ?';
  return PROPOSALS.list(db, rest, accountId, limit) as Proposal<Changes>[];
}

export function findProposal<Changes>(db: Reader, id: string): Proposal<Changes> | null {
  return PROPOSALS.find(db, 'WHERE id = ?', id) as Proposal<Changes> | null;
}

export function countOpenProposals(db: Reader, accountId: string): number {
  return db.value<number>(`SELECT count(*) FROM proposal WHERE account_id = ? AND state = 'open'`, accountId) ?? 0;
}

export function addProposal<Changes>(
  db: Writer,
  proposal: Omit<Proposal<Changes>, 'state' | 'decidedAt' | 'runs'>,
): void {
  const { id, accountId, proposedAt, client, tokenId, reason } = proposal;
  const changes = JSON.stringify(proposal.changes);
  insertRow(db, 'proposal', { id, accountId, proposedAt, client, tokenId, reason, changes, state: 'open', runs: [] });
}

/** False if the proposal was already decided, so that only one of two concurrent decisions succeeds. */
export function decideProposal(db: Writer, id: string, state: 'failed' | 'rejected', at: Instant): boolean {
  return db.run(`UPDATE proposal SET state = ?, decided_at = ? WHERE id = ? AND state = 'open'`, state, at, id) === 1;
}

export function saveProposalRuns(db: Writer, id: string, runs: readonly string[], isDone: boolean): void {
  const sql = 'UPDATE proposal SET runs = ?, state = ? WHERE id = ?';
  db.run(sql, JSON.stringify(runs), isDone ? 'applied' : 'failed', id);
}
