import type { FormField } from '../../core/kind-form.ts';
import type { WorkbookKind } from '../workbook-kind.ts';

const path: FormField = {
  id: 'path',
  type: 'path',
  label: { en: 'Full path of the file', de: 'Vollständiger Pfad der Datei' },
  example: { en: '/home/ada/Documents/Money.xlsx', de: '/home/ada/Dokumente/Geld.xlsx' },
  missing: { en: 'Give the full path of the file.', de: 'Geben Sie den vollständigen Pfad der Datei an.' },
  command: { help: 'the workbook', value: 'file' },
};

export const xlsx: WorkbookKind = {
  id: 'xlsx',
  isDefault: true,
  texts: {
    title: { en: 'A file on this computer', de: 'Datei auf diesem Rechner' },
    name: { en: 'File on this computer', de: 'Datei auf diesem Rechner' },
    disconnecting: {
      en: 'The file stays where it is, with all that is in it. Pennyrow no longer writes to it, and syncs wait until another workbook is connected.',
      de: 'Die Datei bleibt mit allem, was darin steht, wo sie ist. Pennyrow schreibt nicht mehr hinein, und Abgleiche warten, bis wieder eine Tabelle verbunden ist.',
    },
    removing: {
      en: 'the spreadsheet {name} with all its rows, and its backups',
      de: 'die Tabelle {name} mit allen Zeilen, und ihre Sicherungen',
    },
    command: { description: '', examples: [] },
  },
  ways: [
    {
      id: 'create',
      label: { en: 'Make a new file', de: 'Neue Datei anlegen' },
      fields: [
        {
          ...path,
          label: { en: 'Where to put the new file', de: 'Wohin die neue Datei soll' },
          about: {
            en: 'Pennyrow makes an .xlsx file with its own layout. It never writes over a file that is there.',
            de: 'Pennyrow legt eine .xlsx-Datei mit seinem eigenen Aufbau an. Eine vorhandene Datei wird nie überschrieben.',
          },
          command: { help: 'where to put it', value: 'file' },
        },
      ],
      submit: { en: 'Make it', de: 'Anlegen' },
      makesNew: true,
      command: {
        verb: 'create',
        help: 'make a new .xlsx file and use it; never writes over a file',
        examples: ['pennyrow workbook create ~/Documents/Money.xlsx'],
      },
    },
    {
      id: 'connect',
      label: { en: 'Use a file that I have', de: 'Vorhandene Datei verwenden' },
      fields: [
        {
          ...path,
          about: {
            en: 'An .xlsx file: its columns are recognised, or you say which is which. Nothing that is in it is changed.',
            de: 'Eine .xlsx-Datei: Ihre Spalten werden erkannt, oder Sie sagen, welche welche ist. Was darin steht, bleibt, wie es ist.',
          },
        },
      ],
      submit: { en: 'Connect it', de: 'Verbinden' },
      command: {
        verb: 'connect',
        help: 'use an existing .xlsx file: its columns are recognised, and nothing in it is changed',
        examples: ['pennyrow workbook connect ~/Documents/Budget.xlsx'],
      },
    },
  ],
  registration: null,
  links: [],
  pages: [],
  helpPage: 'workbook.md',
  start: async (context) => (await import('./xlsx-connector.ts')).createXlsxConnector(context),
};
