import type { Report } from '../messages/parameters.ts';
import { errorOf, PennyrowError, reportOf } from './errors.ts';

/** An error as plain data for another thread, because structured clone drops the code and the remedy of an error. */
export interface PackedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly code: string | null;
  readonly system: { readonly syscall?: string; readonly path?: string };
  readonly report: Report | null;
  readonly cause: PackedError | null;
}

export type ThreadResult<Result> = { readonly result: Result } | { readonly problem: PackedError };

const MAX_DEPTH = 5;

export function packError(thrown: unknown, depth = 0): PackedError {
  if (!(thrown instanceof Error))
    return { name: 'Error', message: String(thrown), stack: '', code: null, system: {}, report: null, cause: null };
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : null;
  const { syscall, path } = thrown as NodeJS.ErrnoException;
  const cause = thrown.cause === undefined || depth === MAX_DEPTH ? null : packError(thrown.cause, depth + 1);
  return {
    name: thrown.name,
    message: thrown.message,
    stack: thrown.stack ?? '',
    code,
    system: { ...(typeof syscall === 'string' && { syscall }), ...(typeof path === 'string' && { path }) },
    report: thrown instanceof PennyrowError ? reportOf(thrown) : null,
    cause,
  };
}

function unpackError({ name, message, stack, code, system, report, cause }: PackedError): Error {
  const options = cause === null ? {} : { cause: unpackError(cause) };
  const error =
    report === null
      ? Object.assign(new Error(message, options), { name, ...system }, code === null ? {} : { code })
      : errorOf(report, options);
  error.stack = stack;
  return error;
}

export async function toResult<Result>(work: () => Promise<Result>): Promise<ThreadResult<Result>> {
  try {
    return { result: await work() };
  } catch (thrown) {
    return { problem: packError(thrown) };
  }
}

export function unwrap<Result>(answer: ThreadResult<Result>): Result {
  if ('problem' in answer) throw unpackError(answer.problem);
  return answer.result;
}

export function packFields(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? { crossed: packError(value) } : (value as unknown),
    ]),
  );
}

export function unpackFields(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isPacked(value) ? unpackError(value.crossed) : (value as unknown),
    ]),
  );
}

function isPacked(value: unknown): value is { readonly crossed: PackedError } {
  return typeof value === 'object' && value !== null && 'crossed' in value;
}
