import { Button, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconBuildingBank, IconFolder, IconTestPipe, type Icon } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ConnectionView, NewConnection } from '../../../../src/contract/control/connections.ts';
import { useAction } from '../../../control/use-control.ts';
import { useTexts } from '../../../words/words.tsx';
import classes from './add.module.css';
import { DemoForm } from './demo-form.tsx';
import { FolderForm } from './folder-form.tsx';
import { TokenForm } from './token-form.tsx';

type Choice = NewConnection['source'];

const ICONS = { simplefin: IconBuildingBank, statements: IconFolder, demo: IconTestPipe } as const;
const CHOICES: readonly Choice[] = ['simplefin', 'statements', 'demo'];

interface AddConnectionProps {
  readonly accountId: string;
  /** What can be connected; by default everything. */
  readonly kinds?: readonly Choice[];
  /** One more way, which is not this form's. */
  readonly more?: { readonly icon: Icon; readonly name: string; readonly about: string; readonly choose: () => void };
  readonly added: (connection: ConnectionView) => void;
  readonly close: () => void;
}

/** First what to connect, then what that needs. */
export function AddConnection({ accountId, kinds = CHOICES, more, added, close }: AddConnectionProps) {
  const text = useTexts().connectionsAdd;
  const [choice, setChoice] = useState<Choice | null>(null);
  const add = useAction('connection.add');
  // What was pressed is gone with its step; whoever uses the keyboard goes on at the next one.
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (choice !== null) place.current?.focus();
  }, [choice]);
  const form = {
    submitLabel: text.connect,
    isPending: add.isPending,
    failure: add.error,
    cancel: close,
    isNamed: true,
  };
  const submit = (settings: NewConnection, name?: string): void =>
    add.mutate(
      { accountId, settings, ...(name === undefined || name.trim() === '' ? {} : { name }) },
      { onSuccess: added },
    );
  if (choice === null) {
    return (
      <Stack gap="sm">
        <Text>{text.which}</Text>
        {kinds.map((one, place) => {
          const Icon = ICONS[one];
          return (
            <UnstyledButton
              key={one}
              className={classes['choice'] ?? ''}
              onClick={() => setChoice(one)}
              {...(place === 0 ? { 'data-autofocus': true } : {})}
            >
              <Icon size={24} stroke={1.6} aria-hidden />
              <span>
                <strong>{text.choice[one]}</strong>
                <span className={classes['about']}>{text.choiceAbout[one]}</span>
              </span>
            </UnstyledButton>
          );
        })}
        {more !== undefined && (
          <UnstyledButton className={classes['choice'] ?? ''} onClick={more.choose}>
            <more.icon size={24} stroke={1.6} aria-hidden />
            <span>
              <strong>{more.name}</strong>
              <span className={classes['about']}>{more.about}</span>
            </span>
          </UnstyledButton>
        )}
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <div>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          disabled={add.isPending}
          onClick={() => {
            add.reset();
            setChoice(null);
          }}
        >
          {text.back}
        </Button>
        <Text ref={place} tabIndex={-1} fw={600} mt="xs">
          {text.choice[choice]}
        </Text>
      </div>
      {choice === 'simplefin' && (
        <TokenForm
          {...form}
          submit={(setupToken, name, anyway) => submit({ source: 'simplefin', setupToken, anyway }, name)}
        />
      )}
      {choice === 'statements' && (
        <FolderForm
          {...form}
          begun={{ folder: '', afterwards: 'leave' }}
          submit={(folder, name) => submit({ source: 'statements', ...folder }, name)}
        />
      )}
      {choice === 'demo' && <DemoForm {...form} submit={(name) => submit({ source: 'demo' }, name)} />}
    </Stack>
  );
}
