import { open } from 'node:fs/promises';
import type { LogLine } from '../../contract/control/diagnostics.ts';

const LINES = 200;
const BYTES = 128 * 1024;

/** Fields that hold ids, codes, moments and counts; every other one might hold what is nobody's business. */
const HARMLESS = new Set([
  'time',
  'level',
  'run',
  'account',
  'accountId',
  'connection',
  'kind',
  'trigger',
  'status',
  'added',
  'updated',
  'removed',
  'problems',
  'attempt',
  'written',
  'outcome',
  'late',
  'dueAt',
  'code',
]);

/** What ids, codes and moments look like. A text with a blank in it is for people, and may name things. */
const WORD = /^[\w.:+-]{0,80}$/;

/**
 * The latest lines of the log, oldest first, with nothing but harmless fields: names, paths, addresses, messages of
 * errors and whatever a later version may log are left out, since only what is known to be harmless is taken.
 */
export async function latestLogLines(path: string): Promise<LogLine[]> {
  const lines = (await readEnd(path)).split('\n').slice(-LINES - 1);
  return lines.flatMap((line) => {
    try {
      return [harmless(JSON.parse(line) as Record<string, unknown>)];
    } catch {
      // The first line may be cut, the last one is empty.
      return [];
    }
  });
}

async function readEnd(path: string): Promise<string> {
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return '';
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(Math.min(size, BYTES)),
      0,
      Math.min(size, BYTES),
      Math.max(0, size - BYTES),
    );
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function harmless({ msg, err, ...fields }: Record<string, unknown>): LogLine {
  const kept = Object.entries(fields).filter(([name, value]) => HARMLESS.has(name) && isHarmless(value));
  return {
    ...(Object.fromEntries(kept) as LogLine),
    // Sentences of the program, the same in every install: values stand in fields.
    ...(typeof msg === 'string' ? { msg } : {}),
    ...(typeof err === 'object' && err !== null ? errorOf(err as Record<string, unknown>) : {}),
  };
}

function isHarmless(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string' && WORD.test(each));
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && WORD.test(value));
}

/** What kind of error, and where in the program. */
function errorOf({ type, code, stack }: Record<string, unknown>): LogLine {
  return {
    ...(isHarmless(type) ? { errorType: String(type) } : {}),
    ...(isHarmless(code) ? { errorCode: String(code) } : {}),
    ...(typeof stack === 'string' ? { stack: framesOf(stack) } : {}),
  };
}

/** "run (src/sync/write.ts:57:12)": the message that a stack begins with, and folders of this machine, are left out. */
function framesOf(stack: string): string[] {
  return stack.split('\n').flatMap((line) => {
    const frame =
      /^\s+at (?:(async )?([\w.<>$#]+) \()?[^\s()]*?((?:src|dist|node_modules|node:)[\w./:@-]*:\d+:\d+)\)?$/.exec(line);
    return frame === null ? [] : [`${frame[1] ?? ''}${frame[2] ?? ''} (${frame[3]})`.trim()];
  });
}
