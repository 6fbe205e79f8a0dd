import type { WorkbookTexts } from '../workbook-kind.ts';

export const texts: WorkbookTexts = {
  title: { en: 'Google Sheets', de: 'Google Tabellen' },
  name: { en: 'Google spreadsheet', de: 'Google-Tabelle' },
  provider: 'Google',
  how: { en: 'How should Pennyrow get in?', de: 'Wie soll Pennyrow hineinkommen?' },
  disconnecting: {
    en: 'The spreadsheet stays in your Google Drive, with all that is in it. Pennyrow gives its permission back to Google and no longer writes to it; syncs wait until another workbook is connected.',
    de: 'Die Tabelle bleibt mit allem, was darin steht, in Ihrem Google Drive. Pennyrow gibt seine Erlaubnis an Google zurück und schreibt nicht mehr hinein; Abgleiche warten, bis wieder eine Tabelle verbunden ist.',
  },
  removing: {
    en: 'the spreadsheet “{name}” at Google with all its rows; Pennyrow gives its permission back',
    de: 'die Tabelle „{name}“ bei Google mit allen Zeilen; Pennyrow gibt seine Erlaubnis zurück',
  },
  versions: {
    en: 'Your spreadsheet is at Google, which keeps its versions itself: see “Version history” in the menu “File” there.',
    de: 'Ihre Tabelle liegt bei Google, das selbst Fassungen aufbewahrt: siehe dort „Versionsverlauf“ im Menü „Datei“.',
  },
  ending: {
    dashboard: {
      en: 'Your OAuth client is in testing mode: Google ends this permission on {until} by itself. Publish the app in Google’s console (Audience › Publish app), then connect once more.',
      de: 'Ihr OAuth-Client ist im Testmodus: Google beendet diese Erlaubnis am {until} von selbst. Veröffentlichen Sie die App in Googles Konsole (Zielgruppe › App veröffentlichen) und verbinden Sie dann noch einmal.',
    },
    command:
      'The OAuth client is in testing mode, so that Google ends this permission on {until}. To keep it: in the Google Cloud console, under Audience, publish the app ' +
      '(for this permission Google asks for no review), then run `pennyrow workbook connect google --reconnect`.',
  },
  permissions: 'https://myaccount.google.com/permissions',
  command: {
    description: 'use a spreadsheet at Google: asks for your permission in the browser, for this one spreadsheet only',
    examples: [
      'pennyrow workbook connect google',
      'pennyrow workbook connect google --new "Household"',
      'pennyrow workbook connect google --existing --account Household',
      'pennyrow workbook connect google --reconnect',
      'pennyrow workbook connect google --service-account key.json --spreadsheet https://docs.google.com/spreadsheets/d/…',
    ],
    demo: {
      help: 'a new spreadsheet at Google instead of a file; asks Google with the OAuth client of this JSON file, or with that of the environment',
      notice:
        'The new spreadsheet stays at Google until you delete it there, the permission until you remove it at https://myaccount.google.com/permissions.',
      example: 'pennyrow demo --google ~/Downloads/client_secret.json',
    },
  },
};
