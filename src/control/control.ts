import { join } from 'node:path';
import { procedureGroups } from '../contract/control/index.ts';
import type { ControlEvent } from '../contract/control/events.ts';
import type { UploadedFile } from '../contract/control/statements.ts';
import { createError, toPennyrowError } from '../platform/errors.ts';
import { shareAttempt } from '../platform/share-attempt.ts';
import { type Announce, type Caller, checkInput, type Handlers } from './handler.ts';
import type { ConnectionHandlerCollaborators } from './handlers/connections.ts';
import type { FolderCollaborators } from './handlers/kinds.ts';
import type { ServiceCollaborators } from './handlers/service.ts';
import type { StatementCollaborators } from './handlers/statements.ts';
import type { WorkbookHandlerCollaborators } from './handlers/workbook.ts';
import { createPathGuard, type PathCollaborators } from './path-guard.ts';
import type { SyncEvents } from '../sync/runs/events.ts';
import { createUploads } from './uploads.ts';
import { requireAccount } from '../store/accounts.ts';

export interface WebhookProcedures {
  handlers(): Promise<Handlers<'webhooks'>>;
  onChange(listener: (accountId: string) => void): void;
}

export interface Control {
  /** Throws `input_unknown_procedure`, `input_invalid`, or the error of the procedure. */
  call(name: string, input: unknown, signal: AbortSignal, caller: Caller): Promise<unknown>;
  receive(name: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<UploadedFile>;
  /** Allows pages to use this path, because the user chose it in a system dialog. */
  allowPath(path: string): void;
  subscribe(listener: (event: ControlEvent) => void): () => void;
}

export interface OwnControl extends Control {
  /** Deletes uploaded files. Ignores paths outside the upload folder. */
  discard(paths: readonly string[]): Promise<void>;
}

type ControlOptions = Omit<AllCollaborators, 'announce'>;

type AllCollaborators = ConnectionHandlerCollaborators &
  FolderCollaborators &
  PathCollaborators &
  ServiceCollaborators &
  StatementCollaborators &
  WorkbookHandlerCollaborators & {
    readonly syncEvents: SyncEvents;
    readonly webhooks: WebhookProcedures;
    /** Throws if the data folder that this process opened was removed or replaced. */
    requireFolder(): void;
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
  const rows = shareAttempt(async () =>
    (await import('./transactions/mirror-rows.ts')).createMirrorRows(deps.store, deps.sync),
  );
  const previews = shareAttempt(async () => (await import('./runs/kept-previews.ts')).createKeptPreviews(deps.newId));
  const consents = shareAttempt(async () =>
    (await import('./connections/source-consents.ts')).createSourceConsents(deps),
  );
  const rules = shareAttempt(async () => (await import('./handlers/rules.ts')).ruleHandlers(deps, await rows()));
  const load: GroupLoaders = {
    accounts: async () => (await import('./handlers/accounts.ts')).accountHandlers(deps),
    agents: async () => (await import('./handlers/agents.ts')).agentHandlers(deps),
    tokens: async () => (await import('./handlers/tokens.ts')).tokenHandlers(deps),
    connections: async () => (await import('./handlers/connections.ts')).connectionHandlers(deps, await consents()),
    kinds: async () => (await import('./handlers/kinds.ts')).kindHandlers(deps),
    workbook: async () => (await import('./handlers/workbook.ts')).workbookHandlers(deps),
    connecting: async () => (await import('./handlers/connecting.ts')).connectingHandlers(deps, await consents()),
    transactions: async () => (await import('./handlers/transactions.ts')).transactionHandlers(deps, await rows()),
    balances: async () => (await import('./handlers/balances.ts')).balanceHandlers(deps),
    schedule: async () => (await import('./handlers/schedule.ts')).scheduleHandlers(deps),
    runs: async () => (await import('./handlers/runs.ts')).runHandlers(deps, uploads, await previews()),
    previews: async () =>
      (await import('./handlers/previews.ts')).previewHandlers(deps, await rows(), await previews()),
    rules,
    proposals: async () =>
      (await import('./handlers/proposals.ts')).proposalHandlers(deps, await rows(), await rules()),
    suggestions: async () => (await import('./handlers/suggestions.ts')).suggestionHandlers(deps, await rows()),
    statements: async () => (await import('./handlers/statements.ts')).statementHandlers(deps, uploads),
    service: async () => (await import('./handlers/service.ts')).serviceHandlers(deps),
    backups: async () => (await import('./handlers/backups.ts')).backupHandlers(deps),
    diagnostics: async () => (await import('./handlers/diagnostics.ts')).diagnosticsHandlers(deps),
    welcome: async () => (await import('./handlers/welcome.ts')).welcomeHandlers(deps),
    webhooks: deps.webhooks.handlers,
  };
  const procedureByName = new Map(
    Object.entries(procedureGroups).flatMap(([group, members]) => {
      const handlers = shareAttempt<object>(load[group as keyof GroupLoaders]);
      return Object.entries(members).map(([name, { input }]) => [name, { input, handlers }] as const);
    }),
  );
  return {
    call: async (name, input, signal, caller) => {
      const procedure = procedureByName.get(name);
      if (procedure === undefined) throw createError('input_unknown_procedure', { procedure: name });
      deps.requireFolder();
      const checked = checkInput(name, procedure.input, input);
      try {
        await paths.check(procedure.input, checked, caller);
        if (hasAccount(checked)) requireAccount(deps.store, checked.accountId);
        const handlers = (await procedure.handlers()) as Readonly<Record<string, UntypedHandler>>;
        return await handlers[name]?.(checked, signal, caller);
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

type GroupLoaders = {
  readonly [Group in keyof typeof procedureGroups]: () => Promise<Handlers<Group>>;
};

type UntypedHandler = (input: unknown, signal: AbortSignal, caller: Caller) => unknown;

function hasAccount(input: unknown): input is { readonly accountId: string } {
  return typeof input === 'object' && input !== null && 'accountId' in input && typeof input.accountId === 'string';
}
