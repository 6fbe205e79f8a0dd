import * as z from 'zod/mini';
import type { SourceKind } from '../source-kind.ts';

const LARGEST_SEED = 999_999_999;

export const demo: SourceKind = {
  id: 'demo',
  group: 'trial',
  form: [
    {
      id: 'seed',
      type: 'number',
      isOptional: true,
      isForCommandLine: true,
      range: [0, LARGEST_SEED],
      placeholder: 'number',
    },
  ],
  examples: ['pennyrow connection add demo'],
  settings: z.strictObject({ seed: z.optional(z.int()) }),
  access: null,
  hosts: [],
  links: [],
  helpPage: 'README.md',
  open: async ({ settings: { seed } }) =>
    (await import('./demo-bank.ts')).createDemoBank(typeof seed === 'number' ? { seed } : {}),
};
