import { Badge, Group, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import type { ReportedItems, RunItem } from '../../../../src/contract/control/runs.ts';
import { useFormat, useTexts } from '../../../words/words.tsx';
import classes from './report.module.css';
import { rowOf } from './report-lines.ts';
import { ReportedRule } from './reported-rule.tsx';
import { RowDetails } from './row-details.tsx';

type OfRow = Exclude<RunItem, { kind: 'rule' }>;

interface Reported {
  readonly accountId: string;
  readonly item: RunItem;
  readonly rows: ReportedItems['rows'];
  /** Names of connections by their ids. */
  readonly connections: ReadonlyMap<string, string>;
}

/** One row of a report in a line, which opens to everything that is known of it. */
export function ReportRow(reported: Reported) {
  const { item } = reported;
  return item.kind === 'rule' ? <ReportedRule item={item} /> : <ReportedRow {...reported} item={item} />;
}

function ReportedRow(reported: Omit<Reported, 'item'> & { readonly item: OfRow }) {
  const text = useTexts().activityReport;
  const format = useFormat();
  const [isOpen, { toggle }] = useDisclosure();
  const id = useId();
  const { item, rows, connections } = reported;
  const row = rowOf(item, rows);
  const connection =
    item.kind === 'added' || item.kind === 'updated' || item.kind === 'claimed'
      ? connections.get(item.connectionId)
      : undefined;
  const facts = [
    row?.account ?? '',
    row?.category ?? '',
    connection === undefined ? '' : text.from({ connection }),
  ].filter((fact) => fact !== '');
  return (
    <li className={classes['row']}>
      <UnstyledButton className={classes['head'] ?? ''} onClick={toggle} aria-expanded={isOpen} aria-controls={id}>
        <IconChevronRight size={16} aria-hidden className={classes['sign']} />
        <Text span size="sm" className={classes['day'] ?? ''} data-figures>
          {row === null ? '' : format.day(row.date)}
        </Text>
        <span className={classes['what']}>
          <Text span size="sm" fw={500}>
            {row === null ? text.unknownRow : row.description === '' ? text.noDescription : row.description}
          </Text>
          <Group component="span" gap={6} mt={2}>
            <Badge component="span" variant="default" tt="none" size="sm">
              {text.kind[item.kind]}
            </Badge>
            {item.kind === 'added' && item.possibleDuplicateOf.length > 0 && (
              <Badge component="span" variant="default" tt="none" size="sm">
                {text.possiblyTwice}
              </Badge>
            )}
            <Text span size="xs" c="dimmed">
              {facts.join(' · ')}
            </Text>
          </Group>
        </span>
        <Text span size="sm" className={classes['amount'] ?? ''} data-figures>
          {row === null ? '' : format.money(row.amount, row.currency)}
        </Text>
      </UnstyledButton>
      <div id={id} hidden={!isOpen} className={classes['body']}>
        {isOpen && <RowDetails accountId={reported.accountId} item={item} rows={rows} />}
      </div>
    </li>
  );
}
