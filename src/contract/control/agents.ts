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
  /** Name that the program gave itself; null if it gave none. */
  readonly client: string | null;
  readonly token: { readonly id: string; readonly name: string | null } | null;
  readonly tool: string;
  readonly input: string;
  readonly problem: Report | null;
}

const problem = z.custom<Report>((given) => reported.safeParse(given).success);
const reported = z.looseObject({ code: z.string(), message: z.string(), remedy: z.nullable(z.string()) });

export const agentProcedures = {
  /** Newest first; `before` is the last id of the page before. */
  'agent.calls': procedure<readonly AgentCallView[]>()({
    accountId,
    limit: z.optional(z.int().check(z.gte(1), z.lte(500))),
    before: z.optional(z.int().check(z.gte(1))),
  }),
  /** Records a call of a tool, before the agent receives the result. */
  'agent.record': procedure<null>()({
    accountId,
    tokenId,
    client,
    tool: z.string().check(z.maxLength(100)),
    input: z.string().check(z.maxLength(500)),
    problem: z.nullable(problem),
  }),
  /** Uses one sync of the hourly and daily limits. Throws `agent_limit` if scripts and agents have used up all syncs. */
  'agent.mayAskBanks': procedure<null>()({ accountId }),
  /** Uses one sync of the limits, like `agent.mayAskBanks`. */
  'agent.sync': procedure<StartedRun>()({ accountId }),
  'agent.undo': procedure<StartedRun>()({ accountId, runId: z.string().check(z.minLength(1)) }),
};
