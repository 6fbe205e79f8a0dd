import * as z from 'zod/mini';
import type { SourceKind } from '../../../src/sources/source-kind.ts';

/** A bank that only this test adds, without the shared code in `sources/service` for banks with a JSON API. */
export const sampleBank: SourceKind = {
  id: 'sample-bank',
  group: 'bank',
  form: [
    { id: 'apiKey', type: 'text', isSecret: true, placeholder: 'key' },
    { id: 'branch', type: 'number', range: [1, 65_535], placeholder: 'number' },
  ],
  examples: ['pennyrow connection add sample-bank --branch 7'],
  settings: z.strictObject({ branch: z.int().check(z.gte(1)) }),
  access: {
    secret: z.strictObject({ apiKey: z.string().check(z.minLength(1)) }),
    allowance: { perDay: 100, reserved: 10, past: 50 },
  },
  hosts: ['localhost'],
  links: [],
  helpPage: 'README.md',
  open: async (context) => (await import('./sample-source.ts')).createSampleSource(context),
};
