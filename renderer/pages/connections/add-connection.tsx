import { Code, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconBuildingBank, IconFolder, IconTestPipe } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import type { SourceKindView } from '../../../src/contract/control/kinds.ts';
import { useTexts } from '../../base/words.tsx';
import { CopyButton, Button } from '../../parts/links.tsx';
import { GuideLink } from '../../parts/layout.tsx';
import { Guide, useCountryOptions } from '../../parts/kinds/fields.tsx';
import { useSourceTexts, useSourceKinds } from '../../parts/kinds/use-kinds.ts';
import { ConsentSteps } from '../workbook/connect/consent-steps.tsx';
import { useSourceConsent, SourceForm } from './source-form.tsx';
import { ChoiceCard } from '../../parts/choice-card.tsx';
import { useAccountAction } from '../../parts/account-context.tsx';

const ICONS = { bank: IconBuildingBank, files: IconFolder, trial: IconTestPipe } as const;

interface AddConnectionProps {
  readonly offersTrial?: boolean;
  readonly more?: ReactNode;
  readonly added: (connection: ConnectionView) => void;
  readonly close: () => void;
}

function initialValues({ form }: SourceKindView, country: string | null): Readonly<Record<string, unknown>> {
  const field = form.find(({ type }) => type === 'country');
  return field === undefined || country === null ? {} : { [field.id]: country };
}

export function AddConnection({ offersTrial = true, more, added, close }: AddConnectionProps) {
  const { connectionsAdd: text, help: helpText } = useTexts();
  const say = useSourceTexts();
  const kinds = useSourceKinds().filter(({ group }) => offersTrial || group !== 'trial');
  const [country, setCountry] = useCountry(kinds);
  const [choice, setChoice] = useState<SourceKindView | null>(null);
  const add = useAccountAction('connection.add');
  const consent = useSourceConsent(added);
  // The pressed button is gone, so move the focus to the new step.
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (choice !== null) place.current?.focus();
  }, [choice]);
  if (choice === null) {
    return (
      <Stack gap="sm">
        <CountryChoice kinds={kinds} country={country} choose={setCountry} />
        <Text>{text.which}</Text>
        {kinds.filter(servesCountry(country)).map((one, place) => (
          <ChoiceCard
            key={one.id}
            icon={ICONS[one.group]}
            title={say(one.id).title}
            about={[say(one.id).about, say(one.id).effort]}
            onClick={() => setChoice(one)}
            {...(place === 0 ? { 'data-autofocus': true } : {})}
          />
        ))}
        {more}
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
            initial={initialValues(choice, country)}
            submitLabel={text.connect}
            action={{ isPending: add.isPending || consent.isUnderWay, error: add.error ?? consent.failure }}
            cancel={close}
            submit={({ anyway, ...filled }, name) => {
              const input = { kind: choice.id, ...filled, ...(name.trim() === '' ? {} : { name }) };
              if (choice.access?.asksInBrowser === true) consent.add(input);
              else add.mutate({ ...input, anyway }, { onSuccess: added });
            }}
          />
        </div>
      )}
    </Stack>
  );
}

type Country = string | null;

/** Starts with the browser's country if a kind serves only that country. */
function useCountry(kinds: readonly SourceKindView[]): [Country, (country: Country) => void] {
  const [chosen, choose] = useState<Country | undefined>();
  const own = new Intl.Locale(navigator.language).region ?? null;
  return [chosen === undefined ? (own !== null && countriesOf(kinds).includes(own) ? own : null) : chosen, choose];
}

function servesCountry(country: Country): (kind: SourceKindView) => boolean {
  return ({ countries }) => country === null || countries === null || countries.includes(country);
}

interface CountryChoiceProps {
  readonly kinds: readonly SourceKindView[];
  readonly country: Country;
  readonly choose: (country: Country) => void;
}

function CountryChoice({ kinds, country, choose }: CountryChoiceProps) {
  const text = useTexts().connectionsAdd;
  const countries = useCountryOptions(countriesOf(kinds));
  if (countries.length < 2) return null;
  return (
    <NativeSelect
      label={text.country}
      data={[{ value: '', label: text.anyCountry }, ...countries]}
      value={country ?? ''}
      onChange={({ currentTarget }) => choose(currentTarget.value === '' ? null : currentTarget.value)}
    />
  );
}

function countriesOf(kinds: readonly SourceKindView[]): string[] {
  return [...new Set(kinds.flatMap(({ countries }) => countries ?? []))];
}

interface TerminalWayProps {
  readonly kind: SourceKindView;
  readonly command: string;
  readonly close: () => void;
}

function TerminalWay({ kind, command, close }: TerminalWayProps) {
  const { parts } = useTexts();
  const { guide = {} } = useSourceTexts()(kind.id);
  return (
    <Stack gap="md">
      <Guide guide={guide} link={kind.guideLink} />
      <Code block>{command}</Code>
      <Group justify="flex-end" gap="sm">
        <CopyButton value={command} size="sm" />
        <Button onClick={close}>{parts.close}</Button>
      </Group>
    </Stack>
  );
}
