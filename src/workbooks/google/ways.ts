import type { WorkbookWay } from '../workbook-kind.ts';

export const ways: readonly WorkbookWay[] = [
  {
    id: 'new',
    // Google's own limit for names is far higher.
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
