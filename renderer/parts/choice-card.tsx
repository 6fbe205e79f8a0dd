import { Box, ThemeIcon, UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import { type Icon, IconChevronRight } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import classes from './choice-card.module.css';
import { Muted } from './links.tsx';

interface ChoiceCardProps
  extends UnstyledButtonProps, Omit<ComponentPropsWithRef<'button'>, 'about' | 'color' | 'style'> {
  /** An icon, or letters for a provider. */
  readonly icon: Icon | string;
  readonly title: string;
  readonly about: readonly string[];
  /** The form below the title, while the card is expanded. */
  readonly children?: ReactNode;
}

export function ChoiceIcon({ icon: Sign, size = 36 }: Readonly<{ icon: Icon | string; size?: number }>) {
  return (
    <ThemeIcon size={size} variant="light" fz="sm" fw={600} aria-hidden>
      {typeof Sign === 'string' ? Sign : <Sign size={20} stroke={1.6} />}
    </ThemeIcon>
  );
}

export function ChoiceCard({ icon, title, about, children, ...props }: ChoiceCardProps) {
  return (
    <div className={classes['card']}>
      <UnstyledButton className={classes['head'] ?? ''} px="md" py="sm" {...props}>
        <ChoiceIcon icon={icon} />
        <Box component="span" flex={1} miw={0}>
          <strong>{title}</strong>
          {about.map((line) => (
            <Muted key={line} component="span" display="block">
              {line}
            </Muted>
          ))}
        </Box>
        <IconChevronRight size={18} color="var(--muted)" aria-hidden />
      </UnstyledButton>
      {children !== undefined && (
        <Box px="md" pt="xs" pb="md">
          {children}
        </Box>
      )}
    </div>
  );
}
