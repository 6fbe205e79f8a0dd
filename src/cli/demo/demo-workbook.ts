import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkbookPlace } from '../../contract/control/workbook.ts';
import type { ServiceConfig } from '../../platform/config.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { followConsent } from '../follow-consent.ts';
import type { OpenControl } from '../open-control.ts';
import { DEMO_RULES } from '../../core/demo-rules.ts';

export interface WorkbookOptions {
  /** The file of an OAuth client; true: the one that the environment names. Absent for a local workbook. */
  readonly google?: string | true;
  readonly browser: boolean;
  readonly json?: boolean;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Gives the account a new workbook with rules in it. Returns the exit code when Ctrl-C comes first, else null. */
export async function makeDemoWorkbook(
  control: OpenControl,
  { id: accountId, name: accountName }: Named,
  { dataFolder }: ServiceConfig,
  options: WorkbookOptions,
): Promise<number | null> {
  if (options.google === undefined) {
    await control.call('workbook.create', { accountId, path: join(dataFolder, 'Demo.xlsx'), rules: DEMO_RULES });
    return null;
  }
  if (options.google !== true) await control.call('google.setClient', { file: readFileSync(options.google, 'utf8') });
  if ((await control.call('google.client', {})) === null) throw noClient();
  const { interruptedBy } = await followConsent(control, {
    accountId,
    accountName,
    target: { kind: 'new', title: 'Pennyrow demo', rules: DEMO_RULES },
    opensBrowser: options.browser,
    json: options.json === true,
  });
  return interruptedBy;
}

/** Where a person finds it: a path, or an address that is the stand-in's when one is in Google's place. */
export function whereItIs(place: WorkbookPlace, { google }: ServiceConfig): string {
  if (place.kind === 'xlsx') return place.path;
  return google.url === null ? place.url : `${google.url}${new URL(place.url).pathname}`;
}

/** The folder is a new one, so what was set for the person's own does not count here. */
function noClient(): PennyrowError {
  return new PennyrowError(
    'input_google_client',
    'The demo has no OAuth client to ask Google with.',
    'Give the file of yours: `pennyrow demo --google client_secret.json`. docs/guide/google-sheets.md shows how to make one. `npm run demo:google` shows all of it without an account at Google.',
  );
}
