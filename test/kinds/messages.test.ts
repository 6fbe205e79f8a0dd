import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { leaves, readCatalogues, type Tree } from '../../scripts/messages/catalogues.ts';
import { compileMessages } from '../../scripts/messages/compile-messages.ts';
import type { FormField } from '../../src/core/kind-form.ts';
import { sourceTexts, textsAt, workbookTexts, type FormTexts } from '../../src/messages/kind-texts.ts';
import { LANGUAGES, loadI18n, type Language } from '../../src/messages/i18n.ts';
import * as SOURCE_KINDS from '../../src/sources/kinds.ts';
import type { SourceKind } from '../../src/sources/source-kind.ts';
import * as WORKBOOK_KINDS from '../../src/workbooks/kinds.ts';
import type { WorkbookKind } from '../../src/workbooks/workbook-kind.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = Object.values<SourceKind>(SOURCE_KINDS);
const WORKBOOKS = Object.values<WorkbookKind>(WORKBOOK_KINDS);

/** Checks that each field has a label and a help text, and each choice a label. */
function expectTexts(form: readonly FormField[], texts: FormTexts | undefined): void {
  for (const { id, choices = [], isChangeable = false } of form) {
    const shown = textsAt(texts, id);
    expect(shown).toMatchObject({ label: expect.stringMatching(/\S/), help: expect.stringMatching(/\S/) });
    for (const { value, isFlag = false } of choices) {
      const choice = textsAt(shown.choices, value);
      expect(choice.label).toMatch(/\S/);
      // Choices that are flags or can be changed later are command-line options, whose help needs a text.
      expect(choice.help !== undefined).toBe(isFlag || isChangeable);
    }
  }
}

describe.each(Object.keys(LANGUAGES) as Language[])('in the language %s', (language) => {
  test.each(SOURCES)('the form of $id has all its texts', async ({ id, form, access, guideLink }) => {
    const { kinds } = (await loadI18n(language, language, ['kinds'])).texts;
    const texts = sourceTexts(kinds, id);
    expectTexts(form, texts.fields);
    expect(texts.guide?.link !== undefined).toBe(guideLink !== undefined);
    expect(texts.anyway !== undefined).toBe(access?.savesAnyway === true);
  });

  test.each(WORKBOOKS)('the forms of $id have all their texts', async ({ id, ways, registration, demoExample }) => {
    const { kinds } = (await loadI18n(language, language, ['kinds'])).texts;
    const texts = workbookTexts(kinds, id);
    for (const way of ways) {
      const shown = textsAt(texts.ways, way.id);
      expectTexts(way.fields, shown.fields);
      expect(shown.question !== undefined).toBe(way.asksInBrowser === true);
    }
    expectTexts(registration?.ways.flatMap(({ fields }) => fields) ?? [], texts.registration?.fields);
    expect(texts.registration !== undefined).toBe(registration !== null);
    expect(texts.demo !== undefined).toBe(demoExample !== undefined);
  });
});

/** A source tree with one kind and these message files. */
function house(files: Readonly<Record<string, unknown>>): string {
  const root = temporaryFolder();
  for (const [file, content] of Object.entries({
    'src/sources/kinds.ts': `export { bank } from './bank/kind.ts';`,
    'src/workbooks/kinds.ts': '',
    ...files,
  })) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

const ENGLISH = { name: 'English', problems: { source_shared: { what: 'Shared.' } } };
const BANK = { en: { kind: { name: 'Bank' }, problems: { source_bank_rests: { what: 'It rests {hours}.' } } } };

function longestSelect(message: string): number {
  const lengths = [...message.matchAll(/\{\w+, select,/g)].map(({ index }) => {
    let depth = 0;
    const end = message
      .slice(index)
      .split('')
      .findIndex((character) => {
        if (character === '{') depth += 1;
        else if (character === '}') depth -= 1;
        return depth === 0;
      });
    return end + 1;
  });
  return Math.max(0, ...lengths);
}

describe('the message catalogue', () => {
  test('lists the texts of a kind by its id, and merges its problems into the common list', () => {
    const root = house({ 'src/messages/en.json': ENGLISH, 'src/sources/bank/messages.json': BANK });
    expect(readCatalogues(root)).toEqual({
      en: {
        name: 'English',
        kinds: { bank: { name: 'Bank' } },
        problems: { source_shared: { what: 'Shared.' }, source_bank_rests: { what: 'It rests {hours}.' } },
      },
    });
  });

  test('writes nested keys as one select expression; a text for the app inherits the branches that it does not override', () => {
    const problems = {
      source_shared: {
        what: {
          frame: '{file}: {select reason}.',
          'select reason': { 'a b': 'both', other: { 'select more': { other: '{more}' } } },
        },
        remedy: { 'select reason': { a: 'Run it.', other: 'Look.' } },
        remedyInApp: { 'select reason': { a: 'Press it.' } },
      },
    };
    const root = house({ 'src/messages/en.json': { name: 'English', problems } });
    expect(readCatalogues(root)['en']).toMatchObject({
      problems: {
        source_shared: {
          what: '{file}: {reason, select, a {both} b {both} other {{more, select, other {{more}}}}}.',
          remedy: '{reason, select, a {Run it.} other {Look.}}',
          remedyInApp: '{reason, select, a {Press it.} other {Look.}}',
        },
      },
    });
  });

  test('inserts a text into the frame that its key names; a text for the app uses the same frame', () => {
    const problems = {
      source_framed: {
        what: { 'select reason in file': { other: 'lost' } },
        remedy: { 'select reason in file': { a: 'Run it', other: 'Look' } },
        remedyInApp: { 'select reason in file': { a: 'Press it' } },
      },
    };
    const frames = { file: '{file}: {select reason}.' };
    const root = house({ 'src/messages/en.json': { name: 'English', frames, problems } });
    expect(readCatalogues(root)['en']).toEqual({
      name: 'English',
      kinds: {},
      problems: {
        source_framed: {
          what: '{file}: {reason, select, other {lost}}.',
          remedy: '{file}: {reason, select, a {Run it} other {Look}}.',
          remedyInApp: '{file}: {reason, select, a {Press it} other {Look}}.',
        },
      },
    });
  });

  test('contains no select expression of more than 300 characters', () => {
    const files = globSync('src/{messages,*/*}/{en,de,messages}.json', { cwd: ROOT });
    expect(files.length).toBeGreaterThan(10);
    const long = files.flatMap((file) =>
      [...leaves(JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Tree)].flatMap(([path, message]) =>
        // Some texts of the dashboard still contain longer select expressions.
        !path.startsWith('pages.') && longestSelect(message) > 300 ? [`${file}: ${path}`] : [],
      ),
    );
    expect(long).toEqual([]);
  });

  test('rejects a problem that two files define, and reports both files', () => {
    const bank = { en: { kind: { name: 'Bank' }, problems: { source_shared: { what: 'Mine.' } } } };
    const root = house({ 'src/messages/en.json': ENGLISH, 'src/sources/bank/messages.json': bank });
    expect(() => readCatalogues(root)).toThrow(
      'problems.source_shared (en) is defined in src/messages/en.json and in src/sources/bank/messages.json.',
    );
  });

  test.each([
    ['lacks a text of a kind', { name: 'Français', problems: {} }, 'kinds.bank.name is missing.'],
    [
      'uses a different parameter in a text of a kind',
      {
        name: 'Français',
        kinds: { bank: { name: 'Banque' } },
        problems: { source_shared: { what: 'Commun.' }, source_bank_rests: { what: 'Repos {minutes}.' } },
      },
      'problems.source_bank_rests.what has no {minutes} in en.json.',
    ],
  ])('rejects a language that %s', (_, french, fault) => {
    const root = house({
      'src/messages/en.json': ENGLISH,
      'src/messages/fr.json': french,
      'src/sources/bank/messages.json': BANK,
    });
    expect(() => compileMessages(readCatalogues(root), temporaryFolder())).toThrow(fault);
  });

  test('accepts a third language whose texts, including those of all kinds, are in one file', () => {
    const root = house({});
    for (const file of ['src/messages', 'src/sources', 'src/workbooks'])
      cpSync(join(ROOT, file), join(root, file), { recursive: true });
    const { de } = readCatalogues(root);
    writeFileSync(join(root, 'src/messages/xx.json'), JSON.stringify(de));
    const folder = temporaryFolder();
    compileMessages(readCatalogues(root), folder);
    expect(readFileSync(join(folder, 'xx/kinds.js'), 'utf8')).toContain('SimpleFIN');
  });
});
