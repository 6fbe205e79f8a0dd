import type { WorkbookKind } from '../workbook-kind.ts';
import { readEnvironment } from './environment.ts';
import { registration } from './registration-form.ts';
import { texts } from './texts.ts';
import { ways } from './ways.ts';

export const google: WorkbookKind = {
  id: 'google',
  texts,
  ways,
  registration,
  links: ['docs.google.com', 'accounts.google.com', 'console.cloud.google.com'],
  pages: ['https://docs.google.com/spreadsheets/'],
  helpPage: 'google-sheets.md',
  standIn: (environment) => readEnvironment(environment).standIn,
  start: async (context) => (await import('./google-connector.ts')).createGoogleConnector(context),
};
