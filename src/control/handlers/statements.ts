import type { FileToInspect, InspectionOptions } from '../../sources/source-kind.ts';
import type { StatementInspection, CsvMapping } from '../../core/csv-mapping.ts';
import { isAbsolute } from 'node:path';
import { toInstant } from '../../core/calendar-date.ts';
import { createError } from '../../platform/errors.ts';
import { findCsvMapping, listCsvMappings, removeCsvMapping, saveCsvMapping } from '../../store/statement-files.ts';
import type { Collaborators } from '../collaborators.ts';
import type { Handlers } from '../handler.ts';
import type { Uploads } from '../uploads.ts';

export interface StatementCollaborators extends Collaborators {
  inspectStatement(accountId: string, file: FileToInspect, options: InspectionOptions): Promise<StatementInspection>;
}

export function statementHandlers(deps: StatementCollaborators, uploads: Uploads): Handlers<'statements'> {
  const { store, clock } = deps;
  return {
    'statement.inspect': ({ accountId, path, content, name, answers, mapping }) => {
      const reading = { answers, mapping };
      if (mapping !== undefined) requirePlaces(mapping);
      if (path !== undefined && content === undefined) {
        if (!isAbsolute(path)) throw createError('input_path', { path });
        uploads.requireKept(path);
        return deps.inspectStatement(accountId, { path }, reading);
      }
      if (content === undefined || path !== undefined) {
        const reason = content === undefined ? 'missing' : 'misplaced';
        throw createError('input_invalid', { reason, field: 'path', issues: '' });
      }
      return deps.inspectStatement(
        accountId,
        { name: name ?? 'statement', bytes: Buffer.from(content, 'base64') },
        reading,
      );
    },
    'statement.discard': async ({ paths }) => {
      await uploads.discard(paths);
      return null;
    },
    'csvMapping.list': ({ accountId }) => listCsvMappings(store, accountId),
    'csvMapping.save': ({ accountId, fingerprint, mapping }) => {
      requirePlaces(mapping);
      const saved = {
        fingerprint,
        mapping: withSameAccount(mapping, findCsvMapping(store, accountId, fingerprint)),
        savedAt: toInstant(clock.now()),
      };
      saveCsvMapping(store, accountId, saved);
      deps.announce('mappings', accountId);
      return saved;
    },
    'csvMapping.remove': ({ accountId, fingerprint }) => {
      if (!removeCsvMapping(store, accountId, fingerprint)) throw createError('input_mapping', { fingerprint });
      deps.announce('mappings', accountId);
      return null;
    },
  };
}

/** Keeps the account id if the user only renames the account, because existing rows contain that id. */
function withSameAccount(mapping: CsvMapping, before: CsvMapping | null): CsvMapping {
  if (mapping.account.kind !== 'named' || before?.account.kind !== 'named') return mapping;
  const isByName = before.account.id.startsWith('csv:') && mapping.account.id.startsWith('csv:');
  return isByName ? { ...mapping, account: { ...mapping.account, id: before.account.id } } : mapping;
}

function requirePlaces(mapping: CsvMapping): void {
  const { amount, currency, account, status } = mapping;
  const places = [
    mapping.date,
    ...(amount.kind === 'two'
      ? [amount.out, amount.in]
      : amount.kind === 'marked'
        ? [amount.column, amount.mark]
        : [amount.column]),
    ...('column' in currency ? [currency.column] : []),
    ...(account.kind === 'column' ? [account.column] : []),
    ...(status === null ? [] : [status.column]),
    ...[mapping.fee, mapping.kind, mapping.id].filter((place) => place !== null),
    ...mapping.description,
  ];
  if (places.every((place) => place < mapping.columns.length)) return;
  throw createError('input_mapping', { fingerprint: null });
}
