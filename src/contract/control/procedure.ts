import * as z from 'zod/mini';

/** Inputs come from outside and are checked by their schema; outputs need only a type. */
export interface Procedure<Input extends z.ZodMiniType = z.ZodMiniType, Output = unknown> {
  readonly input: Input;
  /** Exists for the type checker only. */
  readonly output?: Output;
}

/** Curried: the caller states the output's type, and the input's type is inferred. Rejects inputs with unknown fields. */
export function procedure<Output>() {
  return <Fields extends z.core.$ZodLooseShape>(
    fields: Fields,
  ): Procedure<z.ZodMiniObject<Fields, z.core.$strict>, Output> => ({ input: z.strictObject(fields) });
}

/** An absolute path. Use this schema for every path: the path guard recognizes paths by it, and limits those in requests of pages. */
export const localPath = z.string().check(z.minLength(1), z.maxLength(4096));

/** A path that may be incomplete, because the user is still typing it. */
export const typedLocalPath = z.string().check(z.maxLength(4096));

export const newCategory = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'a category must not be blank'),
    z.maxLength(200, 'a category has at most 200 characters'),
  );

/** Settings of a source or workbook kind, by field. The path guard checks the values of path and folder fields. */
export const kindSettings = z.record(z.string(), z.unknown());

export const textKindSettings = z.record(z.string(), z.string());

export const LOCAL_PATHS: ReadonlySet<unknown> = new Set([localPath, typedLocalPath]);
export const KIND_SETTINGS: ReadonlySet<unknown> = new Set([kindSettings, textKindSettings]);
