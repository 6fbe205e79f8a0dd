import type { WorkbookKind } from '../../../src/workbooks/workbook-kind.ts';

/** A spreadsheet service, as a maintainer would add one: this folder, and a line in `src/workbooks/kinds.ts`. */
export const sampleBook: WorkbookKind = {
  id: 'sample-book',
  texts: {
    title: { en: 'Sample Sheets', de: 'Musterblätter' },
    name: { en: 'Sample sheet', de: 'Musterblatt' },
    provider: 'Sample Sheets',
    disconnecting: { en: 'The sheet stays on its shelf.', de: 'Das Blatt bleibt im Regal.' },
    removing: { en: 'the sheet “{name}” on its shelf', de: 'das Blatt „{name}“ im Regal' },
    versions: { en: 'Sample Sheets keeps versions itself.', de: 'Musterblätter bewahren Fassungen selbst auf.' },
    command: {
      description: 'use a sheet of Sample Sheets',
      examples: ['pennyrow workbook connect sample-book --shelf ~/shelf'],
    },
  },
  ways: [
    {
      id: 'open',
      label: { en: 'By its shelf', de: 'Über sein Regal' },
      fields: [
        {
          id: 'shelf',
          type: 'folder',
          label: { en: 'Shelf', de: 'Regal' },
          missing: { en: 'Give the shelf.', de: 'Geben Sie das Regal an.' },
          command: { help: 'the folder that the sheet is in', value: 'folder' },
        },
        {
          id: 'title',
          type: 'text',
          longest: 50,
          label: { en: 'Title', de: 'Titel' },
          missing: { en: 'Give the title.', de: 'Geben Sie den Titel an.' },
          command: { help: 'what the sheet is called', value: 'title' },
        },
      ],
      submit: { en: 'Open the sheet', de: 'Blatt öffnen' },
      command: { help: '' },
    },
  ],
  registration: null,
  links: ['sample.example'],
  pages: ['https://sample.example/'],
  helpPage: 'README.md',
  start: async () => (await import('./sample-connector.ts')).createSampleConnector(),
};
