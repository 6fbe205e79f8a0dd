import type { WorkbookKind } from '../../../src/workbooks/workbook-kind.ts';

/** A spreadsheet service, added as a maintainer would: with this folder and a line in `src/workbooks/kinds.ts`. */
export const sampleBook: WorkbookKind = {
  id: 'sample-book',
  provider: 'Sample Sheets',
  ways: [
    {
      id: 'open',
      fields: [
        { id: 'shelf', type: 'folder', placeholder: 'folder' },
        { id: 'title', type: 'text', longest: 50, placeholder: 'title' },
      ],
    },
  ],
  examples: ['pennyrow workbook connect sample-book --shelf ~/shelf'],
  registration: null,
  links: ['sample.example'],
  pages: ['https://sample.example/'],
  helpPage: 'README.md',
  start: async () => (await import('./sample-connector.ts')).createSampleConnector(),
};
