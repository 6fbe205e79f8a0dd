import { problem } from '../../messages/problem.ts';
import type { RegistrationForm } from '../workbook-kind.ts';

/** The OAuth client: who asks Google. */
export const registration: RegistrationForm = {
  ways: [
    {
      fields: [
        {
          id: 'file',
          type: 'file',
          isSecret: true,
          label: { en: 'The downloaded JSON file', de: 'Die heruntergeladene JSON-Datei' },
          about: { en: 'It stays on this computer, encrypted.', de: 'Sie bleibt verschlüsselt auf diesem Rechner.' },
          command: { help: 'the JSON file that the Google Cloud console offers for download', value: 'file' },
        },
      ],
    },
    {
      fields: [
        {
          id: 'id',
          type: 'text',
          label: { en: 'Client id', de: 'Client-ID' },
          command: { help: 'the id, instead of the file', value: 'id' },
        },
        {
          id: 'secret',
          type: 'text',
          isSecret: true,
          label: { en: 'Client secret', de: 'Clientschlüssel' },
          command: { help: 'the secret, instead of the file', value: 'secret' },
        },
      ],
    },
  ],
  guide: {
    title: { en: 'Your own access to Google', de: 'Ihr eigener Zugang zu Google' },
    what: {
      en: 'To talk to Google, Pennyrow needs an OAuth client of your own. Making one takes a few minutes and costs nothing; the guide “Google Sheets” (docs/guide/google-sheets.md) shows each step.',
      de: 'Um mit Google zu sprechen, braucht Pennyrow einen eigenen OAuth-Client von Ihnen. Ihn anzulegen dauert ein paar Minuten und kostet nichts; die Anleitung „Google Sheets“ (docs/guide/google-sheets.md) zeigt jeden Schritt.',
    },
    steps: [
      {
        en: 'Open console.cloud.google.com, make a project, and switch on the Google Sheets API and the Google Drive API.',
        de: 'Öffnen Sie console.cloud.google.com, legen Sie ein Projekt an und schalten Sie die Google Sheets API und die Google Drive API ein.',
      },
      {
        en: 'Set up the consent screen, and publish it: in testing mode every permission ends after a week.',
        de: 'Richten Sie den Zustimmungsbildschirm ein und veröffentlichen Sie ihn: Im Testmodus endet jede Erlaubnis nach einer Woche.',
      },
      {
        en: 'Make an OAuth client of the type “Desktop app” and download its JSON file.',
        de: 'Legen Sie einen OAuth-Client vom Typ „Desktop-App“ an und laden Sie seine JSON-Datei herunter.',
      },
    ],
  },
  name: { en: 'OAuth client: {name}', de: 'OAuth-Client: {name}' },
  change: { en: 'Use another client', de: 'Anderen Client verwenden' },
  fromEnvironment: {
    en: 'It is given by the environment of the service.',
    de: 'Er ist durch die Umgebung des Dienstes vorgegeben.',
  },
  command: {
    name: 'google-client',
    description: 'the OAuth client that Pennyrow asks Google with; PENNYROW_GOOGLE_CLIENT_ID and _SECRET win over it',
    set: 'enter your own client, of the kind “Desktop app”; its secret is kept encrypted',
    examples: [
      'pennyrow workbook google-client set ~/Downloads/client_secret.json',
      'pennyrow workbook google-client set --id 1234.apps.googleusercontent.com --secret GOCSPX-…',
    ],
    shown: 'OAuth client  {name}',
    none: 'There is no OAuth client. docs/guide/google-sheets.md shows how to make one.',
    entered: 'Connect a spreadsheet with `pennyrow workbook connect google`.',
    removing: 'forget it; spreadsheets that are connected go on',
    removed: 'Pennyrow has no OAuth client of yours now. Spreadsheets that are connected go on.',
    missing: problem('input_google_client', { reason: 'incomplete' }),
    demo: problem('input_google_client', { reason: 'demo' }),
  },
};
