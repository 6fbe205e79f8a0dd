import { Group, Pagination } from '@mantine/core';
import { useTexts } from '../base/words.tsx';
import { Muted } from './links.tsx';

interface PagerProps {
  readonly total: number;
  readonly size: number;
  readonly page: number;
  readonly turn: (page: number) => void;
}

/** Hidden if there is one page. `page` counts from 1. */
export function Pager({ total, size, page, turn }: PagerProps) {
  const { parts: text, format } = useTexts();
  if (total <= size) return null;
  const control = (label: string) => ({ 'aria-label': label });
  return (
    <Group justify="space-between" gap="sm" mt="md" data-print="never">
      <Muted aria-live="polite">
        {text.range({
          from: format.number((page - 1) * size + 1),
          to: format.number(Math.min(page * size, total)),
          total: format.number(total),
        })}
      </Muted>
      <Pagination
        total={Math.ceil(total / size)}
        value={page}
        onChange={turn}
        size="sm"
        siblings={0}
        getControlProps={(name) => control(name === 'previous' ? text.previous : name === 'next' ? text.next : name)}
        getItemProps={(number) => control(text.page({ page: format.number(number) }))}
      />
    </Group>
  );
}
