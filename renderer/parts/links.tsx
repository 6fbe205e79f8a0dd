import { Anchor, type AnchorProps, Button, type ButtonProps, Text, type TextProps } from '@mantine/core';
import type { AriaAttributes, ReactNode } from 'react';
import { Link } from 'wouter';

type LinkProps = Pick<AriaAttributes, 'aria-label'> & { readonly to: string; readonly children: ReactNode };

export function PageLink({ to, ...props }: LinkProps & AnchorProps) {
  return <Anchor component={Link} href={to} size="sm" {...props} />;
}

export function PageButton({ to, ...props }: LinkProps & ButtonProps) {
  return <Button component={Link} href={to} {...props} />;
}

interface MutedProps extends TextProps {
  readonly id?: string;
  readonly component?: 'div' | 'h2';
  readonly role?: 'status';
  readonly children?: ReactNode;
}

/** Secondary text. */
export function Muted(props: MutedProps) {
  return <Text size="sm" c="dimmed" {...props} />;
}
