import { listKinds } from '../../core/kind-form.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkbookPlace } from '../../contract/control/workbook.ts';
import { DEMO_RULES } from '../../core/demo-rules.ts';
import type { ServiceConfig } from '../../platform/config.ts';
import { textsAt } from '../../messages/kind-texts.ts';
import { PennyrowError } from '../../platform/errors.ts';
import type { SourceKind } from '../../sources/source-kind.ts';
import * as WORKBOOK_KINDS from '../../workbooks/kinds.ts';
import type { WorkbookKind } from '../../workbooks/workbook-kind.ts';
import { followConsent } from '../follow-consent.ts';
import { formValuesFrom, type GivenOptions } from '../kind-form.ts';
import type { OpenControl } from '../open-control.ts';
import { text, workbookTexts } from '../speech.ts';

export interface WorkbookOptions extends GivenOptions {
  readonly browser?: boolean;
  readonly json?: boolean;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

const KINDS: readonly WorkbookKind[] = listKinds(WORKBOOK_KINDS);

/** Kinds that the demo writes to when their option is given; without one, to a file. */
export const DEMO_KINDS = KINDS.filter(({ demoExample }) => demoExample !== undefined);

export function chosenKind(options: GivenOptions): WorkbookKind | undefined {
  return DEMO_KINDS.find(({ id }) => options[id] !== undefined);
}

/** Gives the account a new workbook with rules in it. Returns the exit code when Ctrl-C comes first, else null. */
export async function makeDemoWorkbook(
  control: OpenControl,
  { id: accountId, name: accountName }: Named,
  { dataFolder }: ServiceConfig,
  options: WorkbookOptions,
): Promise<number | null> {
  const kind = chosenKind(options) ?? KINDS.find(({ isDefault }) => isDefault === true);
  const way = kind?.ways.find(({ makesNew }) => makesNew === true);
  if (kind === undefined || way === undefined) throw new Error('No kind of workbook makes a new one.');
  const title = way.asksInBrowser === true ? 'Pennyrow demo' : join(dataFolder, 'Demo.xlsx');
  const settings = formValuesFrom(way.fields, { [way.fields[0]?.id ?? '']: title });
  const filled = { kind: kind.id, way: way.id, settings, rules: DEMO_RULES };
  if (way.asksInBrowser !== true) {
    await control.call('workbook.connect', { accountId, ...filled });
    return null;
  }
  await register(control, kind, options[kind.id]);
  const { interruptedBy } = await followConsent(control, {
    begin: () => control.call('workbook.begin', { accountId, ...filled }),
    wait: (consentId) => control.call('consent.wait', { consentId }),
    accountName,
    question: textsAt(workbookTexts(kind.id).ways, way.id).question ?? '',
    pasting: text().consent.elsewhere,
    opensBrowser: options.browser !== false,
    json: options.json === true,
  });
  return interruptedBy;
}

/** The folder is a new one, so what was set for the person's own does not count here. `file`: true for what the environment names. */
async function register(control: OpenControl, { id: kind, registration }: WorkbookKind, file: unknown): Promise<void> {
  if (registration === null) return;
  const [field] = registration.ways[0]?.fields ?? [];
  if (typeof file === 'string' && field !== undefined)
    await control.call('registration.set', { kind, given: { [field.id]: readFileSync(file, 'utf8') } });
  if ((await control.call('registration.get', { kind })) !== null) return;
  throw new PennyrowError(registration.missingForDemo);
}

/** Where a person finds it: a path, or an address that is the stand-in's when one is in the service's place. */
export function whereItIs(place: WorkbookPlace, { environment }: ServiceConfig): string {
  if ('path' in place) return place.path;
  const standIn = KINDS.find(({ id }) => id === place.kind)?.standIn?.(environment) ?? null;
  return standIn === null ? place.url : `${standIn}${new URL(place.url).pathname}`;
}

/** The kind of source that makes things up. */
export async function trialKind(): Promise<string> {
  const SOURCE_KINDS = await import('../../sources/kinds.ts');
  const kind = listKinds<SourceKind>(SOURCE_KINDS).find(({ group }) => group === 'trial');
  if (kind === undefined) throw new Error('No kind of source makes things up.');
  return kind.id;
}
