import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { type Icon, IconArrowLeft, IconFolder, IconTerminal2, IconTestPipe } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import type { SourceKindView } from '../../../src/contract/control/kinds.ts';
import { useTexts } from '../../base/words.tsx';
import { Button, CopiedCode } from '../../parts/links.tsx';
import { GuideLink } from '../../parts/layout.tsx';
import { Guide, useCountryOptions } from '../../parts/kinds/fields.tsx';
import { useSourceTexts, useSourceKinds } from '../../parts/kinds/use-kinds.ts';
import { ConsentSteps, useConsent } from '../workbook/connect/consent-steps.tsx';
import { SourceForm } from './source-form.tsx';
import { ChoiceCard } from '../../parts/choice-card.tsx';
import { useAccountAction } from '../../parts/account-context.tsx';

/** The first two capital letters in the name of a bank service, or an icon for other sources. */
export function iconOf({ group, terminalCommand }: SourceKindView, name: string): Icon | string {
  if (terminalCommand !== null) return IconTerminal2;
  if (group === 'bank') return name.replaceAll(/\P{Lu}/gu, '').slice(0, 2);
  return group === 'files' ? IconFolder : IconTestPipe;
}

interface AddConnectionProps {
  readonly offersTrial?: boolean;
  /** An additional choice above the kinds of connections. */
  readonly more?: ReactNode;
  readonly added: (connection: ConnectionView) => void;
  readonly close: () => void;
}

function initialValues({ form }: SourceKindView, country: string | null): Readonly<Record<string, unknown>> {
  const field = form.find(({ type }) => type === 'country');
  return field === undefined || country === null ? {} : { [field.id]: country };
}

export function AddConnection({ offersTrial = true, more, added, close }: AddConnectionProps) {
  const { connectionsAdd: text, help: helpText, parts } = useTexts();
  const say = useSourceTexts();
  const kinds = useSourceKinds().filter(({ group }) => offersTrial || group !== 'trial');
  const countries = useCountryOptions([...new Set(kinds.flatMap((one) => one.countries ?? []))]);
  const [chosenCountry, setCountry] = useState<string | null | undefined>();
  // The browser's country, if any kind of connection serves it.
  const own = countries.find(({ value }) => value === new Intl.Locale(navigator.language).region)?.value ?? null;
  const country = chosenCountry === undefined ? own : chosenCountry;
  const isServed = (one: SourceKindView): boolean => country === null || one.countries?.includes(country) !== false;
  const [choice, setChoice] = useState<SourceKindView | null>(null);
  const add = useAccountAction('connection.add');
  const begin = useAccountAction('connection.begin');
  const consent = useConsent('connection.wait', added);
  // The pressed button is gone, so move the focus to the new step.
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (choice !== null) place.current?.focus();
  }, [choice]);
  if (choice === null) {
    return (
      <Stack gap="sm">
        {more}
        {countries.length > 1 && (
          <NativeSelect
            label={text.country}
            data={[{ value: '', label: text.anyCountry }, ...countries]}
            value={country ?? ''}
            onChange={({ currentTarget: { value } }) => setCountry(value === '' ? null : value)}
          />
        )}
        {kinds.filter(isServed).map((one, place) => {
          const { name, title, about, effort } = say(one.id);
          const icon = iconOf(one, name);
          return (
            <ChoiceCard
              key={one.id}
              icon={icon}
              title={typeof icon === 'string' ? name : title}
              about={[about, effort]}
              onClick={() => setChoice(one)}
              {...(place === 0 ? { 'data-autofocus': true } : {})}
            />
          );
        })}
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <div>
        <Button
          size="compact-sm"
          variant="subtle"
          icon={IconArrowLeft}
          disabled={add.isPending || consent.isUnderWay}
          onClick={() => {
            add.reset();
            setChoice(null);
          }}
        >
          {parts.back}
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
        <Stack gap="md">
          <Guide guide={say(choice.id).guide ?? {}} link={choice.guideLink} />
          <CopiedCode value={choice.terminalCommand} />
          <Group justify="flex-end">
            <Button onClick={close}>{parts.close}</Button>
          </Group>
        </Stack>
      ) : (
        <div hidden={consent.question !== null}>
          <SourceForm
            kind={choice}
            initial={initialValues(choice, country)}
            submitLabel={text.connect}
            action={{ isPending: add.isPending || consent.isUnderWay, error: add.error ?? consent.failure }}
            cancel={close}
            submit={({ anyway, ...filled }, name) => {
              const input = { kind: choice.id, ...filled, ...(name.trim() === '' ? {} : { name }) };
              if (choice.access?.asksInBrowser === true) consent.begin(() => begin.mutateAsync(input));
              else add.mutate({ ...input, anyway }, { onSuccess: added });
            }}
          />
        </div>
      )}
    </Stack>
  );
}
