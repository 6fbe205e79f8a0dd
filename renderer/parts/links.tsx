import {
  Anchor,
  type AnchorProps,
  Button as MantineButton,
  type ButtonProps,
  Text,
  type TextProps,
} from '@mantine/core';
import { type Icon, IconExternalLink } from '@tabler/icons-react';
import type { AriaAttributes, ComponentPropsWithRef, ReactNode } from 'react';
import { Link } from 'wouter';

type LinkProps = Pick<AriaAttributes, 'aria-label'> & { readonly to: string; readonly children: ReactNode };

export function PageLink({ to, ...props }: LinkProps & AnchorProps) {
  return <Anchor component={Link} href={to} size="sm" {...props} />;
}

interface WithIcon {
  readonly icon?: Icon;
}

const sectionOf = (Sign: Icon | undefined) => Sign && { leftSection: <Sign size={16} aria-hidden /> };

export function PageButton({ to, icon, ...props }: LinkProps & ButtonProps & WithIcon) {
  return <MantineButton component={Link} href={to} {...sectionOf(icon)} {...props} />;
}

/** Opens a site in a new tab. */
export function SiteButton({ href, ...props }: Omit<LinkProps, 'to'> & ButtonProps & { readonly href: string }) {
  return (
    <MantineButton
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      variant="default"
      {...sectionOf(IconExternalLink)}
      {...props}
    />
  );
}

export function Button({ icon, ...props }: ButtonProps & ComponentPropsWithRef<'button'> & WithIcon) {
  return <MantineButton {...sectionOf(icon)} {...props} />;
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
