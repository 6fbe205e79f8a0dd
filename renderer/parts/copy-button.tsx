import { Button, type ButtonProps, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTexts } from '../base/words.tsx';

export function Copied({ value }: { readonly value: string }) {
  return (
    <Group gap="xs" component="span">
      <span>{value}</span>
      <CopyButton value={value} size="compact-xs" />
    </Group>
  );
}

export function CopyButton({
  value,
  label,
  ...props
}: { readonly value: string; readonly label?: string } & ButtonProps) {
  const text = useTexts().parts;
  const clipboard = useClipboard({ timeout: 3000 });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon size={16} aria-hidden />}
      {...props}
      onClick={() => clipboard.copy(value)}
    >
      <span aria-live="polite">
        {clipboard.error !== null ? text.copyByHand : clipboard.copied ? text.copied : (label ?? text.copy)}
      </span>
    </Button>
  );
}
