import type { webhookProcedures } from '../contract/control/webhooks.ts';
import { join } from 'node:path';
import { procedures, type ProcedureName } from '../contract/control/index.ts';
import type { ControlEvent } from '../contract/control/events.ts';
import type { UploadedFile } from '../contract/control/statements.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError, toPennyrowError } from '../platform/errors.ts';
import { createSourceConsents } from './connections/source-consents.ts';
import { checkInput, type Announce, type Caller, type Handlers } from './handler.ts';
import type { Collaborators } from './collaborators.ts';
import { accountHandlers } from './handlers/accounts.ts';
import { agentHandlers } from './handlers/agents.ts';
import { balanceHandlers } from './handlers/balances.ts';
import { backupHandlers } from './handlers/backups.ts';
import { connectionAccessHandlers } from './handlers/connection-access.ts';
import { connectionHandlers, type ConnectionHandlerCollaborators } from './handlers/connections.ts';
import { deletedHandlers, runHandlers } from './handlers/runs.ts';
import { diagnosticsHandlers } from './handlers/diagnostics.ts';
import { connectingHandlers } from './handlers/connecting.ts';
import { folderHandlers, type FolderCollaborators } from './handlers/folders.ts';
import { kindHandlers } from './handlers/kinds.ts';
import { previewHandlers } from './handlers/previews.ts';
import { proposalHandlers } from './handlers/proposals.ts';
import { ruleHandlers } from './handlers/rules.ts';
import { scheduleHandlers } from './handlers/schedule.ts';
import { serviceHandlers, type ServiceCollaborators } from './handlers/service.ts';
import { sessionHandlers } from './handlers/sessions.ts';
import { statementHandlers, type StatementCollaborators } from './handlers/statements.ts';
import { suggestionHandlers } from './handlers/suggestions.ts';
import { tokenHandlers } from './handlers/tokens.ts';
import { transactionHandlers } from './handlers/transactions.ts';
import { welcomeHandlers } from './handlers/welcome.ts';
import { workbookHandlers, type WorkbookHandlerCollaborators } from './handlers/workbook.ts';
import { createPathGuard, type PathCollaborators } from './path-guard.ts';
import { createMirrorRows } from './transactions/mirror-rows.ts';
import type { SyncEvents } from '../sync/runs/events.ts';
import { createUploads } from './uploads.ts';

/** The procedures of webhooks, which their room implements. */
export interface WebhookProcedures {
  readonly handlers: Handlers<keyof typeof webhookProcedures>;
  onChange(listener: (accountId: string) => void): void;
}

/** The procedures of the dashboard and the command line, and the events for them. */
export interface Control {
  /**
   * Checks the input and calls the procedure. Throws PennyrowError input_unknown_procedure, input_invalid, and what
   * the procedure throws.
   */
  call(name: string, input: unknown, signal: AbortSignal, caller: Caller): Promise<unknown>;
  /** Stores a statement file that a page uploads, for procedures that take a path. */
  receive(name: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<UploadedFile>;
  /** Lets pages name a path that the user chose in a system dialog. */
  allowPath(path: string): void;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (event: ControlEvent) => void): () => void;
}

export interface OwnControl extends Control {
  /** Deletes uploads; ignores other paths. */
  discard(paths: readonly string[]): Promise<void>;
}

type ControlOptions = Omit<AllCollaborators, 'announce'>;

type AllCollaborators = Collaborators &
  ConnectionHandlerCollaborators &
  FolderCollaborators &
  PathCollaborators &
  ServiceCollaborators &
  StatementCollaborators &
  WorkbookHandlerCollaborators & {
    readonly syncEvents: SyncEvents;
    readonly webhooks: WebhookProcedures;
    /** Throws if another data folder has taken the place of the one that this process opened. */
    requireFolder(): void;
    /** Logs unexpected failures. The caller learns only that there was one. */
    report(failure: unknown): void;
  };

export function createControl(options: ControlOptions): OwnControl {
  const listeners = new Set<(event: ControlEvent) => void>();
  const emit = (event: ControlEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const announce: Announce = (what, accountId) => emit({ type: 'changed', what, accountId });
  const deps: AllCollaborators = { ...options, announce };
  deps.syncEvents.on('run', (run) => emit({ type: 'run', run }));
  deps.syncEvents.on('progress', (progress) => emit({ type: 'progress', progress }));
  deps.syncEvents.on('mirror', ({ accountId }) => emit({ type: 'mirror', accountId }));
  deps.syncEvents.on('waiting', ({ notice }) => emit({ type: 'waiting', notice }));
  deps.syncEvents.on('workbook', ({ accountId }) => announce('workbook', accountId));
  deps.syncEvents.on('connections', ({ accountId }) => announce('connections', accountId));
  deps.webhooks.onChange((accountId) => announce('webhooks', accountId));
  deps.schedules.events.on('schedule', ({ accountId }) => announce('schedule', accountId));
  const uploadFolder = join(deps.about.dataFolder, 'uploads');
  const uploads = createUploads({ folder: uploadFolder, clock: deps.clock });
  const paths = createPathGuard(deps, uploadFolder);
  const rows = createMirrorRows(deps.store, deps.sync);
  const rules = ruleHandlers(deps, rows);
  const sourceConsents = createSourceConsents(deps);
  const handlers: Handlers = {
    ...accountHandlers(deps),
    ...agentHandlers(deps),
    ...tokenHandlers(deps),
    ...connectionHandlers(deps, sourceConsents),
    ...connectionAccessHandlers(deps),
    ...kindHandlers(deps),
    ...folderHandlers(deps),
    ...workbookHandlers(deps),
    ...transactionHandlers(deps, rows),
    ...balanceHandlers(deps),
    ...connectingHandlers(deps, sourceConsents),
    ...scheduleHandlers(deps),
    ...runHandlers(deps, uploads),
    ...previewHandlers(deps),
    ...rules,
    ...proposalHandlers(deps, rows, rules),
    ...suggestionHandlers(deps, rows),
    ...deletedHandlers(deps),
    ...statementHandlers(deps, uploads),
    ...serviceHandlers(deps),
    ...sessionHandlers(deps),
    ...backupHandlers(deps),
    ...diagnosticsHandlers(deps),
    ...welcomeHandlers(deps),
    ...deps.webhooks.handlers,
  };
  return {
    call: async (name, input, signal, caller) => {
      if (!isProcedure(name)) throw new PennyrowError(problem('input_unknown_procedure', { procedure: name }));
      deps.requireFolder();
      const { input: schema } = procedures[name];
      const checked = checkInput(name, schema, input);
      try {
        await paths.check(schema, checked, caller);
        return await (handlers[name] as UntypedHandler)(checked, signal, caller);
      } catch (thrown) {
        if (toPennyrowError(thrown).code === 'internal_error') deps.report(thrown);
        throw thrown;
      }
    },
    receive: uploads.receive,
    allowPath: paths.allow,
    discard: uploads.discard,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type UntypedHandler = (input: unknown, signal: AbortSignal, caller: Caller) => unknown;

function isProcedure(name: string): name is ProcedureName {
  return Object.hasOwn(procedures, name);
}
