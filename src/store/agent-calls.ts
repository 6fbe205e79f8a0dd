import type { Instant } from '../core/calendar-date.ts';
import type { Report } from '../messages/parameters.ts';
import { parseStored } from './damage.ts';
import type { Reader, Writer } from './database.ts';

/** One call of a tool by an agent. */
export interface AgentCall {
  readonly id: number;
  readonly at: Instant;
  /** The program, as it named itself; null where it did not. */
  readonly client: string | null;
  /** Null for a program that the person's own machine started. */
  readonly tokenId: string | null;
  /** Null where the token is gone. */
  readonly tokenName: string | null;
  readonly tool: string;
  /** What the tool was called with; the beginning of it, as JSON. */
  readonly input: string;
  /** Why it was refused; null where it was answered. */
  readonly problem: Report | null;
}

interface CallRow {
  id: number;
  at: string;
  client: string | null;
  token_id: string | null;
  token_name: string | null;
  tool: string;
  input: string;
  problem: string | null;
}

/** Of each account: weeks of an agent that is asked daily, and a file that does not grow for ever. */
const CALLS_KEPT = 2000;

export function addAgentCall(
  db: Writer,
  accountId: string,
  call: Omit<AgentCall, 'id' | 'tokenName'>,
  kept: number = CALLS_KEPT,
): void {
  db.transaction(() => {
    db.run(
      'INSERT INTO agent_call (account_id, at, client, token_id, tool, input, problem) VALUES (?, ?, ?, ?, ?, ?, ?)',
      accountId,
      call.at,
      call.client,
      call.tokenId,
      call.tool,
      call.input,
      call.problem === null ? null : JSON.stringify(call.problem),
    );
    db.run(
      `DELETE FROM agent_call WHERE account_id = ? AND id <=
         (SELECT id FROM agent_call WHERE account_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
      accountId,
      accountId,
      kept,
    );
  });
}

/** Newest first; `before` is the id of the last one of the page before. */
export function listAgentCalls(
  db: Reader,
  accountId: string,
  { limit, before = Number.MAX_SAFE_INTEGER }: { readonly limit: number; readonly before?: number | undefined },
): AgentCall[] {
  return db
    .all<CallRow>(
      `SELECT agent_call.id, at, client, token_id, token.name AS token_name, tool, input, problem
       FROM agent_call LEFT JOIN token ON token.id = token_id
       WHERE agent_call.account_id = ? AND agent_call.id < ? ORDER BY agent_call.id DESC LIMIT ?`,
      accountId,
      before,
      limit,
    )
    .map((row) => ({
      id: row.id,
      at: row.at as Instant,
      client: row.client,
      tokenId: row.token_id,
      tokenName: row.token_name,
      tool: row.tool,
      input: row.input,
      problem: row.problem === null ? null : parseStored<Report>('an agent’s call', row.problem),
    }));
}
