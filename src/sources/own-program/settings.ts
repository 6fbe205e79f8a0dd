import * as z from 'zod/mini';

/** What Pennyrow itself tells the program begins with PENNYROW_. */
const NAME = '(?!PENNYROW_)[A-Za-z_][A-Za-z0-9_]{0,99}';

const argument = z.string().check(z.maxLength(4096), z.regex(/^[^\0]*$/));
const name = z.string().check(z.regex(new RegExp(`^${NAME}$`), 'a name has letters, digits and _ alone'));

export const programSettings = z.strictObject({
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

export type ProgramSettings = z.infer<typeof programSettings>;

/** By the names among the settings. */
export const programSecrets = z.record(
  name,
  z.string().check(z.minLength(1), z.maxLength(10_000), z.regex(/^[^\0]*$/)),
);
