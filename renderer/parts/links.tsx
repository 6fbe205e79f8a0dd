import {
  Anchor,
  type AnchorProps,
  Code,
  Flex,
  Button as MantineButton,
  type ButtonProps,
  Text,
  type TextProps,
  Group,
} from '@mantine/core';
import { type Icon, IconExternalLink, IconCheck, IconCopy } from '@tabler/icons-react';
import type { AriaAttributes, ComponentPropsWithRef, ReactNode } from 'react';
import { Link } from 'wouter';
import { useClipboard } from '@mantine/hooks';
import { useTexts } from '../base/words.tsx';

type LinkProps = Pick<AriaAttributes, 'aria-label'> & { readonly to: string; readonly children: ReactNode };

export function PageLink({ to, ...props }: LinkProps & AnchorProps) {
  return <Anchor component={Link} href={to} size="sm" {...props} />;
}

interface WithIcon {
  readonly icon?: Icon;
}

const iconSection = (Sign: Icon | undefined) => Sign && { leftSection: <Sign size={16} aria-hidden /> };

export function PageButton({ to, icon, ...props }: LinkProps & ButtonProps & WithIcon) {
  return <MantineButton component={Link} href={to} {...iconSection(icon)} {...props} />;
}

export function SiteButton({ href, ...props }: Omit<LinkProps, 'to'> & ButtonProps & { readonly href: string }) {
  return (
    <MantineButton
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      variant="default"
      {...iconSection(IconExternalLink)}
      {...props}
    />
  );
}

type NativeProps = Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps>;

export function Button({ icon, ...props }: ButtonProps & NativeProps & WithIcon) {
  return <MantineButton {...iconSection(icon)} {...props} />;
}

interface MutedProps extends TextProps, Pick<AriaAttributes, 'aria-live'> {
  readonly id?: string;
  readonly component?: 'div' | 'h2' | 'span';
  readonly role?: 'status';
  readonly children?: ReactNode;
}

export function Muted(props: MutedProps) {
  return <Text size="sm" c="dimmed" {...props} />;
}

export function Copied({ value }: { readonly value: string }) {
  return (
    <Group gap="xs" component="span">
      <span>{value}</span>
      <CopyButton value={value} />
    </Group>
  );
}

/** Code to paste elsewhere. The button that copies it is beside it, on phones below it. */
export function CopiedCode({ value, ...props }: { readonly value: string; readonly 'data-snippet'?: string }) {
  return (
    <Flex direction={{ base: 'column', sm: 'row' }} gap="xs" align="flex-start" bg="var(--sunken)" p="xs" bdrs="md">
      <Code block flex={1} bg="none" p={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} {...props}>
        {value}
      </Code>
      <CopyButton value={value} flex="none" />
    </Flex>
  );
}

export function CopyButton({ value, label, ...props }: ButtonProps & Readonly<{ value: string; label?: string }>) {
  const text = useTexts().parts;
  const clipboard = useClipboard({ timeout: 3000 });
  return (
    <Button
      variant="default"
      size="xs"
      icon={clipboard.copied ? IconCheck : IconCopy}
      {...props}
      onClick={() => clipboard.copy(value)}
    >
      <span aria-live="polite">
        {clipboard.error !== null ? text.copyByHand : clipboard.copied ? text.copied : (label ?? text.copy)}
      </span>
    </Button>
  );
}
