import type { FormField } from '../../core/kind-form.ts';
import type { WorkbookKind } from '../workbook-kind.ts';

const fields: readonly FormField[] = [{ id: 'path', type: 'path', placeholder: 'file' }];

export const xlsx: WorkbookKind = {
  id: 'xlsx',
  isDefault: true,
  ways: [
    {
      id: 'create',
      fields,
      makesNew: true,
      verb: { name: 'create', examples: ['pennyrow workbook create ~/Documents/Money.xlsx'] },
    },
    {
      id: 'connect',
      fields,
      verb: { name: 'connect', examples: ['pennyrow workbook connect ~/Documents/Budget.xlsx'] },
    },
  ],
  examples: [],
  registration: null,
  links: [],
  pages: [],
  helpPage: 'workbook.md',
  start: async (context) => (await import('./xlsx-connector.ts')).createXlsxConnector(context),
};
