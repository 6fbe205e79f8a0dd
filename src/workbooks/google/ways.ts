import type { WorkbookWay } from '../workbook-kind.ts';

const submit = { en: 'Continue with Google', de: 'Weiter mit Google' };

export const ways: readonly WorkbookWay[] = [
  {
    id: 'new',
    label: { en: 'Make a new spreadsheet', de: 'Neue Tabelle anlegen' },
    about: {
      en: 'Google asks you for permission in a new tab. Pennyrow then sees only this one spreadsheet.',
      de: 'Google fragt Sie in einem neuen Tab um Erlaubnis. Pennyrow sieht dann nur diese eine Tabelle.',
    },
    fields: [
      {
        id: 'title',
        type: 'text',
        isOptional: true,
        // Google's own limit for names is far higher.
        longest: 200,
        label: { en: 'Title of the new spreadsheet', de: 'Name der neuen Tabelle' },
        example: { en: 'Pennyrow: {account}', de: 'Pennyrow: {account}' },
        command: { help: 'its title', value: 'title' },
      },
    ],
    submit,
    asksInBrowser: true,
    makesNew: true,
    question: 'Google asks whether Pennyrow may use the spreadsheet that it is about to make, and no other.',
    command: { help: 'let Pennyrow make a new spreadsheet (this is what happens without an option)' },
  },
  {
    id: 'existing',
    label: { en: 'Use a spreadsheet that I have', de: 'Vorhandene Tabelle verwenden' },
    about: {
      en: 'Google asks you in a new tab which spreadsheet it shall be. Pennyrow then sees only that one.',
      de: 'Google fragt Sie in einem neuen Tab, welche Tabelle es sein soll. Pennyrow sieht dann nur diese eine.',
    },
    fields: [],
    submit,
    asksInBrowser: true,
    question: 'Google asks which spreadsheet Pennyrow may use, and sees to it that it is no other.',
    command: { help: 'pick one of your spreadsheets on the page in the browser' },
  },
  {
    id: 'reconnect',
    label: { en: 'Connect again', de: 'Wieder verbinden' },
    fields: [],
    submit,
    asksInBrowser: true,
    reconnects: true,
    question:
      'Google asks anew for the permission to use the same spreadsheet. Columns, rows and everything else stay as they are.',
    command: { help: 'give the permission for the same spreadsheet anew; everything else stays' },
  },
  {
    id: 'serviceAccount',
    label: { en: 'With a service account (for servers)', de: 'Mit einem Dienstkonto (für Server)' },
    fields: [
      {
        id: 'serviceAccount',
        type: 'file',
        isSecret: true,
        label: { en: 'Key of the service account (JSON file)', de: 'Schlüssel des Dienstkontos (JSON-Datei)' },
        about: {
          en: 'Share the spreadsheet with the address of the service account, as an editor, before you connect it.',
          de: 'Geben Sie die Tabelle vor dem Verbinden für die Adresse des Dienstkontos frei, mit dem Recht zu bearbeiten.',
        },
        missing: { en: 'Choose the key file.', de: 'Wählen Sie die Schlüsseldatei.' },
        command: { help: 'its key', value: 'file' },
      },
      {
        id: 'spreadsheet',
        type: 'text',
        label: { en: 'Link to the spreadsheet', de: 'Link zur Tabelle' },
        example: {
          en: 'https://docs.google.com/spreadsheets/d/…',
          de: 'https://docs.google.com/spreadsheets/d/…',
        },
        missing: { en: 'Paste the link to the spreadsheet.', de: 'Fügen Sie den Link zur Tabelle ein.' },
        command: { help: 'with --service-account: the link or the id of the spreadsheet', value: 'link' },
      },
    ],
    submit: { en: 'Connect it', de: 'Verbinden' },
    command: { help: 'without a browser: the JSON key of a service account that the spreadsheet is shared with' },
  },
];
