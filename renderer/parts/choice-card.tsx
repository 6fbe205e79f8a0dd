import { UnstyledButton, type UnstyledButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import classes from './choice-card.module.css';

interface ChoiceCardProps
  extends UnstyledButtonProps, Omit<ComponentPropsWithRef<'button'>, 'about' | 'color' | 'style'> {
  readonly icon: Icon;
  readonly title: string;
  readonly about: readonly string[];
}

export function ChoiceCard({ icon: Sign, title, about, ...props }: ChoiceCardProps) {
  return (
    <UnstyledButton className={classes['card'] ?? ''} {...props}>
      <Sign size={24} stroke={1.6} aria-hidden />
      <span>
        <strong>{title}</strong>
        {about.map((line) => (
          <span key={line} className={classes['about']}>
            {line}
          </span>
        ))}
      </span>
    </UnstyledButton>
  );
}
