import type { WorkbookKind } from '../workbook-kind.ts';
import { readEnvironment } from './environment.ts';
import { registration } from './registration-form.ts';
import { ways } from './ways.ts';

export const google: WorkbookKind = {
  id: 'google',
  provider: 'Google',
  ways,
  registration,
  links: ['docs.google.com', 'accounts.google.com', 'console.cloud.google.com'],
  permissions: 'https://myaccount.google.com/permissions',
  examples: [
    'pennyrow workbook connect google',
    'pennyrow workbook connect google --new "Household"',
    'pennyrow workbook connect google --existing --account Household',
    'pennyrow workbook connect google --reconnect',
    'pennyrow workbook connect google --service-account key.json --spreadsheet https://docs.google.com/spreadsheets/d/…',
  ],
  demoExample: 'pennyrow demo --google ~/Downloads/client_secret.json',
  pages: ['https://docs.google.com/spreadsheets/'],
  helpPage: 'google-sheets.md',
  standIn: (environment) => readEnvironment(environment).standIn,
  start: async (context) => (await import('./google-connector.ts')).createGoogleConnector(context),
};
