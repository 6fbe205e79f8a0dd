import * as z from 'zod/mini';
import { CSV_ENCODINGS, type CsvMapping, type StatementInspection } from '../../core/csv-mapping.ts';
import { accountId } from './accounts.ts';
import { localPath, procedure } from './procedure.ts';

export type * from '../../core/csv-mapping.ts';
export { CSV_ENCODINGS };

const column = z.int().check(z.gte(0), z.lt(1000));
const text = z.string().check(z.maxLength(200));
const words = z.readonly(z.array(text).check(z.maxLength(50)));
const delimiter = z.enum([',', ';', '\t', '|']);
const encoding = z.enum(CSV_ENCODINGS);
const dateOrder = z.enum(['ymd', 'dmy', 'mdy']);
const decimalMark = z.enum(['.', ',']);

const namedAccount = z.strictObject({
  kind: z.literal('named'),
  id: text,
  name: text.check(z.minLength(1)),
  lastDigits: z.nullable(text),
});

const currencyCode = text.check(z.minLength(1), z.maxLength(12));

const csvMapping = z.strictObject({
  encoding: z.nullable(encoding),
  delimiter,
  columns: z.readonly(z.array(z.string()).check(z.minLength(1), z.maxLength(1000))),
  hasHeader: z.boolean(),
  date: column,
  dateOrder,
  amount: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('signed'),
      column,
      inverted: z.boolean(),
      marksIncome: z.optional(z.boolean()),
    }),
    z.strictObject({
      kind: z.literal('two'),
      out: column,
      in: column,
      outIsNegative: z.nullable(z.boolean()),
      inIsNegative: z.optional(z.nullable(z.boolean())),
      ignoresSigns: z.optional(z.boolean()),
    }),
    z.strictObject({
      kind: z.literal('stepped'),
      column,
      order: z.enum(['oldest-first', 'newest-first']),
      first: z.nullable(z.strictObject({ line: text, isOut: z.boolean() })),
    }),
    z.strictObject({ kind: z.literal('marked'), column, mark: column, out: words, in: words }),
  ]),
  fee: z.nullable(column),
  feeIsNegative: z.optional(z.boolean()),
  decimalMark,
  balance: z.optional(z.nullable(column)),
  isDebt: z.optional(z.boolean()),
  currency: z.union([
    z.strictObject({ column }),
    z.strictObject({ code: currencyCode }),
    z.strictObject({ code: currencyCode, column }),
  ]),
  description: z.readonly(z.array(column).check(z.maxLength(20))),
  ownName: z.nullable(text),
  kind: z.nullable(column),
  id: z.nullable(column),
  status: z.nullable(z.strictObject({ column, posted: words, left: z.optional(words) })),
  account: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('column'), column, name: z.optional(text) }),
    z.strictObject({ kind: z.literal('preamble'), name: z.optional(text) }),
    namedAccount,
    z.strictObject({ kind: z.literal('each-file'), accounts: z.readonly(z.array(namedAccount).check(z.minLength(1))) }),
  ]),
  unseen: z.optional(z.readonly(z.array(column).check(z.maxLength(1000)))),
  kinds: z.optional(z.string().check(z.regex(/^[dnt-]{1,1000}$/))),
});

const csvAnswers = z.strictObject({
  encoding: z.optional(encoding),
  delimiter: z.optional(delimiter),
  header: z.optional(z.boolean()),
  date: z.optional(text),
  dateOrder: z.optional(dateOrder),
  amount: z.optional(text),
  out: z.optional(text),
  in: z.optional(text),
  direction: z.optional(text),
  sign: z.optional(z.enum(['as-written', 'inverted'])),
  fee: z.optional(text),
  decimalMark: z.optional(decimalMark),
  currency: z.optional(text),
  description: z.optional(z.readonly(z.array(text).check(z.maxLength(20)))),
  id: z.optional(text),
  status: z.optional(text),
  account: z.optional(text),
  accountNumber: z.optional(text),
  accountColumn: z.optional(text),
});

const fingerprint = z.string().check(z.regex(/^[0-9a-f]{16}$/));

export interface CsvMappingView {
  readonly fingerprint: string;
  readonly mapping: CsvMapping;
  readonly savedAt: string;
}

/** The file stays on disk until it is imported or discarded. */
export interface UploadedFile {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
}

export const statementProcedures = {
  'statement.inspect': procedure<StatementInspection>()({
    accountId,
    path: z.optional(localPath),
    content: z.optional(z.base64()),
    name: z.optional(text),
    answers: z.optional(csvAnswers),
    mapping: z.optional(csvMapping),
  }),
  /** Ignores paths that are not uploads. */
  'statement.discard': procedure<null>()({ paths: z.array(localPath).check(z.maxLength(100)) }),
  'csvMapping.list': procedure<readonly CsvMappingView[]>()({ accountId }),
  'csvMapping.save': procedure<CsvMappingView>()({ accountId, fingerprint, mapping: csvMapping }),
  'csvMapping.remove': procedure<null>()({ accountId, fingerprint }),
};
