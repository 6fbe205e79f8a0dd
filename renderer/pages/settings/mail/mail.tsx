import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { MailView } from '../../../../src/contract/control/mail.ts';
import { useAction, useAnswer } from '../../../control/use-control.ts';
import { Card } from '../../../parts/card.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorState } from '../../../parts/error-state.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { ToldText } from '../../../problems/told-text.tsx';
import { useAccount } from '../../../shell/account-context.tsx';
import { useFormat, useTexts } from '../../../words/words.tsx';
import { MailForm } from './mail-form.tsx';

/** The account's digest by mail: when it comes, whether one waits, and a test. */
export function Mail() {
  const text = useTexts().settingsMail;
  const { account } = useAccount();
  const { data: mail, error, refetch } = useAnswer('mail.get', { accountId: account.id });
  const [isChanging, setChanging] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const test = useAction('mail.test');
  const remove = useAction('mail.remove');
  if (mail === undefined)
    return (
      <Card title={text.title}>
        <LoadingState height={140} failure={error} again={refetch} />
      </Card>
    );
  return (
    <>
      <Card title={text.title}>
        <Text size="sm" c="dimmed" mb="sm">
          {text.about({ account: account.name })}
        </Text>
        {mail === null ? (
          <EmptyState action={<Button onClick={() => setChanging(true)}>{text.setUp}</Button>}>{text.none}</EmptyState>
        ) : (
          <Stack gap="sm">
            <MailState mail={mail} />
            <Group gap="xs">
              <Button loading={test.isPending} onClick={() => test.mutate({ accountId: account.id })}>
                {text.sendTest}
              </Button>
              <Button variant="default" onClick={() => setChanging(true)}>
                {text.change}
              </Button>
              <Button variant="default" onClick={() => setRemoving(true)}>
                {text.remove}
              </Button>
            </Group>
            <div role="status">{test.data !== undefined && <Text size="sm">{text.tested(test.data)}</Text>}</div>
            {test.error !== null && <ErrorState failure={test.error} />}
          </Stack>
        )}
      </Card>
      <Dialog title={text.title} isOpen={isChanging} close={() => setChanging(false)}>
        <MailForm
          accountId={account.id}
          mail={mail}
          saved={() => {
            test.reset();
            setChanging(false);
          }}
          close={() => setChanging(false)}
        />
      </Dialog>
      <Confirm
        title={text.removeTitle}
        yes={text.remove}
        isOpen={isRemoving}
        isPending={remove.isPending}
        failure={remove.error}
        confirm={() => remove.mutate({ accountId: account.id }, { onSuccess: () => setRemoving(false) })}
        close={() => setRemoving(false)}
      >
        {text.removeWhat}
      </Confirm>
    </>
  );
}

function MailState({ mail }: { readonly mail: MailView }) {
  const text = useTexts().settingsMail;
  const format = useFormat();
  const now = useNow();
  const { target, cycle, weekday, time, timeZone, nextAt, lastSentAt, waiting } = mail;
  const facts = [
    text.next({ next: format.momentIn(nextAt, timeZone) }),
    lastSentAt === null ? text.never : text.last({ when: format.relative(lastSentAt, now) }),
  ];
  return (
    <div>
      {target !== null && (
        <Text fw={600}>
          {text.sentTo({
            to: target.to,
            cycle: cycle === 'daily' ? 'daily' : 'other',
            weekday: format.weekday(weekday),
            time,
          })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {facts.join(' · ')}
      </Text>
      {waiting !== null && <Text size="sm">{text.waiting({ since: waiting.since })}</Text>}
      {waiting?.problem != null && <ToldText told={waiting.problem} isQuiet />}
    </div>
  );
}
