import { asObject, fieldOf, type JsonObject, listField, objectField, textField } from '../json.ts';

export interface Answer {
  readonly form: 1 | 2 | 'both' | null;
  readonly errors: readonly ServerError[];
  readonly accounts: readonly ServerAccount[];
  readonly unreadable: number;
  /** The number of accounts left out because they match several known accounts. */
  readonly unclear: number;
}

/** The error codes of version 2; an unknown code counts as its longest prefix in this list. */
const KINDS = ['gen.api', 'gen.auth', 'con.auth', 'act.failed', 'act.missingdata', 'gen.', 'con.', 'act.'] as const;

/** Errors of version 1 are texts without a code, so their kind is `gen.text`. */
export type ErrorKind = (typeof KINDS)[number] | 'gen.text';

export interface ServerError {
  readonly kind: ErrorKind;
  readonly text: string;
  readonly connId: string | null;
  readonly accountId: string | null;
  readonly bank: string | null;
}

export interface AccountNames {
  readonly one: string | null;
  readonly two: string | null;
}

export interface ServerAccount {
  readonly connection: string;
  readonly names: AccountNames;
  readonly connId: string | null;
  readonly id: string;
  readonly name: string | null;
  readonly bank: string | null;
  readonly currency: string | null;
  readonly balance: { readonly booked: unknown; readonly available: unknown; readonly date: unknown };
  readonly transactions: readonly unknown[] | null;
}

/** Null if the JSON is not a SimpleFIN response. Prefers the names that this version of the protocol gives to accounts. */
export function readAnswer(json: unknown, version: 1 | 2): Answer | null {
  const body = asObject(json);
  const list = listField(body, 'accounts');
  const errors = readErrors(body);
  if (body === null || (list === null && errors.length === 0)) return null;
  const banks = readConnections(body);
  const accounts = (list ?? []).map((entry) => readAccount(asObject(entry), banks, version));
  const readable = accounts.filter((account) => account !== null);
  return {
    form: formOf(body, readable),
    errors,
    accounts: readable,
    unreadable: accounts.length - readable.length,
    unclear: 0,
  };
}

/** The protocol version of the accounts. Without accounts: 2 if the response has a list that only version 2 defines. */
function formOf(body: JsonObject, accounts: readonly ServerAccount[]): Answer['form'] {
  if (accounts.length === 0)
    return listField(body, 'errlist') === null && listField(body, 'connections') === null ? null : 2;
  const [one, two] = [
    accounts.every(({ names }) => names.one !== null),
    accounts.every(({ names }) => names.two !== null),
  ];
  return one && two ? 'both' : two ? 2 : one ? 1 : null;
}

export function readErrors(body: JsonObject | null): ServerError[] {
  const banks = readConnections(body);
  const coded = (listField(body, 'errlist') ?? []).map((entry) => readError(entry, banks));
  const codedTexts = new Set(coded.map(({ text }) => text));
  const plain = (listField(body, 'errors') ?? [])
    .map((entry) => readError(entry, banks))
    .filter(({ text }) => !codedTexts.has(text));
  return [...coded, ...plain];
}

function readError(entry: unknown, banks: ReadonlyMap<string, string>): ServerError {
  const error = asObject(entry);
  if (error === null)
    return {
      kind: typeof entry === 'string' ? 'gen.text' : 'gen.',
      text: typeof entry === 'string' ? entry : JSON.stringify(entry),
      connId: null,
      accountId: null,
      bank: null,
    };
  const connId = textField(error, 'conn_id');
  return {
    kind: kindOf(textField(error, 'code') ?? ''),
    // Accepts both names: the protocol's text says "msg", its example "message".
    text: textField(error, 'msg') ?? textField(error, 'message') ?? textField(error, 'code') ?? '',
    connId,
    accountId: textField(error, 'account_id'),
    bank: connId === null ? null : (banks.get(connId) ?? null),
  };
}

function kindOf(code: string): ErrorKind {
  return KINDS.find((kind) => code === kind || code.startsWith(kind.endsWith('.') ? kind : `${kind}.`)) ?? 'gen.';
}

function readConnections(body: JsonObject | null): Map<string, string> {
  const names = new Map<string, string>();
  for (const entry of listField(body, 'connections') ?? []) {
    const connection = asObject(entry);
    const id = textField(connection, 'conn_id');
    const name = textField(connection, 'name') ?? textField(connection, 'org_name');
    if (id !== null && name !== null) names.set(id, name);
  }
  return names;
}

function readAccount(
  account: JsonObject | null,
  banks: ReadonlyMap<string, string>,
  version: 1 | 2,
): ServerAccount | null {
  const id = textField(account, 'id');
  const org = objectField(account, 'org');
  const connId = textField(account, 'conn_id');
  const names = { one: organisation(org), two: connId };
  const connection = version === 2 ? (names.two ?? names.one) : (names.one ?? names.two);
  if (account === null || id === null || connection === null) return null;
  return {
    connection,
    names,
    connId,
    id,
    name: textField(account, 'name'),
    bank:
      (connId === null ? null : banks.get(connId)) ??
      textField(account, 'conn_name') ??
      textField(org, 'name') ??
      textField(org, 'domain'),
    currency: textField(account, 'currency'),
    balance: {
      booked: fieldOf(account, 'balance'),
      available: fieldOf(account, 'available-balance'),
      date: fieldOf(account, 'balance-date'),
    },
    transactions: listField(account, 'transactions'),
  };
}

/** Version 1 identifies a connection by the bank's domain or name and the server's address. */
function organisation(org: JsonObject | null): string | null {
  const bank = textField(org, 'domain') ?? textField(org, 'name') ?? textField(org, 'id');
  return bank === null ? textField(org, 'sfin-url') : `${textField(org, 'sfin-url') ?? ''} ${bank}`;
}
