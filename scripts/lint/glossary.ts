import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leaves, type Tree } from '../messages/catalogues.ts';

/**
 * Rejects words for which there is a standard term, in names of the code, in English texts and in documents. Part of
 * `npm run lint`.
 */

type Words = readonly (readonly [old: string, say: string])[];

/** Names in code and of files. Each must be a whole word or a part of a path. */
const NAMES: Words = [
  ['mirror-keeper', 'MirrorUpdater, mirror-updater'],
  ['lookAgain', 'invalidate'],
  ['matchElsewhere', 'matchAcrossSources'],
  ['splitIntoLots', 'splitIntoBatches'],
  ['heldUntil', 'retryNotBefore'],
  ['AskLater', 'RetryLater'],
  ['isConcerned', 'isAffected'],
  ['Patience', 'TimeoutOptions'],
  ['Companions', 'DesktopIntegrations'],
];

/** Texts that users read: regular expressions, ignoring case. */
const TEXTS: Words = [
  ['needs? you', 'needs attention'],
  ['last good data', 'last successful sync'],
  ['next try', 'next sync, next attempt'],
  ['(?:perhaps|possibly) twice', 'possible duplicate'],
  ['row by row', 'Changes, change by change'],
  ['nothing new', 'No changes'],
  ['by SimpleFIN', 'via SimpleFIN'],
  ['shall', 'should, would, will'],
  ['^begun$', 'started'],
  ['anew', 'again, or: rebuilds'],
  ['whoever', 'anyone who, any caller'],
  ['shuts? out', 'blocks, rejects'],
  ['mistake of its own', 'crashed unexpectedly'],
  ['what is other there', 'the differences'],
  ['stands above it', 'takes precedence'],
  ['tak(?:e|es|en|ing) (?:it )?out\\b(?! of)', 'remove'],
  ['look again', 'reload'],
  ['(?:ask now|before you ask)', 'Run preview, What this does'],
  ['this did not work', 'what failed, by name'],
  ['no transaction fits', 'no transactions match'],
  ['this is no(?= [a-z])(?! (?:longer|more))', 'this isn’t a'],
  ['what it brought', 'imported so far'],
  ['new access', 'reconnect'],
  ['a file that I have', 'an existing file'],
];

const CODE = '{bin,src,renderer,scripts,test,bench}/**/*.{ts,tsx,js}';
const DOCUMENTS = ['*.md', 'docs/*.md', 'docs/{guide,decisions}/*.md'];
/** English texts; those of kinds are next to their translations. */
const CATALOGUES = ['src/messages/en.json', 'src/*/*/messages.json'];
/** Written by the build or by others. */
const LEFT_OUT = /^(?:src\/messages\/compiled|test\/fixtures|scripts\/lint)\//;

/** The rejected words of a file, with their positions and replacements. */
export function oldWords(path: string, text: string): string[] {
  if (path.endsWith('.json')) {
    const catalogue = JSON.parse(text) as Tree;
    return [...leaves((catalogue['en'] as Tree | undefined) ?? catalogue)].flatMap(([key, message]) =>
      refused(TEXTS, 'i', message, `${path}: ${key}`),
    );
  }
  if (path.endsWith('.md'))
    return inLines(withoutCode(text)).flatMap(([number, line]) => refused(TEXTS, 'i', line, `${path}:${number}`));
  return [
    ...refused(NAMES, '', path, path),
    ...inLines(text).flatMap(([number, line]) => refused(NAMES, '', line, `${path}:${number}`)),
  ];
}

function refused(words: Words, flags: string, text: string, place: string): string[] {
  return words.flatMap(([old, say]) => {
    const found = new RegExp(String.raw`\b(?:${old})\b`, flags).exec(text);
    return found === null ? [] : [`${place}: not “${found[0]}”, but: ${say}`];
  });
}

function inLines(text: string): (readonly [number: number, line: string])[] {
  return text.split('\n').map((line, index) => [index + 1, line]);
}

/** Removes code but keeps line numbers. */
function withoutCode(page: string): string {
  return page.replaceAll(/^```[^]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, '')).replaceAll(/`[^`\n]*`/g, '');
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../..');
  const files = [CODE, ...DOCUMENTS, ...CATALOGUES]
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !LEFT_OUT.test(path));
  const found = files.flatMap((path) => oldWords(path, readFileSync(join(root, path), 'utf8')));
  process.stdout.write(found.map((line) => `${line}\n`).join(''));
  process.exitCode = found.length === 0 ? 0 : 1;
}
