import type { Report } from '../../messages/parameters.ts';
import type * as z from 'zod/mini';
import { accountProcedures } from './accounts.ts';
import { agentProcedures } from './agents.ts';
import { balanceProcedures } from './balances.ts';
import { backupProcedures } from './backups.ts';
import { accessProcedures, consentProcedures, connectionProcedures } from './connections.ts';
import { deletedProcedures, transactionProcedures } from './transactions.ts';
import { diagnosticsProcedures } from './diagnostics.ts';
import { kindProcedures } from './kinds.ts';
import type { Procedure } from './procedure.ts';
import { previewProcedures } from './previews.ts';
import { proposalProcedures } from './proposals.ts';
import { ruleProcedures } from './rules.ts';
import { runProcedures } from './runs.ts';
import { scheduleProcedures } from './schedule.ts';
import { serviceProcedures } from './service.ts';
import { statementProcedures } from './statements.ts';
import { suggestionProcedures } from './suggestions.ts';
import { tokenProcedures } from './tokens.ts';
import { welcomeProcedures } from './welcome.ts';
import { webhookProcedures } from './webhooks.ts';
import { connectingProcedures, workbookProcedures } from './workbook.ts';

/** The service loads the code of a group with the first call of one of its procedures. */
export const procedureGroups = {
  accounts: accountProcedures,
  agents: agentProcedures,
  tokens: tokenProcedures,
  connections: connectionProcedures,
  kinds: kindProcedures,
  workbook: workbookProcedures,
  connecting: { ...connectingProcedures, ...consentProcedures, ...accessProcedures },
  transactions: transactionProcedures,
  balances: balanceProcedures,
  schedule: scheduleProcedures,
  runs: { ...runProcedures, ...deletedProcedures },
  previews: previewProcedures,
  rules: ruleProcedures,
  proposals: proposalProcedures,
  suggestions: suggestionProcedures,
  statements: statementProcedures,
  service: serviceProcedures,
  backups: backupProcedures,
  diagnostics: diagnosticsProcedures,
  welcome: welcomeProcedures,
  webhooks: webhookProcedures,
};

type Groups = typeof procedureGroups;

type AllOf<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

export const procedures: AllOf<Groups[keyof Groups]> = Object.assign({}, ...Object.values(procedureGroups));

export type ProcedureName = keyof typeof procedures;

export type Input<Name extends ProcedureName> = z.infer<(typeof procedures)[Name]['input']>;

export type Output<Name extends ProcedureName> =
  (typeof procedures)[Name] extends Procedure<z.ZodMiniType, infer Result> ? Result : never;

export type ControlProblem = Report;

export interface ControlClient {
  /** Rejects with a PennyrowError. */
  call<Name extends ProcedureName>(name: Name, input: Input<Name>): Promise<Output<Name>>;
}
