import * as z from 'zod/mini';
import type { SourceKind } from '../source-kind.ts';
import { checkProgram } from './check-program.ts';

/** What Pennyrow itself tells the program begins with PENNYROW_. */
const NAME = '(?!PENNYROW_)[A-Za-z_][A-Za-z0-9_]{0,99}';

const argument = z.string().check(z.maxLength(4096), z.regex(/^[^\0]*$/));
const name = z.string().check(z.regex(new RegExp(`^${NAME}$`), 'a name has letters, digits and _ alone'));

const settings = z.strictObject({
  /** The program by its full path, and its arguments. */
  command: z.array(argument).check(z.minLength(1), z.maxLength(100)),
  /** Where it runs; the home folder when left out. */
  runIn: z.optional(z.string()),
  /** NAME=value. */
  variable: z.optional(z.array(argument.check(z.regex(new RegExp(`^${NAME}=`), 'give it as NAME=value')))),
  /** Of the secrets, which are in the vault. */
  secretName: z.optional(z.array(name)),
  /** In seconds. */
  timeLimit: z.optional(z.int().check(z.gte(1), z.lte(3600))),
});

export type ProgramSettings = z.infer<typeof settings>;

/** A program that the person wrote or installed, and that prints what a bank told it: docs/guide/own-program.md. */
export const ownProgram: SourceKind = {
  id: 'own-program',
  group: 'bank',
  form: [
    { id: 'command', type: 'command', isForCommandLine: true, placeholder: 'command' },
    { id: 'runIn', type: 'folder', isForCommandLine: true, isOptional: true, placeholder: 'folder' },
    { id: 'variable', type: 'list', isForCommandLine: true, isOptional: true, placeholder: 'NAME=value' },
    { id: 'secretName', type: 'list', isForCommandLine: true, isOptional: true, placeholder: 'NAME' },
    {
      id: 'timeLimit',
      type: 'number',
      isForCommandLine: true,
      isOptional: true,
      range: [1, 3600],
      placeholder: 'seconds',
    },
    { id: 'secret', type: 'text', isSecret: true, oneFor: 'secretName' },
  ],
  examples: [
    'pennyrow connection add own-program -- ~/bank.py',
    'pennyrow connection add own-program --secret-name BANK_PIN --name "My bank" -- ~/bank.py --all',
  ],
  settings,
  isSetInTerminal: true,
  access: {
    secret: z.record(name, z.string().check(z.minLength(1), z.maxLength(10_000), z.regex(/^[^\0]*$/))),
    // What the bank behind it allows, the program knows and says (exit code 75).
    allowance: { perDay: 1000, reserved: 100, past: 1000 },
    reachesBack: false,
    savesAnyway: true,
  },
  hosts: [],
  links: [],
  helpPage: 'own-program.md',
  check: (given) => checkProgram(given as ProgramSettings),
  open: async (context) => (await import('./program-source.ts')).createProgramSource(context),
};
