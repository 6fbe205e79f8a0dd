import { Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountView } from '../../../../src/contract/control/accounts.ts';
import type { WorkbookKindView } from '../../../../src/contract/control/kinds.ts';
import { textsAt } from '../../../../src/messages/kind-texts.ts';
import { useAnswer } from '../../../control/use-control.ts';
import { useWorkbookTexts } from '../../../kinds/use-kind-texts.ts';
import { useWorkbookKinds } from '../../../kinds/use-kinds.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { useTexts } from '../../../words/words.tsx';
import { ConsentSteps } from './consent-steps.tsx';
import { FoundFiles } from './found-files.tsx';
import { Registration } from './registration.tsx';
import { TellColumns } from './tell-columns.tsx';
import type { Consent } from './use-consent.ts';
import { WayForm } from './way-form.tsx';

interface ConnectWorkbookProps {
  readonly account: AccountView;
  readonly consent: Consent;
  readonly replaces: boolean;
  /** The kind to select first. Null selects the default, until another value arrives or the person selects a kind. */
  readonly beginsAt: string | null;
  /** Where a new file is proposed; nowhere by default. */
  readonly suggestedPath?: string;
  readonly done: () => void;
}

/** Where the transactions should go: a kind of workbook, and how Pennyrow gets to one. */
export function ConnectWorkbook({ replaces, beginsAt, ...props }: ConnectWorkbookProps) {
  const text = useTexts().workbookConnect;
  const say = useWorkbookTexts();
  const kinds = useWorkbookKinds();
  const [chosen, setChosen] = useState(beginsAt);
  if (chosen === null && beginsAt !== null) setChosen(beginsAt);
  const kind = kinds.find(({ id }) => id === chosen) ?? kinds[0];
  if (kind === undefined) return <LoadingState height={120} />;
  return (
    <Stack gap="md">
      {replaces && <Text size="sm">{text.replaces}</Text>}
      <Radio.Group label={text.where} value={kind.id} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {kinds.map(({ id }) => (
            <Radio key={id} value={id} label={say(id).title} />
          ))}
        </Stack>
      </Radio.Group>
      <KindForm key={kind.id} kind={kind} {...props} />
    </Stack>
  );
}

type KindFormProps = Omit<ConnectWorkbookProps, 'replaces' | 'beginsAt'> & { readonly kind: WorkbookKindView };

function KindForm({ kind, ...props }: KindFormProps) {
  const { account, consent } = props;
  const { data: unmapped } = useAnswer('workbook.unmapped', { accountId: account.id });
  if (kind.provider === null) return <Ways kind={kind} {...props} />;
  if (consent.isUnderWay) return <ConsentSteps consent={consent} provider={kind.provider} />;
  if (unmapped != null) return <TellColumns accountId={account.id} unmapped={unmapped} connected={consent.tell} />;
  if (unmapped === undefined) return <LoadingState height={120} />;
  return kind.registration === null ? <Ways kind={kind} {...props} /> : <WithRegistration kind={kind} {...props} />;
}

function WithRegistration({ kind, ...props }: KindFormProps) {
  const { data: registered, error, refetch } = useAnswer('registration.get', { kind: kind.id });
  if (registered === undefined)
    return error === null ? <LoadingState height={120} /> : <ErrorState failure={error} again={() => void refetch()} />;
  return <Ways kind={kind} registered={registered} {...props} />;
}

/** The ways of the kind, and what the chosen one needs. */
function Ways({
  kind,
  registered,
  account,
  consent,
  suggestedPath = '',
  done,
}: KindFormProps & { readonly registered?: Parameters<typeof Registration>[0]['registered'] }) {
  const texts = useWorkbookTexts()(kind.id);
  const ways = kind.ways.filter(({ reconnects }) => !reconnects);
  const [chosen, setChosen] = useState(ways[0]?.id ?? '');
  // What was typed is not forgotten with the way.
  const [typed, setTyped] = useState<string | null>(null);
  // A file that was picked is connected at once.
  const [picked, setPicked] = useState<string | null>(null);
  const way = ways.find(({ id }) => id === chosen);
  const forFiles = ways.find(({ makesNew, fields }) => !makesNew && fields.some(({ type }) => type === 'path'));
  const pick = (path: string): void => {
    setChosen(forFiles?.id ?? chosen);
    setTyped(path);
    setPicked(path);
  };
  const choices = (
    <Stack gap="xs" mt={texts.how === undefined ? 0 : 'xs'}>
      {ways.map(({ id }) => (
        <Radio key={id} value={id} label={textsAt(texts.ways, id).label} />
      ))}
    </Stack>
  );
  const needsRegistration = registered !== undefined && way?.asksInBrowser === true;
  return (
    <Stack gap="md">
      {forFiles !== undefined && <FoundFiles accountId={account.id} picked={picked} pick={pick} />}
      {ways.length > 1 && (
        <Radio.Group
          value={chosen}
          onChange={(id) => {
            setChosen(id);
            setPicked(null);
          }}
          {...(texts.how === undefined ? { 'aria-label': texts.title } : { label: texts.how })}
        >
          {choices}
        </Radio.Group>
      )}
      {needsRegistration && <Registration kind={kind} registered={registered} />}
      {way !== undefined && (!needsRegistration || registered !== null) && (
        <WayForm
          key={`${way.id} ${picked ?? ''}`}
          kind={kind}
          way={way}
          account={account}
          consent={consent}
          begunPath={typed ?? (way.makesNew ? suggestedPath : '')}
          typedPath={setTyped}
          isPicked={picked !== null && way === forFiles}
          done={done}
        />
      )}
    </Stack>
  );
}
