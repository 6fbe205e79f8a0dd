import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerView } from '../../../src/contract/control/connections.ts';
import { useFormat, useTexts } from '../../base/words.tsx';
import { type useAction, useAnswer } from '../../base/control/use-control.ts';
import { MessageText } from '../../parts/message-text.tsx';
import { ErrorState, LoadingState } from '../../parts/states.tsx';
import classes from './connections.module.css';

export function TestedAccess({ test }: { readonly test: ReturnType<typeof useAction<'connection.test'>> }) {
  const text = useTexts().connections;
  const format = useFormat();
  const { data, error, isPending } = test;
  return (
    <div aria-live="polite">
      {isPending && (
        <Text size="sm" c="dimmed" mt="sm">
          {text.testing} {text.testCosts}
        </Text>
      )}
      {error !== null && <ErrorState failure={error} />}
      {data !== undefined && (
        <Alert
          color="teal"
          icon={<IconCheck aria-hidden />}
          title={text.answers({ host: data.host, count: text.accounts({ count: data.accounts.length }) })}
          mt="sm"
        >
          <Text size="sm">
            {format.list(
              data.accounts.map(({ name, bank, currency }) => [bank, name, currency].filter(Boolean).join(' ')),
            )}
          </Text>
          {data.messages.map((message) => (
            <Group key={`${message.code} ${message.message}`} gap={6} mt="xs" wrap="nowrap" align="flex-start">
              <IconInfoCircle size={14} aria-hidden style={{ flexShrink: 0, marginTop: 4 }} />
              <MessageText message={message} />
            </Group>
          ))}
        </Alert>
      )}
    </div>
  );
}

/** Longer answers would slow down the page; the command line shows them in full. */
const SHOWN_CHARACTERS = 200_000;

export function SentAnswers({ connectionId }: { readonly connectionId: string }) {
  const text = useTexts().connections;
  const { data: answers, error, refetch } = useAnswer('connection.answers', { connectionId });
  const [openNumber, setOpenNumber] = useState<number | null>(null);
  if (answers === undefined) return <LoadingState height={120} failure={error} retry={refetch} />;
  if (answers.length === 0) return <Text c="dimmed">{text.sentNone}</Text>;
  return (
    <Stack gap="sm">
      <Text size="sm">{text.sentAbout}</Text>
      <Stack component="ul" gap="sm" className={classes['list'] ?? ''}>
        {answers.map((answer) => (
          <li key={answer.number}>
            <AnswerLine
              answer={answer}
              isShown={openNumber === answer.number}
              toggle={() => setOpenNumber(openNumber === answer.number ? null : answer.number)}
            />
            {openNumber === answer.number && <AnswerText connectionId={connectionId} number={answer.number} />}
          </li>
        ))}
      </Stack>
    </Stack>
  );
}

function AnswerLine({
  answer: { at, request, bytes },
  isShown,
  toggle,
}: {
  readonly answer: AnswerView;
  readonly isShown: boolean;
  readonly toggle: () => void;
}) {
  const text = useTexts().connections;
  const format = useFormat();
  const label = isShown ? text.hide : text.show;
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <Text size="sm" className={classes['wraps'] ?? ''}>
        {format.moment(at)} · {request} · {text.sentSize({ size: `${format.number(Math.ceil(bytes / 1000))} kB` })}
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        flex="none"
        onClick={toggle}
        aria-expanded={isShown}
        aria-label={text.named({ action: label, name: format.moment(at) })}
      >
        {label}
      </Button>
    </Group>
  );
}

function AnswerText({ connectionId, number }: { readonly connectionId: string; readonly number: number }) {
  const { data, error } = useAnswer('connection.answer', { connectionId, number });
  if (data === undefined) return error === null ? <LoadingState height={120} /> : <ErrorState failure={error} />;
  return (
    <Code block mt="xs" tabIndex={0} className={classes['answer'] ?? ''}>
      {indented(data.text).slice(0, SHOWN_CHARACTERS)}
    </Code>
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
