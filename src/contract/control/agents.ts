import * as z from 'zod/mini';
import { oneLine } from '../../core/one-line.ts';
import type { Report } from '../../messages/parameters.ts';
import { accountId } from './accounts.ts';
import { procedure } from './procedure.ts';
import type { StartedRun } from './runs.ts';

export const client = z.nullable(
  z.string().check(
    z.overwrite((text) => oneLine(text, 200)),
    z.minLength(1),
  ),
);
export const tokenId = z.nullable(z.string().check(z.maxLength(100)));

export interface AgentCallView {
  readonly id: number;
  readonly at: string;
  /** The agent program's name for itself; null if it states none. */
  readonly client: string | null;
  readonly token: { readonly id: string; readonly name: string | null } | null;
  readonly tool: string;
  readonly input: string;
  readonly problem: Report | null;
}

const problem = z.custom<Report>((given) => reported.safeParse(given).success);
const reported = z.looseObject({ code: z.string(), message: z.string(), remedy: z.nullable(z.string()) });

export const agentProcedures = {
  /** Newest first; `before` is the last id of the previous page. */
  'agent.calls': procedure<readonly AgentCallView[]>()({
    accountId,
    limit: z.optional(z.int().check(z.gte(1), z.lte(500))),
    before: z.optional(z.int().check(z.gte(1))),
  }),
  /** Called by the MCP server for each tool call, before the agent receives the result. */
  'agent.record': procedure<null>()({
    accountId,
    tokenId,
    client,
    tool: z.string().check(z.maxLength(100)),
    input: z.string().check(z.maxLength(500)),
    problem: z.nullable(problem),
  }),
  /** Counts as one sync toward the hourly and daily limits. Throws `agent_limit` if scripts and agents have reached a limit. */
  'agent.mayAskBanks': procedure<null>()({ accountId }),
  /** Counts as one sync toward the limits, like `agent.mayAskBanks`. */
  'agent.sync': procedure<StartedRun>()({ accountId }),
  'agent.undo': procedure<StartedRun>()({ accountId, runId: z.string().check(z.minLength(1)) }),
};
