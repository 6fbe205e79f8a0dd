import { problemOf } from '../messages/problem.ts';
import type { Report } from '../messages/parameters.ts';
import type { Speech } from '../messages/speech.ts';
import type { AccountNews, DigestContent } from './collect.ts';

/** A message in words, twice: plain, and as a page that fetches nothing. */
export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What stands in a message, from above to below. */
type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  /** Lines of two cells: what, and an amount. */
  | { readonly kind: 'rows'; readonly rows: readonly (readonly [string, string])[] };

const heading = (text: string): Block => ({ kind: 'heading', text });
const line = (text: string): Block => ({ kind: 'line', text });

export function writeDigest(
  content: DigestContent,
  { language, format, texts, tell }: Speech<'mail'>,
  { listsTransactions }: { readonly listsTransactions: boolean },
): WrittenMail {
  const say = texts.mail;
  const { account, since, until, count, news, needs, differing, consents, provenUntil } = content;
  const sentence = (told: Report): Block => {
    const { what, remedy } = tell(problemOf(told), 'app');
    return line(remedy === null ? what : `${what} ${remedy}`);
  };
  const section = (title: string, blocks: readonly Block[]): readonly Block[] =>
    blocks.length === 0 ? [] : [heading(title), ...blocks];
  const ofAccount = ({ name, currency, count: ofThese, moneyIn, moneyOut, listed }: AccountNews): readonly Block[] => [
    heading(name === '' ? say.noAccount : name),
    {
      kind: 'rows',
      rows: [
        [say.moneyIn, format.money(moneyIn, currency)],
        [say.moneyOut, format.money(moneyOut, currency)],
        ...(listsTransactions
          ? listed.map(
              ({ day, description, amount }) =>
                [`${format.day(day)}  ${description}`, format.money(amount, currency)] as const,
            )
          : []),
      ],
    },
    ...(listsTransactions && ofThese > listed.length ? [line(say.more({ count: ofThese - listed.length }))] : []),
  ];
  const problems = needs.length + differing.length;
  return write(language, say.subject({ account, count, problems }), [
    line(say.period({ since, until, count })),
    ...section(say.needs, needs.map(sentence)),
    ...section(say.differing, differing.map(sentence)),
    ...section(
      say.consents,
      consents.map(({ name, days, day }) => line(say.consent({ name, days, day }))),
    ),
    ...news.flatMap(ofAccount),
    ...(provenUntil === null ? [] : [line(say.proven({ day: provenUntil }))]),
    { kind: 'note', text: say.why({ account }) },
  ]);
}

export function writeTest(account: string, { language, texts: { mail: say } }: Speech<'mail'>): WrittenMail {
  return write(language, say.test, [line(say.testText({ account })), { kind: 'note', text: say.why({ account }) }]);
}

function write(language: string, subject: string, blocks: readonly Block[]): WrittenMail {
  return { subject, text: plain(blocks), html: page(language, subject, blocks) };
}

function plain(blocks: readonly Block[]): string {
  const texts = blocks.map((block) => {
    if (block.kind === 'heading') return `\n${block.text}\n${'-'.repeat(Math.min(block.text.length, 60))}\n`;
    if (block.kind === 'note') return `\n-- \n${block.text}\n`;
    if (block.kind === 'line') return `${block.text}\n`;
    const widest = Math.max(...block.rows.map(([, amount]) => amount.length));
    return block.rows.map(([what, amount]) => `${amount.padStart(widest)}  ${what}\n`).join('');
  });
  return texts.join('').trimStart();
}

/** Its colours are the reader's own. Nothing in it is fetched from anywhere, and nothing in it is a link. */
function page(language: string, title: string, blocks: readonly Block[]): string {
  const cell = (text: string, style: string): string => `<td style="${style}">${escaped(text)}</td>`;
  const body = blocks.map((block) => {
    if (block.kind === 'heading') return `<h2 style="font-size:1.1em;margin:1.5em 0 .3em">${escaped(block.text)}</h2>`;
    if (block.kind === 'note') return `<p style="margin-top:2em;font-size:.85em">${escaped(block.text)}</p>`;
    if (block.kind === 'line') return `<p style="margin:.3em 0">${escaped(block.text)}</p>`;
    const rows = block.rows.map(
      ([what, amount]) =>
        `<tr>${cell(what, 'padding:.1em 1em .1em 0')}${cell(amount, 'text-align:right;white-space:nowrap')}</tr>`,
    );
    return `<table style="border-collapse:collapse">${rows.join('')}</table>`;
  });
  return [
    `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>`,
    '<body style="font-family:sans-serif;line-height:1.4">',
    ...body,
    '</body></html>\n',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
