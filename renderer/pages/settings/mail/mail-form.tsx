import { Checkbox, NativeSelect, PasswordInput, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MAIL_PORTS, type MailSecurity, type MailView } from '../../../../src/contract/control/mail.ts';
import { LANGUAGES } from '../../../../src/messages/speech.ts';
import { useAction } from '../../../control/use-control.ts';
import { DialogForm } from '../../../parts/dialog-form.tsx';
import { useAccount } from '../../../shell/account-context.tsx';
import { useFormat, useSpeech, useTexts } from '../../../words/words.tsx';
import { isWhole, toDraft, type Draft } from './draft.ts';

interface MailFormProps {
  readonly accountId: string;
  /** What is set up; null for nothing yet. */
  readonly mail: MailView | null;
  readonly saved: () => void;
  readonly close: () => void;
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** Server, addresses and cycle. The port follows the encryption until a person enters another one. */
export function MailForm({ accountId, mail, saved, close }: MailFormProps) {
  const text = useTexts().settingsMail;
  const format = useFormat();
  const { language } = useSpeech();
  const { account } = useAccount();
  const set = useAction('mail.set');
  const [draft, setDraft] = useState(() => toDraft(mail, language));
  const [isTried, setTried] = useState(false);
  const change = (changes: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changes }));
  const missing = (value: string): string | false => isTried && value.trim() === '' && text.required;
  const submit = (): void => {
    setTried(true);
    if (!isWhole(draft)) return;
    const { host, port, security, user, password, from, to, ...cycle } = draft;
    set.mutate(
      {
        accountId,
        server: { host: host.trim(), port: Number(port), security, user: user.trim() === '' ? null : user.trim() },
        ...(password === '' ? {} : { password }),
        from: from.trim() === '' ? to.trim() : from.trim(),
        to: to.trim(),
        ...cycle,
      },
      { onSuccess: saved },
    );
  };
  const field = (name: 'host' | 'port' | 'user' | 'from' | 'to' | 'time') => ({
    label: text[name],
    value: draft[name],
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      change({ [name]: currentTarget.value }),
    autoComplete: 'off',
    spellCheck: false,
  });
  return (
    <DialogForm submitLabel={text.save} isPending={set.isPending} failure={set.error} submit={submit} close={close}>
      <TextInput {...field('to')} type="email" error={missing(draft.to)} required data-autofocus />
      <TextInput {...field('host')} description={text.hostAbout} error={missing(draft.host)} required />
      <SimpleGrid cols={2}>
        <NativeSelect
          label={text.security}
          value={draft.security}
          onChange={({ currentTarget }) => {
            const security = currentTarget.value as MailSecurity;
            change({ security, port: String(MAIL_PORTS[security]) });
          }}
          data={[
            { value: 'tls', label: text.tls },
            { value: 'starttls', label: text.starttls },
          ]}
        />
        <TextInput {...field('port')} type="number" min={1} max={65_535} error={missing(draft.port)} required />
      </SimpleGrid>
      <TextInput {...field('user')} description={text.userAbout} />
      <PasswordInput
        label={text.password}
        description={mail === null ? text.passwordAbout : text.passwordKept}
        value={draft.password}
        onChange={({ currentTarget }) => change({ password: currentTarget.value })}
        autoComplete="new-password"
      />
      <TextInput {...field('from')} type="email" />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <NativeSelect
          label={text.cycle}
          value={draft.cycle}
          onChange={({ currentTarget }) => change({ cycle: currentTarget.value as Draft['cycle'] })}
          data={[
            { value: 'daily', label: text.daily },
            { value: 'weekly', label: text.weekly },
          ]}
        />
        {draft.cycle === 'weekly' && (
          <NativeSelect
            label={text.weekday}
            value={String(draft.weekday)}
            onChange={({ currentTarget }) => change({ weekday: Number(currentTarget.value) })}
            data={WEEKDAYS.map((day) => ({ value: String(day), label: format.weekday(day) }))}
          />
        )}
        <TextInput {...field('time')} type="time" error={missing(draft.time)} required withAsterisk={false} />
      </SimpleGrid>
      <NativeSelect
        label={text.language}
        description={text.timeAbout({ timeZone: account.timeZone })}
        value={draft.language}
        onChange={({ currentTarget }) => change({ language: currentTarget.value })}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
      />
      <Checkbox
        label={text.lists}
        description={text.listsAbout}
        checked={draft.listsTransactions}
        onChange={({ currentTarget }) => change({ listsTransactions: currentTarget.checked })}
      />
    </DialogForm>
  );
}
