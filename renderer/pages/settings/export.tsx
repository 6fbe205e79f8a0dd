import { Button, Group, Progress, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { TransactionPage } from '../../../src/contract/control/transactions.ts';
import type { TransactionView } from '../../../src/contract/transaction-view.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import type { Carrier } from '../../base/control/carrier.ts';
import { useCarrier } from '../../base/control/control-context.tsx';
import { type ControlFailure, toFailure } from '../../base/control/failure.ts';
import { useAccount } from '../../parts/account-context.tsx';
import { Card } from '../../parts/card.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { ErrorState } from '../../parts/states.tsx';
import { exportText } from './csv.ts';

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly count: number }
  | { readonly kind: 'failed'; readonly failure: ControlFailure };

export function ExportCard() {
  const { account } = useAccount();
  const carrier = useCarrier();
  const text = useTexts().settingsBackups;
  const format = useFormat();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function download(): Promise<void> {
    const cancelled = new AbortController();
    running.current = cancelled;
    setState({ kind: 'running', done: 0, total: 0 });
    try {
      const rows = await fetchAll(carrier, account.id, cancelled.signal, (done, total) =>
        setState({ kind: 'running', done, total }),
      );
      if (rows.length > 0) saveFile(`${fileName(account.name)}.csv`, 'text/csv', exportText(rows));
      setState({ kind: 'done', count: rows.length });
    } catch (thrown) {
      setState(cancelled.signal.aborted ? { kind: 'idle' } : { kind: 'failed', failure: toFailure(thrown) });
    }
  }

  return (
    <Card title={text.export}>
      <Text size="sm" mb="sm">
        {text.exportAbout}
      </Text>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={state.kind === 'running'}
          onClick={() => void download()}
        >
          {text.download}
        </Button>
        {state.kind === 'running' && (
          <Button variant="subtle" onClick={() => running.current?.abort()}>
            {text.cancel}
          </Button>
        )}
      </Group>
      {state.kind === 'running' && (
        <Progress
          mt="sm"
          value={state.total === 0 ? 0 : (state.done / state.total) * 100}
          aria-label={text.exporting({ done: format.number(state.done), total: format.number(state.total) })}
        />
      )}
      <Text size="sm" mt={state.kind === 'done' ? 'sm' : 0} role="status">
        {state.kind === 'done' &&
          (state.count === 0 ? text.nothing : text.exported({ count: format.number(state.count) }))}
      </Text>
      {state.kind === 'failed' && <ErrorState failure={state.failure} retry={() => void download()} />}
    </Card>
  );
}

/** Removes characters that file systems reject. */
function fileName(accountName: string): string {
  return accountName.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim() || 'Pennyrow';
}

/** The service's page limit. */
const PAGE_LIMIT = 5000;

/**
 * All transactions of the account, oldest first, from one revision of the mirror. Starts over if the mirror changes.
 */
async function fetchAll(
  carrier: Carrier,
  accountId: string,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): Promise<readonly TransactionView[]> {
  let rows: TransactionView[] = [];
  for (let version: number | null = null; ;) {
    const page = (await carrier.call(
      'transaction.list',
      { accountId, offset: rows.length, limit: PAGE_LIMIT },
      signal,
    )) as TransactionPage;
    if (version !== null && page.version !== version) {
      rows = [];
      version = null;
      continue;
    }
    version = page.version;
    rows.push(...page.rows);
    progress(rows.length, page.total);
    if (rows.length >= page.total || page.rows.length === 0) return rows.reverse();
  }
}
