import * as z from 'zod/mini';
import type { SourceKind } from '../../../src/sources/source-kind.ts';

/** A bank with a key, as a maintainer would add one: this folder, and a line in `src/sources/kinds.ts`. */
export const sampleBank: SourceKind = {
  id: 'sample-bank',
  group: 'bank',
  texts: {
    name: { en: 'Sample Bank', de: 'Musterbank' },
    title: { en: 'Sample Bank by key', de: 'Musterbank mit Schlüssel' },
    about: { en: 'Your accounts at Sample Bank.', de: 'Ihre Konten bei der Musterbank.' },
    guide: {
      what: {
        en: 'Sample Bank gives out keys that only read.',
        de: 'Die Musterbank gibt Schlüssel aus, die nur lesen.',
      },
      steps: [{ en: 'Make a key in its app.', de: 'Legen Sie in der App einen Schlüssel an.' }],
    },
    removal: { en: 'The key stays good at Sample Bank.', de: 'Der Schlüssel gilt bei der Musterbank weiter.' },
    command: {
      description: 'accounts at Sample Bank, with a key from its app',
      examples: ['pennyrow connection add sample-bank --branch 7'],
    },
  },
  form: [
    {
      id: 'apiKey',
      type: 'text',
      isSecret: true,
      label: { en: 'Key', de: 'Schlüssel' },
      missing: { en: 'Paste the key.', de: 'Fügen Sie den Schlüssel ein.' },
      command: { help: 'the key', value: 'key', question: 'Key of Sample Bank' },
    },
    {
      id: 'branch',
      type: 'number',
      label: { en: 'Branch', de: 'Filiale' },
      range: [1, 65_535],
      missing: { en: 'Give the number of your branch.', de: 'Geben Sie die Nummer Ihrer Filiale an.' },
      command: { help: 'the number of your branch', value: 'number' },
    },
  ],
  settings: z.strictObject({ branch: z.int().check(z.gte(1)) }),
  access: {
    secret: z.strictObject({ apiKey: z.string().check(z.minLength(1)) }),
    allowance: { perDay: 100, reserved: 10, past: 50 },
    reachesBack: false,
  },
  hosts: ['localhost'],
  links: [],
  helpPage: 'README.md',
  open: async (context) => (await import('./sample-source.ts')).createSampleSource(context),
};
