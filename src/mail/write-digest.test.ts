import { describe, expect, it } from 'vitest';
import type { Amount } from '../core/amount.ts';
import type { CalendarDate } from '../core/calendar-date.ts';
import { problem } from '../messages/problem.ts';
import { report } from '../messages/report.ts';
import type { DigestContent } from './collect.ts';
import { speechOf } from './message.ts';
import { writeDigest, writeTest, type WrittenMail } from './write-digest.ts';

const NASTY = '<img src="https://evil.example.com/x.png" onerror=alert(1)> <a href="javascript:x">&amp;';

const CONTENT: DigestContent = {
  account: 'Home',
  since: '2026-03-09' as CalendarDate,
  until: '2026-03-10' as CalendarDate,
  count: 33,
  news: [
    {
      name: 'Everyday ••4321',
      currency: 'EUR',
      count: 32,
      moneyIn: '2000.00' as Amount,
      moneyOut: '-512.40' as Amount,
      listed: [
        { day: '2026-03-10', description: 'Bäckerei', amount: '-12.40' },
        { day: '2026-03-09', description: NASTY, amount: '-500.00' },
      ],
    },
  ],
  needs: [report(problem('workbook_lines', { count: 7 }))],
  differing: [],
  consents: [{ name: 'My bank', days: 3, day: '2026-03-13' as CalendarDate }],
  provenUntil: null,
  toldRun: null,
};

async function written(language: string, content: Partial<DigestContent> = {}, lists = true): Promise<WrittenMail> {
  return writeDigest({ ...CONTENT, ...content }, await speechOf(language), { listsTransactions: lists });
}

describe('a digest', () => {
  it('tells sums and transactions by account, what needs attention and which permissions end', async () => {
    const { subject, text } = await written('en');
    expect(subject).toBe('Pennyrow: 33 new transactions, needs attention (Home)');
    expect(text).toContain('33 new transactions from Mar 9, 2026 to Mar 10, 2026.');
    expect(text).toContain('Everyday ••4321\n---------------\n');
    expect(text).toMatch(/^€2,000\.00 {2}Money in\n +-€512\.40 {2}Money out\n +-€12\.40 {2}Mar 10, 2026 {2}Bäckerei$/m);
    expect(text).toContain('and 30 more in your spreadsheet');
    expect(text).toContain('Needs attention\n');
    expect(text).toContain('7 lines of the workbook');
    expect(text).toContain('My bank: the permission ends in 3 days, on Mar 13, 2026.');
    expect(text).not.toContain('add up until');
    expect((await written('en', { provenUntil: '2026-03-10' as CalendarDate })).text).toContain(
      'All bank accounts add up until Mar 10, 2026.',
    );
  });

  it('is in the language that was chosen', async () => {
    const { subject, text, html } = await written('de');
    expect(subject).toBe('Pennyrow: 33 neue Umsätze, Handlungsbedarf (Home)');
    expect(text).toMatch(/2\.000,00\s€ {2}Eingänge/);
    expect(text).toContain('10.03.2026  Bäckerei');
    expect(html).toContain('<html lang="de">');
  });

  it('names no transaction where only sums were asked for', async () => {
    const { text, html } = await written('en', {}, false);
    expect(text).toContain('Money out');
    for (const part of [text, html]) expect(part).not.toMatch(/Bäckerei|and 30 more/);
  });

  it('fetches nothing, leads nowhere and shows what banks send as text', async () => {
    for (const { html } of [await written('en'), writeTest(NASTY, await speechOf('en'))]) {
      expect(html).not.toMatch(/<(?!\/?(?:html|head|title|body|h2|p|table|tr|td)\b|meta charset|!doctype html>)/i);
      expect(html).not.toMatch(/<[^>]+(?:src|href|on\w+|url)\s*[=(]/i);
      expect(html).toContain('&lt;img src=&quot;https://evil.example.com/x.png&quot;');
    }
  });

  it('is whole where there is nothing new', async () => {
    const { subject, text } = await written('en', { count: 0, news: [], needs: [], consents: [] });
    expect(subject).toBe('Pennyrow: no new transactions (Home)');
    expect(text).toMatch(/^No new transactions from .+\n\n-- \nPennyrow sent this/);
  });
});
