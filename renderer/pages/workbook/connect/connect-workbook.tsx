import { Alert, Button, Radio, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconCircleCheck, IconClockExclamation, IconFileSearch, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { AccountView } from '../../../../src/contract/control/accounts.ts';
import type { WorkbookKindView } from '../../../../src/contract/control/kinds.ts';
import type { ConnectedView, FoundWorkbook } from '../../../../src/contract/control/workbook.ts';
import { textsAt } from '../../../../src/messages/kind-texts.ts';
import { useTexts } from '../../../base/words.tsx';
import { useCarrier } from '../../../control/control-context.tsx';
import { useAnswer } from '../../../control/use-control.ts';
import { ChoosePath } from '../../../parts/choose-path.tsx';
import { useWorkbookTexts } from '../../../parts/kinds/use-kind-texts.ts';
import { useWorkbookKinds } from '../../../parts/kinds/use-kinds.ts';
import { ErrorState, LoadingState } from '../../../parts/states.tsx';
import { useFileDrop } from '../../../parts/use-file-drop.ts';
import { type Consent, ConsentSteps } from './consent-steps.tsx';
import { Registration } from './registration.tsx';
import { TellColumns, WayForm } from './way-form.tsx';
import classes from '../workbook.module.css';

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

/** That a spreadsheet is connected, and when its service ends that on its own. */
export function ConnectedNotice({
  connected: { permissionEndsAt, place },
  close,
}: {
  readonly connected: ConnectedView;
  readonly close: () => void;
}) {
  const text = useTexts().workbookConnect;
  const say = useWorkbookTexts();
  const { ending } = say(place.kind);
  const isLasting = permissionEndsAt === null;
  return (
    <Alert
      title={text.connected}
      icon={isLasting ? <IconCircleCheck aria-hidden /> : <IconClockExclamation aria-hidden />}
      role="status"
    >
      <Stack gap="sm" align="flex-start">
        {permissionEndsAt !== null && ending !== undefined && (
          <Text size="sm">{ending.page({ until: permissionEndsAt })}</Text>
        )}
        <Button variant="default" size="xs" onClick={close}>
          OK
        </Button>
      </Stack>
    </Alert>
  );
}

interface FoundFilesProps {
  readonly accountId: string;
  readonly picked: string | null;
  readonly pick: (path: string) => void;
}

/** Spreadsheets where a person keeps theirs, so that no path need be typed. */
function FoundFiles({ accountId, picked, pick }: FoundFilesProps) {
  const text = useTexts().workbookConnect;
  const { data: files = [] } = useAnswer('workbook.found', { accountId });
  return (
    <section aria-label={text.found}>
      <Text fw={600} size="sm">
        {text.found}
      </Text>
      <Text size="sm" c="dimmed" mb="xs">
        {text.foundAbout}
      </Text>
      <DroppedFile found={files} pick={pick} />
      <ul className={classes['found']}>
        {files.map(({ path, name, folder, changedAt }) => (
          <li key={path}>
            <UnstyledButton className={classes['file'] ?? ''} aria-pressed={picked === path} onClick={() => pick(path)}>
              <IconTable size={20} stroke={1.6} aria-hidden />
              <span>
                <strong>{name}</strong>
                <span className={classes['in']}>{text.foundIn({ folder, at: changedAt })}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <ChoosePath kind="workbook" typed={picked ?? ''} label={text.found} choose={pick} />
    </section>
  );
}

const FolderBrowser = lazy(async () => ({
  default: (await import('../../../parts/folder-browser.tsx')).FolderBrowser,
}));

interface DroppedFileProps {
  readonly found: readonly FoundWorkbook[];
  readonly pick: (path: string) => void;
}

/**
 * A spreadsheet that is dropped on the page is never taken for a copy of it: a browser tells its name, and the person where it
 * is, beginning where a file of that name was found.
 */
function DroppedFile({ found, pick }: DroppedFileProps) {
  const text = useTexts().workbookConnect;
  const carrier = useCarrier();
  const [dropped, setDropped] = useState<string | null>(null);
  const isOver = useFileDrop(([file]) => setDropped(file?.name ?? null));
  if (isOver) return <div className={classes['drop']}>{text.dropNow}</div>;
  if (dropped === null) return null;
  const isWorkbook = /\.xlsx$/i.test(dropped);
  const name = { name: dropped };
  return (
    <Alert
      mb="sm"
      role="status"
      icon={<IconFileSearch aria-hidden />}
      title={isWorkbook ? text.dropped(name) : text.droppedOther(name)}
    >
      <Text size="sm">{isWorkbook ? text.droppedAbout : text.droppedOtherAbout}</Text>
      {isWorkbook && !carrier.isDesktop && (
        <Suspense fallback={<LoadingState height={160} />}>
          <FolderBrowser
            key={dropped}
            id="dropped"
            kind="workbook"
            typed={found.find((file) => file.name === dropped)?.path ?? ''}
            wanted={dropped}
            choose={(path) => {
              setDropped(null);
              pick(path);
            }}
            close={() => setDropped(null)}
          />
        </Suspense>
      )}
    </Alert>
  );
}
