import * as z from 'zod/mini';

/**
 * A full path on the computer that Pennyrow runs on. Every path in an input is one of these two: control checks each of
 * them before a handler sees it, if a page asks.
 */
export const localPath = z.string().check(z.minLength(1), z.maxLength(4096));

/** One that may still be typed. */
export const typedLocalPath = z.string().check(z.maxLength(4096));

/** What a form of a kind asked for, by field. Control checks the fields whose type is a path or a folder. */
export const kindSettings = z.record(z.string(), z.unknown());

/** The same where every field is text. */
export const textKindSettings = z.record(z.string(), z.string());

export const LOCAL_PATHS: ReadonlySet<unknown> = new Set([localPath, typedLocalPath]);
export const KIND_SETTINGS: ReadonlySet<unknown> = new Set([kindSettings, textKindSettings]);
