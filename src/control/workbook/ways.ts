import type { Input } from '../../contract/control/index.ts';
import type { FormField, FormValues } from '../../contract/control/kinds.ts';
import { createError, type PennyrowError } from '../../platform/errors.ts';
import type { Account } from '../../store/accounts.ts';
import type { WayInput } from '../../workbooks/workbook-kind.ts';
import type { Collaborators, StartedWorkbookKind } from '../collaborators.ts';

export type FilledWay = Omit<Input<'workbook.begin'>, 'accountId'>;

export function chooseWay(
  deps: Collaborators,
  { id, name, timeZone, workbook }: Pick<Account, 'id' | 'name' | 'timeZone' | 'workbook'>,
  { kind: kindId, way: wayId, settings = {}, secret = {}, isDemo = false }: FilledWay,
) {
  const started = requireWorkbookKind(deps, kindId);
  const way = started.kind.ways.find(({ id }) => id === wayId);
  if (way === undefined) throw invalid('way', wayId);
  requireFilled(way.fields, settings, secret);
  const given: WayInput = { settings, secret, isDemo, account: { id, name, timeZone, workbook } };
  return { ...started, way, given };
}

export function requireWorkbookKind({ workbooks }: Collaborators, id: string): StartedWorkbookKind {
  const started = workbooks.kinds.find(({ kind }) => kind.id === id);
  if (started === undefined) throw invalid('kind', id);
  return started;
}

/** The maximum length of a field in characters, far more than any field needs. */
const LONGEST = 20_000;

function requireFilled(fields: readonly FormField[], settings: FormValues, secret: FormValues): void {
  for (const { id, isSecret = false, isOptional = false, longest = LONGEST } of fields) {
    const value = (isSecret ? secret : settings)[id];
    if (value === undefined ? !isOptional : value === '') throw invalid('missing', id);
    if (value !== undefined && value.length > longest) throw invalid('length', id);
  }
  for (const [part, isSecret] of [
    [settings, false],
    [secret, true],
  ] as const) {
    for (const id of Object.keys(part))
      if (!fields.some((field) => field.id === id && (field.isSecret ?? false) === isSecret))
        throw invalid('misplaced', id);
  }
}

function invalid(reason: 'kind' | 'length' | 'misplaced' | 'missing' | 'way', field: string): PennyrowError {
  return createError('input_invalid', { reason, field, issues: '' });
}
