import { ActionIcon, Loader } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTexts } from '../../words/words.tsx';
import type { Printing } from './use-printing.ts';

/** `size`: as high as the buttons that it stands beside, in pixels. */
export function PrintButton({
  printing: { isLoading, print },
  size = 36,
}: {
  readonly printing: Pick<Printing<unknown>, 'isLoading' | 'print'>;
  readonly size?: number;
}) {
  const text = useTexts().print;
  return (
    // Not `loading`: that disables it, and the focus would be lost.
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
