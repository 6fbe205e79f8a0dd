import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconArrowLeft, IconBuildingBank, IconFolder, IconTestPipe, type Icon } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ConnectionView } from '../../../../src/contract/control/connections.ts';
import type { SourceKindView } from '../../../../src/contract/control/kinds.ts';
import { useAction } from '../../../control/use-control.ts';
import { useSourceTexts } from '../../../kinds/use-kind-texts.ts';
import { useSourceKinds } from '../../../kinds/use-kinds.ts';
import { GuideLink } from '../../../parts/help-link.tsx';
import { useTexts } from '../../../words/words.tsx';
import classes from './add.module.css';
import { ConsentSteps } from '../../workbook/connect/consent-steps.tsx';
import { useSourceConsent } from '../use-source-consent.ts';
import { CountryChoice, serving, useCountry } from './country-choice.tsx';
import { SourceForm } from './source-form.tsx';
import { TerminalWay } from './terminal-way.tsx';

const ICONS = { bank: IconBuildingBank, files: IconFolder, trial: IconTestPipe } as const;

interface AddConnectionProps {
  readonly accountId: string;
  /** Whether made-up transactions are offered, too. */
  readonly offersTrial?: boolean;
  /** One more way, which is not this form's. */
  readonly more?: { readonly icon: Icon; readonly name: string; readonly about: string; readonly choose: () => void };
  readonly added: (connection: ConnectionView) => void;
  readonly close: () => void;
}

/** The country that was said already is not asked for again. */
function beginning({ form }: SourceKindView, country: string | null): Readonly<Record<string, unknown>> {
  const field = form.find(({ type }) => type === 'country');
  return field === undefined || country === null ? {} : { [field.id]: country };
}

/** First what to connect, then what that needs. */
export function AddConnection({ accountId, offersTrial = true, more, added, close }: AddConnectionProps) {
  const { connectionsAdd: text, help: helpText } = useTexts();
  const say = useSourceTexts();
  const kinds = useSourceKinds().filter(({ group }) => offersTrial || group !== 'trial');
  const [country, setCountry] = useCountry(kinds);
  const [choice, setChoice] = useState<SourceKindView | null>(null);
  const add = useAction('connection.add');
  const consent = useSourceConsent(added);
  // What was pressed is gone with its step; whoever uses the keyboard continues at the next one.
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (choice !== null) place.current?.focus();
  }, [choice]);
  if (choice === null) {
    return (
      <Stack gap="sm">
        <CountryChoice kinds={kinds} country={country} choose={setCountry} />
        <Text>{text.which}</Text>
        {kinds.filter(serving(country)).map((one, place) => {
          const Icon = ICONS[one.group];
          return (
            <UnstyledButton
              key={one.id}
              className={classes['choice'] ?? ''}
              onClick={() => setChoice(one)}
              {...(place === 0 ? { 'data-autofocus': true } : {})}
            >
              <Icon size={24} stroke={1.6} aria-hidden />
              <span>
                <strong>{say(one.id).title}</strong>
                <span className={classes['about']}>{say(one.id).about}</span>
                <span className={classes['about']}>{say(one.id).effort}</span>
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
          disabled={add.isPending || consent.isUnderWay}
          onClick={() => {
            add.reset();
            setChoice(null);
          }}
        >
          {text.back}
        </Button>
        <Group justify="space-between" wrap="nowrap" gap="sm" mt="xs">
          <Text ref={place} tabIndex={-1} fw={600}>
            {say(choice.id).title}
          </Text>
          <GuideLink page={choice.helpPage} label={helpText.aboutKind({ kind: say(choice.id).name })} />
        </Group>
      </div>
      {consent.question !== null && <ConsentSteps consent={consent} provider={say(choice.id).name} />}
      {choice.terminalCommand !== null ? (
        <TerminalWay kind={choice} command={choice.terminalCommand} close={close} />
      ) : (
        <div hidden={consent.question !== null}>
          <SourceForm
            kind={choice}
            begun={beginning(choice, country)}
            submitLabel={text.connect}
            isPending={add.isPending || consent.isUnderWay}
            failure={add.error ?? consent.failure}
            cancel={close}
            isNamed
            submit={({ anyway, ...filled }, name) => {
              const wanted = { accountId, kind: choice.id, ...filled, ...(name.trim() === '' ? {} : { name }) };
              if (choice.access?.asksInBrowser === true) consent.add(wanted);
              else add.mutate({ ...wanted, anyway }, { onSuccess: added });
            }}
          />
        </div>
      )}
    </Stack>
  );
}
