import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leaves, type Tree } from '../messages/catalogues.ts';

/**
 * Finds sentences that readers stumble over, in comments, names, test titles, English messages and documents, and names of
 * values that say nothing about the value. Part of `npm run lint`; CONTRIBUTING.md explains the rules.
 */

/**
 * A sentence that starts with a relative clause without a noun, such as “Who may sign in, and until when.” Questions are
 * allowed.
 */
const CLAUSE = /^(?:What|Who|Whoever|Whose|Whether|Where)\b[^?]*$/;

/** Phrases with plain replacements, matched as whole words, ignoring case. */
const PHRASES: readonly (readonly [phrase: string, plain: string])[] = [
  ["nobody’s|nobody's", 'name the actor'],
  ['has no say', 'is ignored'],
  ['stands?(?!-)', 'is'],
  ['anew', 'again'],
  ['whoever', 'anyone who'],
  ["of (?:its|their|his|her|one’s|one's|a person’s) own", 'its own …, or separate'],
  ['by (?:itself|themselves)', 'automatically, alone'],
  ['in place of', 'instead of'],
  ['as ever', 'as usual'],
  ['for want of', 'without'],
  ['meanwhile', 'in the meantime, or name the event'],
  ['none of (?:its|their) business', 'ignored'],
  ['needs? you', 'needs attention'],
  ['shall', 'should, would, will'],
  ['shuts? out', 'blocks, rejects'],
];

/** Participles that do not describe the value. */
const PARTICIPLE = /\b(?:const|let|function)\s+(told|asked|held|brought|wanted|known|fetched)\b/;

const CODE = '{bin,src,renderer,scripts,test,bench}/**/*.{ts,tsx,js}';
const DOCUMENTS = ['*.md', 'docs/*.md', 'docs/{guide,decisions}/*.md'];
const CATALOGUES = ['src/messages/en.json', 'src/*/*/messages.json'];
const LEFT_OUT = /^(?:src\/messages\/compiled|test\/fixtures|scripts\/lint)\//;

interface Passage {
  /** A line number, or the key of a message. */
  readonly place: string | number;
  readonly text: string;
}

/** The findings in one file, in the format “path:place: finding”. */
export function findings(path: string, text: string): string[] {
  const report = (place: string | number, finding: string): string => `${path}:${place}: ${finding}`;
  const passages = path.endsWith('.json')
    ? messagePassages(text)
    : path.endsWith('.md')
      ? documentPassages(text)
      : codePassages(text);
  const names = /\.(?:ts|tsx|js)$/.test(path)
    ? text.split('\n').flatMap((line, index) => {
        const [, name] = PARTICIPLE.exec(line) ?? [];
        return name === undefined ? [] : [report(index + 1, `“${name}” does not say what the value is`)];
      })
    : [];
  return [
    ...passages.flatMap(({ place, text: passage }) => passageFindings(passage).map((each) => report(place, each))),
    ...names,
  ];
}

function passageFindings(passage: string): string[] {
  const plain = passage.replaceAll(/`[^`]*`/g, '`…`');
  const phrases = PHRASES.flatMap(([phrase, instead]) => {
    const found = new RegExp(String.raw`(?<![\w-])(?:${phrase})(?![\w-])`, 'i').exec(plain);
    return found === null ? [] : [`“${found[0]}”; write: ${instead}`];
  });
  const clause = plain.split(/(?<=[.!?:])\s+/).find((sentence) => CLAUSE.test(sentence));
  return clause === undefined ? phrases : [...phrases, `a clause without a noun: “${clause}”`];
}

function messagePassages(text: string): Passage[] {
  const catalogue = JSON.parse(text) as Tree;
  return [...leaves((catalogue['en'] as Tree | undefined) ?? catalogue)].map(([place, message]) => {
    const words = message.replaceAll(/\{\w+/g, '{');
    // Lower case exempts labels and headings, which end without a period, from the check for clauses.
    return { place, text: message.endsWith('.') ? words : words.toLowerCase() };
  });
}

/** Paragraphs without headings, code and the first cells of tables. */
function documentPassages(text: string): Passage[] {
  const prose = text.replaceAll(/^```[^]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ''));
  return prose
    .split('\n')
    .flatMap((line, index) =>
      line.startsWith('#') ? [] : [{ place: index + 1, text: line.replace(/^[\s>*|\d.-]+/, '') }],
    );
}

/** Comments (also in SQL), test titles and descriptions of fields and tools, each as one passage. */
function codePassages(text: string): Passage[] {
  const passages: { place: number; text: string }[] = [];
  let isWithin = false;
  for (const [index, line] of text.split('\n').entries()) {
    const [, comment] = /^\s*(?:\/\/|\/\*+|\*(?!\/)|--)\s?(.*?)(?:\s*\*\/)?\s*$/.exec(line) ?? [];
    const last = passages.at(-1);
    if (comment !== undefined) {
      if (isWithin && last !== undefined && comment !== '') last.text += ` ${comment}`;
      else passages.push({ place: index + 1, text: comment });
      isWithin = !line.includes('*/') && comment !== '';
      continue;
    }
    isWithin = false;
    const [, , title] = /(?:\b(?:it|test|describe)(?:\.\w+)*|[\])]\))\(\s*(['"`])(.*?)\1/.exec(line) ?? [];
    // The descriptions in schemas are strings that end with a period.
    const [, , description] = /(['"`])([A-Z].*\.)\1/.exec(line) ?? [];
    for (const text of [title, description]) if (text !== undefined) passages.push({ place: index + 1, text });
  }
  return passages;
}

// Arguments limit the check to paths with these prefixes.
if (import.meta.main) {
  const limits = process.argv.slice(2);
  const root = join(import.meta.dirname, '../..');
  const found = [CODE, ...DOCUMENTS, ...CATALOGUES]
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !LEFT_OUT.test(path) && (limits.length === 0 || limits.some((limit) => path.startsWith(limit))))
    .flatMap((path) => findings(path, readFileSync(join(root, path), 'utf8')));
  process.stdout.write(found.map((line) => `${line}\n`).join(''));
  process.exitCode = found.length === 0 ? 0 : 1;
}
