import type { CsvAnswers, CsvInspection } from '../../../../src/contract/control/statements.ts';

export const ROLES = [
  'none',
  'date',
  'amount',
  'out',
  'in',
  'direction',
  'description',
  'currency',
  'account',
  'fee',
  'id',
  'status',
] as const;

export type Role = (typeof ROLES)[number];

type Table = Pick<CsvInspection, 'columns' | 'mapping' | 'decisions' | 'questions'>;

/** A role that only one column can have. */
type SingleRole = Exclude<Role, 'none' | 'description'>;

const SINGLE_ROLES = ROLES.filter((role): role is SingleRole => role !== 'none' && role !== 'description');

/** The property of `CsvAnswers` with the column of a role. */
function answerName(role: SingleRole) {
  return role === 'account' ? 'accountColumn' : role;
}

/** Roles that no column needs to have. */
const OPTIONAL: ReadonlySet<Role> = new Set(['direction', 'fee', 'id', 'status']);

export function rolesOf(table: Table, answers: CsvAnswers): Role[] {
  const roles: Role[] = table.columns.map(() => 'none');
  const give = (place: number | null, role: Role): void => {
    if (place !== null && roles[place] === 'none') roles[place] = role;
  };
  for (const role of SINGLE_ROLES) give(placeOf(table, answers[answerName(role)]), role);
  for (const place of descriptionPlaces(table, answers)) give(place, 'description');
  if (table.mapping === null) {
    for (const { about, value } of table.decisions) {
      if (value.kind === 'two') {
        give(value.out, 'out');
        give(value.in, 'in');
      }
      const role = SINGLE_ROLES.find((each) => answerName(each) === about);
      if (value.kind === 'columns' && role !== undefined) for (const place of value.columns) give(place, role);
    }
    const sign = table.questions.find(({ about }) => about === 'sign')?.question.params ?? {};
    give('column' in sign && sign.column !== '' ? placeOf(table, String(sign.column)) : null, 'amount');
    return roles;
  }
  const { date, amount, currency, account, fee, id, status } = table.mapping;
  give(date, 'date');
  if (amount.kind === 'two') {
    give(amount.out, 'out');
    give(amount.in, 'in');
  } else give(amount.column, 'amount');
  if (amount.kind === 'marked') give(amount.mark, 'direction');
  if ('column' in currency) give(currency.column, 'currency');
  if (account.kind === 'column') give(account.column, 'account');
  give(fee, 'fee');
  give(id, 'id');
  give(status?.column ?? null, 'status');
  return roles;
}

/** The answers after a column gets another role. If a required role then has no column, the service detects one again. */
export function withRole(table: Table, answers: CsvAnswers, place: number, role: Role): CsvAnswers {
  const name = nameOf(table, place);
  const before = rolesOf(table, answers)[place] ?? 'none';
  const texts = descriptionPlaces(table, answers)
    .filter((one) => one !== place)
    .map((one) => nameOf(table, one));
  return { ...answers, ...releaseRole(before, texts), ...answerFor(role, name, texts) };
}

function releaseRole(role: Role, texts: readonly string[]): CsvAnswers {
  if (role === 'none') return {};
  if (role === 'description') return { description: [...texts] };
  return { [answerName(role)]: OPTIONAL.has(role) ? 'none' : undefined };
}

function answerFor(role: Role, name: string, texts: readonly string[]): CsvAnswers {
  if (role === 'none') return {};
  if (role === 'description') return { description: [...texts, name] };
  if (role === 'amount') return { amount: name, out: undefined, in: undefined };
  if (role === 'out' || role === 'in') return { [role]: name, amount: undefined };
  if (role === 'account') return { accountColumn: name, account: undefined, accountNumber: undefined };
  return { [role]: name };
}

/** The title if it is unique and not empty; otherwise the column number, from 1. */
export function nameOf({ columns }: Pick<CsvInspection, 'columns'>, place: number): string {
  const title = columns[place]?.title ?? '';
  const isUnique = columns.filter((column) => same(column.title, title)).length === 1;
  return isUnique && title.trim() !== '' ? title : String(place + 1);
}

function placeOf({ columns }: Pick<CsvInspection, 'columns'>, name: string | undefined): number | null {
  if (name === undefined || name === 'none') return null;
  const byTitle = columns.findIndex(({ title }) => same(title, name));
  if (byTitle !== -1) return byTitle;
  const byNumber = /^\d{1,4}$/.test(name) ? Number(name) - 1 : -1;
  return columns[byNumber] === undefined ? null : byNumber;
}

function descriptionPlaces(table: Table, { description }: CsvAnswers): readonly number[] {
  if (description !== undefined) return description.flatMap((name) => placeOf(table, name) ?? []);
  if (table.mapping !== null) return table.mapping.description;
  const value = table.decisions.find(({ about }) => about === 'description')?.value;
  return value?.kind === 'columns' ? value.columns : [];
}

function same(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}
