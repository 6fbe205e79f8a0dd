import type { WorkbookKind, RegistrationForm, WorkbookWay } from '../workbook-kind.ts';
import { readEnvironment } from './api/environment.ts';
import { problem } from '../../messages/problem.ts';

const registration: RegistrationForm = {
  ways: [
    { fields: [{ id: 'file', type: 'file', isSecret: true, placeholder: 'file' }] },
    {
      fields: [
        { id: 'id', type: 'text', placeholder: 'id' },
        { id: 'secret', type: 'text', isSecret: true, placeholder: 'secret' },
      ],
    },
  ],
  command: 'google-client',
  examples: [
    'pennyrow workbook google-client set ~/Downloads/client_secret.json',
    'pennyrow workbook google-client set --id 1234.apps.googleusercontent.com --secret GOCSPX-…',
  ],
  missing: problem('input_google_client', { reason: 'incomplete' }),
  missingForDemo: problem('input_google_client', { reason: 'demo' }),
};

const ways: readonly WorkbookWay[] = [
  {
    id: 'new',
    fields: [{ id: 'title', type: 'text', isOptional: true, longest: 200, placeholder: 'title' }],
    asksInBrowser: true,
    makesNew: true,
  },
  { id: 'existing', fields: [], asksInBrowser: true },
  { id: 'reconnect', fields: [], asksInBrowser: true, reconnects: true },
  {
    id: 'serviceAccount',
    fields: [
      { id: 'serviceAccount', type: 'file', isSecret: true, placeholder: 'file' },
      { id: 'spreadsheet', type: 'text', placeholder: 'link' },
    ],
  },
];

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
