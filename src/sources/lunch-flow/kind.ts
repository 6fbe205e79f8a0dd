import * as z from 'zod/mini';
import type { SourceKind } from '../source-kind.ts';

export const lunchFlow: SourceKind = {
  id: 'lunch-flow',
  group: 'bank',
  form: [{ id: 'key', type: 'text', isSecret: true, placeholder: 'key' }],
  guideLink: 'https://www.lunchflow.app/destinations',
  examples: ['pennyrow connection add lunch-flow', 'pennyrow connection add lunch-flow < key.txt'],
  settings: z.strictObject({}),
  access: {
    secret: z.strictObject({ key: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) }),
    // Lunch Flow documents no limit. A sync takes one request, plus two per account.
    allowance: { perDay: 500, reserved: 50, past: 500 },
  },
  hosts: ['www.lunchflow.app'],
  links: ['www.lunchflow.app'],
  open: async (context) => (await import('./protocol.ts')).createLunchFlowSource(context),
};
