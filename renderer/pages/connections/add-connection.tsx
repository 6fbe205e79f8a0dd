import { Button, Code, Group, NativeSelect, Stack, Text, UnstyledButton } from '@mantine/core';
import { type Icon, IconArrowLeft, IconBuildingBank, IconFolder, IconTestPipe } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ConnectionView } from '../../../src/contract/control/connections.ts';
import type { SourceKindView } from '../../../src/contract/control/kinds.ts';
import { useAction } from '../../control/use-control.ts';
import { useSourceTexts } from '../../parts/kinds/use-kind-texts.ts';
import { useSourceKinds } from '../../parts/kinds/use-kinds.ts';
import { GuideLink } from '../../parts/help-link.tsx';
import { useSpeech, useTexts } from '../../base/words.tsx';
import { ConsentSteps } from '../workbook/connect/consent-steps.tsx';
import { useSourceConsent } from './new-access.tsx';
import { SourceForm } from './source-form.tsx';
import { Guide } from '../../parts/kinds/guide.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import classes from './connections.module.css';

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

/** The country of the banks that are asked for; null for any. */
type Country = string | null;

/** Begins with the country that the browser names with its language, where something serves it alone. */
function useCountry(kinds: readonly SourceKindView[]): [Country, (country: Country) => void] {
  const [chosen, choose] = useState<Country | undefined>();
  const own = new Intl.Locale(navigator.language).region ?? null;
  return [chosen === undefined ? (own !== null && countriesOf(kinds).includes(own) ? own : null) : chosen, choose];
}

function serving(country: Country): (kind: SourceKindView) => boolean {
  return ({ countries }) => country === null || countries === null || countries.includes(country);
}

/** Asked only where the answer makes a difference. */
function CountryChoice({
  kinds,
  country,
  choose,
}: {
  readonly kinds: readonly SourceKindView[];
  readonly country: Country;
  readonly choose: (country: Country) => void;
}) {
  const text = useTexts().connectionsAdd;
  const { language } = useSpeech();
  const name = new Intl.DisplayNames(language, { type: 'region' });
  const countries = countriesOf(kinds)
    .map((code) => ({ value: code, label: name.of(code) ?? code }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language));
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

/** A kind that only a terminal sets up: what it is, and the command. */
function TerminalWay({ kind, command, close }: TerminalWayProps) {
  const text = useTexts().connections;
  const { guide = {} } = useSourceTexts()(kind.id);
  return (
    <Stack gap="md">
      <Guide guide={guide} link={kind.guideLink} />
      <Code block>{command}</Code>
      <Group justify="flex-end" gap="sm">
        <CopyButton value={command} size="sm" />
        <Button onClick={close}>{text.done}</Button>
      </Group>
    </Stack>
  );
}
