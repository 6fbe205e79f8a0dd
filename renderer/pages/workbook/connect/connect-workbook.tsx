import { Alert, Button, Radio, Stack, Text } from '@mantine/core';
import {
  IconCircleCheck,
  IconClockExclamation,
  IconCloud,
  IconFilePlus,
  IconFolderOpen,
  IconTable,
} from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import type { WorkbookKindView } from '../../../../src/contract/control/kinds.ts';
import type { ConnectedView } from '../../../../src/contract/control/workbook.ts';
import { textsAt } from '../../../../src/messages/kind-texts.ts';
import { useTexts } from '../../../base/words.tsx';
import { useAnswer } from '../../../base/control/use-control.tsx';
import { useWorkbookTexts, useWorkbookKinds } from '../../../parts/kinds/use-kinds.ts';
import { LoadingState } from '../../../parts/layout.tsx';
import { type WorkbookConsent, ConsentSteps } from './consent-steps.tsx';
import { type Filled, MapFile, type NewFile, Registration, MapColumns, WayForm } from './way-form.tsx';
import { RecognizedRows } from '../mapping/recognized.tsx';
import { ChoiceCard } from '../../../parts/choice-card.tsx';
import { useAccountAnswer } from '../../../parts/account-context.tsx';

interface ConnectWorkbookProps {
  readonly consent: WorkbookConsent;
  readonly replaces: boolean;
  readonly beginsAt: string | null;
  readonly newFile?: NewFile;
  /** The element that the form's button is rendered into; by default, it is below the form. */
  readonly foot?: HTMLElement | null;
  readonly done: () => void;
}

export function ConnectWorkbook({ consent, replaces, beginsAt, done, ...props }: ConnectWorkbookProps) {
  const { workbookConnect: text, choosePath } = useTexts();
  const choices = useChoices();
  const { data: files = [] } = useAccountAnswer('workbook.found');
  const [chosen, setChosen] = useState(beginsAt);
  if (chosen === null && beginsAt !== null) setChosen(beginsAt);
  const [pickedPath, setPickedPath] = useState<string | null>(null);
  const [unrecognized, setUnrecognized] = useState<Filled | null>(null);
  if (choices.length === 0) return <LoadingState height={120} />;
  if (unrecognized !== null) return <MapFile filled={unrecognized} done={done} close={() => setUnrecognized(null)} />;
  const open = choices.find(({ id }) => id === chosen) ?? choices[0];
  const forFiles = choices.find(({ way }) => way?.makesNew === false);
  const pick = (path: string): void => {
    setChosen(forFiles?.id ?? null);
    setPickedPath(path);
  };
  return (
    <Stack gap="md">
      {replaces && <Text size="sm">{text.replaces}</Text>}
      <Stack component="ul" gap="xs" aria-label={text.where}>
        {choices.map((choice) => (
          <Fragment key={choice.id}>
            {choice === forFiles &&
              files.map(({ path, name, folder, changedAt }) => (
                <li key={path}>
                  <ChoiceCard
                    icon={IconTable}
                    title={name}
                    about={[folder, choosePath.changed({ at: changedAt })]}
                    onClick={() => pick(path)}
                  />
                </li>
              ))}
            <li>
              <ChoiceCard
                icon={choice.icon}
                title={choice.title}
                about={choice.about === undefined ? [] : [choice.about]}
                aria-expanded={choice === open}
                onClick={() => {
                  setChosen(choice.id);
                  setPickedPath(null);
                }}
              >
                {choice !== open ? undefined : choice.way === null ? (
                  <KindForm kind={choice.kind} consent={consent} map={setUnrecognized} done={done} {...props} />
                ) : (
                  <WayForm
                    key={pickedPath}
                    kind={choice.kind}
                    way={choice.way}
                    consent={consent}
                    pickedPath={pickedPath}
                    pick={pick}
                    map={setUnrecognized}
                    done={done}
                    {...props}
                  />
                )}
              </ChoiceCard>
            </li>
          </Fragment>
        ))}
      </Stack>
    </Stack>
  );
}

/** One choice for each way to use a local file, such as a new or an existing one. An online service is one choice. */
function useChoices() {
  const say = useWorkbookTexts();
  return useWorkbookKinds().flatMap((kind) =>
    (kind.provider === null ? kind.ways : [null]).map((way) => {
      const texts = say(kind.id);
      const { label: title, about } = way === null ? { ...texts, label: texts.title } : textsAt(texts.ways, way.id);
      const icon = way === null ? IconCloud : way.makesNew ? IconFilePlus : IconFolderOpen;
      return { id: way === null ? kind.id : `${kind.id} ${way.id}`, kind, way, icon, title, about };
    }),
  );
}

interface KindFormProps extends Pick<ConnectWorkbookProps, 'consent' | 'foot' | 'done'> {
  readonly kind: WorkbookKindView;
  readonly map: (filled: Filled) => void;
}

function KindForm({ kind, ...props }: KindFormProps) {
  const { consent } = props;
  const { data: unmapped } = useAccountAnswer('workbook.unmapped');
  if (consent.isUnderWay) return <ConsentSteps consent={consent} provider={kind.provider ?? ''} />;
  if (unmapped != null) return <MapColumns unmapped={unmapped} connected={consent.setConnected} />;
  if (unmapped === undefined) return <LoadingState height={120} />;
  return <Ways kind={kind} {...props} />;
}

function Ways({ kind, ...props }: KindFormProps) {
  const registerable = kind.registration === null ? null : { kind: kind.id };
  const { data: registered, error, refetch } = useAnswer('registration.get', registerable);
  const texts = useWorkbookTexts()(kind.id);
  const ways = kind.ways.filter(({ reconnects }) => !reconnects);
  const [chosen, setChosen] = useState(ways[0]?.id ?? '');
  if (registerable !== null && registered === undefined)
    return <LoadingState height={120} failure={error} retry={refetch} />;
  const way = ways.find(({ id }) => id === chosen);
  const needsRegistration = registered !== undefined && way?.asksInBrowser === true;
  return (
    <Stack gap="md">
      {ways.length > 1 && (
        <Radio.Group value={chosen} onChange={setChosen} label={texts.how}>
          <Stack gap="xs" mt="xs">
            {ways.map(({ id }) => (
              <Radio key={id} value={id} label={textsAt(texts.ways, id).label} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {needsRegistration && <Registration kind={kind} registered={registered} />}
      {way !== undefined && (!needsRegistration || registered !== null) && (
        <WayForm key={way.id} kind={kind} way={way} {...props} />
      )}
    </Stack>
  );
}

interface ConnectedNoticeProps {
  readonly connected: ConnectedView;
  /** Omitted if the page has another button to continue. */
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
