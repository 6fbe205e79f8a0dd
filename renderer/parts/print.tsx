import { ActionIcon, Loader } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTexts } from '../base/words.tsx';
import type { ControlFailure } from '../base/control/carrier.ts';
import type { Printed } from './printed.ts';
import { RowsTable } from './rows-table.tsx';

interface PaperProps<Row> {
  readonly printed: Printing<Row>['printed'];
  readonly children?: ReactNode;
  readonly columns: readonly string[];
  readonly cells: (row: Row) => readonly string[];
}

export function Paper<Row>({ printed, children, columns, cells }: PaperProps<Row>) {
  const text = useTexts().print;
  if (printed === null) return null;
  if (printed === 'not-loaded')
    return (
      <div data-print="only">
        {children}
        <p>{text.notLoaded}</p>
      </div>
    );
  const { rows, total } = printed;
  return (
    <div data-print="only">
      {children}
      {rows.length < total && <p>{text.first({ shown: rows.length, total })}</p>}
      <RowsTable
        rows={rows}
        columns={columns.map((head, place) => ({
          head,
          renderCell: (row: Row) => cells(row)[place],
          ...(place === columns.length - 1 ? { look: 'amount' as const } : {}),
        }))}
      />
    </div>
  );
}

interface PrintButtonProps {
  readonly printing: Pick<Printing<unknown>, 'isLoading' | 'print'>;
  readonly size?: number;
}

/** `size`: the height of neighboring buttons, in pixels. */
export function PrintButton({ printing: { isLoading, print }, size = 36 }: PrintButtonProps) {
  const text = useTexts().print;
  return (
    // `loading` would disable the button, which would lose the focus.
    <ActionIcon
      variant="default"
      size={size}
      aria-busy={isLoading}
      aria-label={text.print}
      title={text.print}
      onClick={print}
    >
      {isLoading ? <Loader size={16} aria-hidden /> : <IconPrinter size={16} aria-hidden />}
    </ActionIcon>
  );
}

export type Printing<Row> = ReturnType<typeof usePrinting<Row>>;

/** The button and Ctrl+P load all rows first. The browser's menu cannot wait: it prints the `ready` rows or a hint. */
export function usePrinting<Row>(ready: Printed<Row> | null, load: () => Promise<Printed<Row>>) {
  const [printed, setPrinted] = useState<Printed<Row> | 'not-loaded' | null>(null);
  const loading = useMutation<Printed<Row>, ControlFailure>({ mutationFn: load });

  const print = (): void => {
    if (loading.isPending) return;
    const begin = (all: Printed<Row>): void => {
      // Render before the dialog captures the page.
      flushSync(() => setPrinted(all));
      window.print();
    };
    loading.mutate(undefined, { onSuccess: begin });
  };

  useWindowEvent('keydown', (event) => {
    const isPrint = event.key.toLowerCase() === 'p' && (event.ctrlKey || event.metaKey);
    if (!isPrint || event.shiftKey || event.altKey) return;
    event.preventDefault();
    print();
  });
  useWindowEvent('beforeprint', () => flushSync(() => setPrinted(printed ?? ready ?? 'not-loaded')));
  useWindowEvent('afterprint', () => setPrinted(null));
  return { printed, isLoading: loading.isPending, failure: loading.error, print };
}
