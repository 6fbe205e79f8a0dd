import * as z from 'zod/mini';
import type { SourceKind } from '../source-kind.ts';

const LARGEST_SEED = 999_999_999;

export const demo: SourceKind = {
  id: 'demo',
  group: 'trial',
  texts: {
    name: { en: 'Demo bank', de: 'Demo-Bank' },
    title: { en: 'Demo bank', de: 'Demo-Bank' },
    about: {
      en: 'Made-up transactions, to try Pennyrow out. No account needed.',
      de: 'Erfundene Umsätze, um Pennyrow auszuprobieren. Dafür brauchen Sie nirgends ein Konto.',
    },
    guide: {
      what: {
        en: 'The demo bank makes up a year of a person’s everyday life. Remove its rows at any time by undoing its syncs.',
        de: 'Die Demo-Bank erfindet ein Jahr aus dem Alltag eines Menschen. Ihre Zeilen werden Sie wieder los, indem Sie die Abgleiche zurücknehmen.',
      },
    },
    command: {
      description: 'the demo bank: made-up transactions, to try Pennyrow out',
      examples: ['pennyrow connection add demo'],
    },
  },
  form: [
    {
      id: 'seed',
      type: 'number',
      isOptional: true,
      isForCommandLine: true,
      label: { en: 'Seed', de: 'Startwert' },
      range: [0, LARGEST_SEED],
      command: { help: "another number is another person's bank", value: 'number' },
    },
  ],
  settings: z.strictObject({ seed: z.optional(z.int()) }),
  access: null,
  hosts: [],
  links: [],
  helpPage: 'README.md',
  open: async ({ settings: { seed } }) =>
    (await import('./demo-bank.ts')).createDemoBank(typeof seed === 'number' ? { seed } : {}),
};
