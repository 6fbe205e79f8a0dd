import { Alert, Button, Radio, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconClockExclamation, IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import type { WorkbookKindView } from '../../../../src/contract/control/kinds.ts';
import type { ConnectedView } from '../../../../src/contract/control/workbook.ts';
import { textsAt } from '../../../../src/messages/kind-texts.ts';
import { useTexts } from '../../../base/words.tsx';
import { useAnswer } from '../../../base/control/use-control.tsx';
import { ChoosePath } from '../../../parts/choose-path.tsx';
import { useWorkbookTexts, useWorkbookKinds } from '../../../parts/kinds/use-kinds.ts';
import { LoadingState } from '../../../parts/layout.tsx';
import { type WorkbookConsent, ConsentSteps } from './consent-steps.tsx';
import { type Filled, MapFile, Registration, TellColumns, WayForm } from './way-form.tsx';
import { RecognizedRows } from '../mapping/recognized.tsx';
import { Muted } from '../../../parts/links.tsx';
import { ChoiceCard } from '../../../parts/choice-card.tsx';
import { useAccountAnswer } from '../../../parts/account-context.tsx';

interface ConnectWorkbookProps {
  readonly consent: WorkbookConsent;
  readonly replaces: boolean;
  readonly beginsAt: string | null;
  readonly suggestedPath?: string;
  readonly done: () => void;
}

export function ConnectWorkbook({ replaces, beginsAt, done, ...props }: ConnectWorkbookProps) {
  const text = useTexts().workbookConnect;
  const say = useWorkbookTexts();
  const kinds = useWorkbookKinds();
  const [chosen, setChosen] = useState(beginsAt);
  if (chosen === null && beginsAt !== null) setChosen(beginsAt);
  const [unrecognized, setUnrecognized] = useState<Filled | null>(null);
  const kind = kinds.find(({ id }) => id === chosen) ?? kinds[0];
  if (kind === undefined) return <LoadingState height={120} />;
  if (unrecognized !== null) return <MapFile filled={unrecognized} done={done} close={() => setUnrecognized(null)} />;
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
      <KindForm key={kind.id} kind={kind} map={setUnrecognized} done={done} {...props} />
    </Stack>
  );
}

interface KindFormProps extends Pick<ConnectWorkbookProps, 'consent' | 'suggestedPath' | 'done'> {
  readonly kind: WorkbookKindView;
  readonly map: (filled: Filled) => void;
}

function KindForm({ kind, ...props }: KindFormProps) {
  const { consent } = props;
  const { data: unmapped } = useAccountAnswer('workbook.unmapped');
  if (kind.provider === null) return <Ways kind={kind} {...props} />;
  if (consent.isUnderWay) return <ConsentSteps consent={consent} provider={kind.provider} />;
  if (unmapped != null) return <TellColumns unmapped={unmapped} connected={consent.tell} />;
  if (unmapped === undefined) return <LoadingState height={120} />;
  return <Ways kind={kind} {...props} />;
}

function Ways({ kind, consent, suggestedPath = '', map, done }: KindFormProps) {
  const registerable = kind.registration === null ? null : { kind: kind.id };
  const { data: registered, error, refetch } = useAnswer('registration.get', registerable);
  const texts = useWorkbookTexts()(kind.id);
  const ways = kind.ways.filter(({ reconnects }) => !reconnects);
  const [chosen, setChosen] = useState(ways[0]?.id ?? '');
  const [typed, setTyped] = useState<string | null>(null);
  const [pickedPath, setPickedPath] = useState<string | null>(null);
  if (registerable !== null && registered === undefined)
    return <LoadingState height={120} failure={error} retry={refetch} />;
  const way = ways.find(({ id }) => id === chosen);
  const forFiles = ways.find(({ makesNew, fields }) => !makesNew && fields.some(({ type }) => type === 'path'));
  const pick = (path: string): void => {
    setChosen(forFiles?.id ?? chosen);
    setTyped(path);
    setPickedPath(path);
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
      {forFiles !== undefined && <FoundFiles pickedPath={pickedPath} pick={pick} />}
      {ways.length > 1 && (
        <Radio.Group
          value={chosen}
          onChange={(id) => {
            setChosen(id);
            setPickedPath(null);
          }}
          {...(texts.how === undefined ? { 'aria-label': texts.title } : { label: texts.how })}
        >
          {choices}
        </Radio.Group>
      )}
      {needsRegistration && <Registration kind={kind} registered={registered} />}
      {way !== undefined && (!needsRegistration || registered !== null) && (
        <WayForm
          key={`${way.id} ${pickedPath ?? ''}`}
          kind={kind}
          way={way}
          consent={consent}
          initialPath={typed ?? (way.makesNew ? suggestedPath : '')}
          typedPath={setTyped}
          isPicked={pickedPath !== null && way === forFiles}
          map={map}
          done={done}
        />
      )}
    </Stack>
  );
}

interface ConnectedNoticeProps {
  readonly connected: ConnectedView;
  /** Missing if the page has another button to continue. */
  readonly close?: () => void;
}

export function ConnectedNotice({ connected: { permissionEndsAt, place }, close }: ConnectedNoticeProps) {
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
        <RecognizedRows />
        {close !== undefined && (
          <Button variant="default" size="xs" onClick={close}>
            OK
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

interface FoundFilesProps {
  readonly pickedPath: string | null;
  readonly pick: (path: string) => void;
}

function FoundFiles({ pickedPath, pick }: FoundFilesProps) {
  const { workbookConnect: text, choosePath } = useTexts();
  const { data: files = [] } = useAccountAnswer('workbook.found');
  return (
    <section aria-label={text.found}>
      <Text fw={600} size="sm">
        {text.found}
      </Text>
      <Muted mb="xs">{text.foundAbout}</Muted>
      <Stack component="ul" gap={4} mb="xs">
        {files.map(({ path, name, folder, changedAt }) => (
          <li key={path}>
            <ChoiceCard
              icon={IconTable}
              title={name}
              about={[folder, choosePath.changed({ at: changedAt })]}
              aria-pressed={pickedPath === path}
              onClick={() => pick(path)}
            />
          </li>
        ))}
      </Stack>
      <ChoosePath kind="workbook" typed={pickedPath ?? ''} label={text.found} choose={pick} />
    </section>
  );
}
