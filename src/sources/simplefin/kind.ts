import * as z from 'zod/mini';
import type { SourceKind } from '../source-kind.ts';
import { texts } from './texts.ts';

/** As it was copied: white space and padding do not matter. Claimed once, and never kept. */
const setupToken = z.string().check(z.minLength(1), z.maxLength(10_000, 'a setup token is much shorter'));

export const simplefin: SourceKind = {
  id: 'simplefin',
  group: 'bank',
  texts,
  form: [
    {
      id: 'setupToken',
      type: 'text',
      isSecret: true,
      label: { en: 'Setup token', de: 'Einrichtungscode (Setup Token)' },
      about: {
        en: 'A long line of letters and digits. It is shown as dots, used at once, and never kept.',
        de: 'Eine lange Zeile aus Buchstaben und Ziffern. Sie wird als Punkte gezeigt, sofort verbraucht und nie aufbewahrt.',
      },
      missing: { en: 'Paste the setup token.', de: 'Fügen Sie den Einrichtungscode ein.' },
      command: {
        help: 'the setup token',
        value: 'token',
        question: 'Setup token from your SimpleFIN provider',
      },
    },
  ],
  settings: z.strictObject({}),
  access: {
    secret: z.strictObject({ setupToken }),
    /**
     * The public Bridge asks for at most 24 requests a day for one access and may disable it beyond that (its developer
     * guide). A few are left for the person who looks after something, and half of them by days of the past.
     */
    allowance: { perDay: 24, reserved: 4, past: 12 },
    reachesBack: true,
    anyway: 'save an access URL, given instead of a token, even if it does not work now',
    authorise: async ({ setupToken: pasted = '' }, options) =>
      (await import('./authorise.ts')).authorise(pasted, options),
  },
  // Anyone may run a server.
  hosts: 'named-by-secret',
  links: ['bridge.simplefin.org', 'beta-bridge.simplefin.org'],
  helpPage: 'simplefin.md',
  open: async ({ secret, settings, ...context }) =>
    (await import('./simplefin-source.ts')).createSimplefinSource({
      ...context,
      accessUrl: secret,
      remembered: settings,
    }),
};
