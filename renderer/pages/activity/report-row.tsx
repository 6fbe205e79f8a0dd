import { Badge, Group, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import type { ItemKind, RememberedRow, ReportedItems, RunItem } from '../../../src/contract/control/runs.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import type { Carrier } from '../../base/control/carrier.ts';
import { MAX_PRINTED, type Printed } from '../../parts/printed.ts';
import { RuleWords } from '../rules/rule-words.tsx';
import { RowDetails } from './row-details.tsx';
import classes from './activity.module.css';

type RowItem = Exclude<RunItem, { kind: 'rule' }>;

interface ReportRowProps {
  readonly accountId: string;
  readonly item: RunItem;
  readonly rows: ReportedItems['rows'];
  readonly connections: ReadonlyMap<string, string>;
}

export function ReportRow(props: ReportRowProps) {
  const { item } = props;
  return item.kind === 'rule' ? <ReportedRule item={item} /> : <ReportedRow {...props} item={item} />;
}

function ReportedRow(props: Omit<ReportRowProps, 'item'> & { readonly item: RowItem }) {
  const text = useTexts().activityReport;
  const format = useFormat();
  const [isOpen, { toggle }] = useDisclosure();
  const id = useId();
  const { item, rows, connections } = props;
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
        {isOpen && <RowDetails accountId={props.accountId} item={item} rows={rows} />}
      </div>
    </li>
  );
}

function ReportedRule({ item: { row, from, to } }: { readonly item: Extract<RunItem, { kind: 'rule' }> }) {
  const text = useTexts().activityReport;
  const format = useFormat();
  const what = from === null ? text.rule.added : to === null ? text.rule.deleted : text.rule.changed;
  return (
    <li className={classes['row']}>
      <div className={classes['rule']}>
        <Group gap={6}>
          <Badge variant="default" tt="none" size="sm">
            {what}
          </Badge>
          {row !== null && (
            <Text size="xs" c="dimmed">
              {text.rule.row({ row: format.number(row) })}
            </Text>
          )}
        </Group>
        {from !== null && to !== null && (
          <Group gap={6} className={classes['before'] ?? ''}>
            <Text size="sm" c="dimmed">
              {text.before}
            </Text>
            <RuleWords rule={from} />
          </Group>
        )}
        <Group gap={6}>
          {from !== null && to !== null && (
            <Text size="sm" c="dimmed">
              {text.after}
            </Text>
          )}
          {(to ?? from) !== null && <RuleWords rule={to ?? from ?? NO_RULE} />}
        </Group>
      </div>
    </li>
  );
}

const NO_RULE = { description: '', category: '', minAmount: null, maxAmount: null };

export type ItemsPage = ReportedItems & { readonly total: number };

/** The row is null if it is no longer remembered, and for a rule. */
export interface ReportLine {
  readonly item: RunItem;
  readonly row: RememberedRow | null;
}

/** The service's page limit. */
const PAGE_LIMIT = 1000;

export function linesOf({ items, rows }: ReportedItems): readonly ReportLine[] {
  return items.map((item) => ({ item, row: item.kind === 'rule' ? null : rowOf(item, rows) }));
}

/** Null if the row is no longer remembered. */
function rowOf(item: Exclude<RunItem, { kind: 'rule' }>, rows: ReportedItems['rows']): RememberedRow | null {
  if (item.kind === 'added' || item.kind === 'removed') return item.values;
  return rows[item.transactionId] ?? null;
}

/** Loads the selected items, up to `MOST_PRINTED`. Rejects with a `ControlFailure`. */
export async function loadLines(
  { call }: Pick<Carrier, 'call'>,
  query: { readonly runId: string; readonly only?: ItemKind; readonly search?: string },
): Promise<Printed<ReportLine>> {
  const lines: ReportLine[] = [];
  for (;;) {
    const page = (await call('run.items', { ...query, offset: lines.length, limit: PAGE_LIMIT })) as ItemsPage;
    lines.push(...linesOf(page));
    // A report never changes, so paging is consistent.
    if (page.items.length === 0 || lines.length >= Math.min(page.total, MAX_PRINTED))
      return { rows: lines.slice(0, MAX_PRINTED), total: page.total };
  }
}
