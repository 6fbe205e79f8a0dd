import type { Report } from '../../messages/parameters.ts';
import type * as z from 'zod/mini';
import { accountProcedures } from './accounts.ts';
import { agentProcedures } from './agents.ts';
import { balanceProcedures } from './balances.ts';
import { backupProcedures } from './backups.ts';
import { accessProcedures, consentProcedures, connectionProcedures } from './connections.ts';
import { deletedProcedures, transactionProcedures } from './transactions.ts';
import { diagnosticsProcedures } from './diagnostics.ts';
import { folderProcedures } from './folders.ts';
import { kindProcedures } from './kinds.ts';
import type { Procedure } from './procedure.ts';
import { previewProcedures } from './previews.ts';
import { proposalProcedures } from './proposals.ts';
import { ruleProcedures } from './rules.ts';
import { runProcedures } from './runs.ts';
import { scheduleProcedures } from './schedule.ts';
import { serviceProcedures } from './service.ts';
import { sessionProcedures } from './sessions.ts';
import { statementProcedures } from './statements.ts';
import { suggestionProcedures } from './suggestions.ts';
import { tokenProcedures } from './tokens.ts';
import { welcomeProcedures } from './welcome.ts';
import { webhookProcedures } from './webhooks.ts';
import { workbookProcedures } from './workbook.ts';

export const procedures = {
  ...accountProcedures,
  ...agentProcedures,
  ...tokenProcedures,
  ...connectionProcedures,
  ...accessProcedures,
  ...kindProcedures,
  ...folderProcedures,
  ...workbookProcedures,
  ...transactionProcedures,
  ...balanceProcedures,
  ...consentProcedures,
  ...scheduleProcedures,
  ...runProcedures,
  ...previewProcedures,
  ...ruleProcedures,
  ...proposalProcedures,
  ...suggestionProcedures,
  ...deletedProcedures,
  ...statementProcedures,
  ...serviceProcedures,
  ...sessionProcedures,
  ...backupProcedures,
  ...diagnosticsProcedures,
  ...welcomeProcedures,
  ...webhookProcedures,
};

export type ProcedureName = keyof typeof procedures;

export type Input<Name extends ProcedureName> = z.infer<(typeof procedures)[Name]['input']>;

export type Output<Name extends ProcedureName> =
  (typeof procedures)[Name] extends Procedure<z.ZodMiniType, infer Result> ? Result : never;

export type ControlProblem = Report;

export interface ControlClient {
  /** Rejects with a PennyrowError. */
  call<Name extends ProcedureName>(name: Name, input: Input<Name>): Promise<Output<Name>>;
}
