import { NativeSelect, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { PreviewLine } from '../../../src/contract/control/runs.ts';
import { Card } from '../../parts/card.tsx';
import { Pager } from '../../parts/pager.tsx';
import { useFormat, useWords } from '../../words/words.tsx';
import { Line } from './line.tsx';
import classes from './preview.module.css';
import { words } from './words.ts';

const PAGE = 100;

/** In the order in which people want to know. */
const KINDS: readonly PreviewLine['what'][] = ['new', 'possibly-twice', 'updated', 'deleted', 'elsewhere', 'known'];

/** A table of all that was sent, a page at a time; what would change comes first. */
export function PreviewLines({ lines }: { readonly lines: readonly PreviewLine[] }) {
  const text = useWords(words);
  const format = useFormat();
  const [only, setOnly] = useState<PreviewLine['what'] | ''>('');
  const [page, setPage] = useState(1);
  const sorted = useMemo(() => lines.toSorted((a, b) => KINDS.indexOf(a.what) - KINDS.indexOf(b.what)), [lines]);
  const shown = only === '' ? sorted : sorted.filter(({ what }) => what === only);
  const options = KINDS.map((kind) => ({ kind, count: lines.filter(({ what }) => what === kind).length })).filter(({ count }) => count > 0);
  const { what, date, description, category, amount } = text.headings;
  return (
    <Card
      title={text.lines}
      actions={
        options.length > 1 && (
          <NativeSelect
            aria-label={text.show}
            size="xs"
            value={only}
            onChange={({ currentTarget }) => {
              setOnly(currentTarget.value as PreviewLine['what'] | '');
              setPage(1);
            }}
            data={[{ value: '', label: `${text.all} (${format.number(lines.length)})` }, ...options.map(({ kind, count }) => ({ value: kind, label: `${text.what[kind]} (${format.number(count)})` }))]}
          />
        )
      }
    >
      <Text component="table" size="sm" className={classes['table'] ?? ''}>
        <thead>
          <tr>
            <th scope="col">{date}</th>
            <th scope="col">{description}</th>
            <th scope="col" className={classes['wide']}>
              {category}
            </th>
            <th scope="col" className={classes['wide']}>
              {what}
            </th>
            <th scope="col" className={classes['amount']}>
              {amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.slice((page - 1) * PAGE, page * PAGE).map((line, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- a preview never changes, and two lines may be alike.
            <Line key={`${only} ${page} ${place}`} line={line} />
          ))}
        </tbody>
      </Text>
      <Pager total={shown.length} size={PAGE} page={page} turn={setPage} />
    </Card>
  );
}
