import { Box, Group, Loader, NativeSelect, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState, useEffect, useEffectEvent, useRef, useLayoutEffect } from 'react';
import type { DayMonthOrder } from '../../../../src/contract/control/statements.ts';
import { useTexts } from '../../../base/words.tsx';
import { ControlFailure } from '../../../base/control/carrier.ts';
import { endOfAccountName } from '../../../parts/account-name.tsx';
import { MessageLine } from '../../../parts/message-text.tsx';
import { RowMenu } from '../../../parts/row-menu.tsx';
import { ErrorState } from '../../../parts/layout.tsx';
import { type ChosenFile, isAsking, needsAccount, needsAnswers, needsDateOrder } from './use-files.ts';
import { Button, Muted } from '../../../parts/links.tsx';
import lines from '../../../parts/line.module.css';
import classes from '../connections.module.css';
import { IconFileImport, IconPlus } from '@tabler/icons-react';

interface FileLineProps {
  readonly file: ChosenFile;
  readonly edit: () => void;
  readonly remove: () => void;
  readonly setAccount: (bankAccount: string | null) => void;
  readonly setDateOrder: (dateOrder: DayMonthOrder | null) => void;
}

export function FileLine({ file, edit, remove, setAccount, setDateOrder }: FileLineProps) {
  const { connectionsImport: text, problemPlaces, parts } = useTexts();
  const { go } = problemPlaces;
  const { name, inspection, failure } = file;
  const isAsked = needsAnswers(file);
  const isTable = inspection?.csv != null && inspection.csv.columns.length > 0;
  const wrong =
    failure ?? (inspection?.problem != null && !isAsking(file) ? new ControlFailure(inspection.problem) : null);
  return (
    <li className={lines['line']} aria-label={name}>
      <Group
        justify="space-between"
        align="flex-start"
        gap="xs"
        className={(isAsked && classes['question']) || ''}
        data-open
      >
        <Box flex="1 1 0" miw="8rem">
          <Text fw={600}>{name}</Text>
          <FileSummary file={file} />
        </Box>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          {isTable && isAsked && (
            <Button size="xs" variant="light" onClick={edit} aria-label={parts.named({ label: go.answers, name })}>
              {go.answers}
            </Button>
          )}
          <RowMenu
            name={name}
            actions={[
              ...(isTable && !isAsked ? [{ label: text.howRead, act: edit }] : []),
              { label: parts.remove, act: remove, isDestructive: true },
            ]}
          />
        </Group>
      </Group>
      <AccountOfFile file={file} setAccount={setAccount} />
      <DateOrderOfFile file={file} setDateOrder={setDateOrder} />
      {wrong !== null && (
        <Box mt="xs">
          <ErrorState failure={wrong} />
        </Box>
      )}
    </li>
  );
}

function FileSummary({ file }: { readonly file: ChosenFile }) {
  const { connectionsImport: text, transactions: rowsText, parts, format } = useTexts();
  const { inspection, failure } = file;
  if (failure !== null) return null;
  if (inspection === null) {
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm">{parts.loading}</Text>
      </Group>
    );
  }
  const { csv, problem, transactions, accounts } = inspection;
  if (needsAnswers(file))
    return (
      <Text size="sm" c="var(--warning-ink)">
        {problem?.code === 'statement_csv_unclear' || csv === null
          ? text.unclearColumns
          : text.questions({ count: csv.questions.length })}
      </Text>
    );
  if (problem !== null) return null;
  return (
    <Muted>
      {text.of({
        format: inspection.format ?? '',
        count: rowsText.counts({ count: transactions }),
        accounts: format.list(accounts.map(endOfAccountName)),
      })}
    </Muted>
  );
}

function AccountOfFile({ file, setAccount }: Pick<FileLineProps, 'file' | 'setAccount'>) {
  const { connectionsImport: text, column, parts } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const account = file.inspection?.csv?.mapping?.account;
  const isAsked = needsAccount(file);
  const isChangeable =
    file.inspection?.csv?.isRemembered === true && account?.kind === 'named' && file.inspection.problem === null;
  if (!isAsked && !isChangeable) return null;
  if (!isAsked && !isOpen) {
    return (
      <Button
        mt={4}
        px={0}
        size="compact-xs"
        variant="subtle"
        onClick={() => setOpen(true)}
        aria-label={parts.named({ label: text.otherAccount, name: file.name })}
      >
        {text.otherAccount}
      </Button>
    );
  }
  const knownAccounts = account?.kind === 'each-file' ? account.accounts.map(({ name }) => name) : [];
  return (
    <TextInput
      mt="xs"
      maw="24rem"
      label={column.account}
      description={
        <>
          <Question file={file} isAsked={isAsked} /> {knownAccounts.join(', ')}
        </>
      }
      value={file.bankAccount ?? ''}
      onChange={({ currentTarget }) => setAccount(currentTarget.value === '' ? null : currentTarget.value)}
      maxLength={100}
      required={isAsked}
    />
  );
}

function Question({ file: { inspection }, isAsked }: { readonly file: ChosenFile; readonly isAsked: boolean }) {
  return isAsked && inspection?.problem != null && <MessageLine message={inspection.problem} />;
}

function DateOrderOfFile({ file, setDateOrder }: Pick<FileLineProps, 'file' | 'setDateOrder'>) {
  const { csvFile, parts, format } = useTexts();
  const { dateOrder } = file;
  const isAsked = needsDateOrder(file);
  if (!isAsked && dateOrder === null) return null;
  return (
    <NativeSelect
      mt="xs"
      maw="24rem"
      label={csvFile.subject.dateOrder}
      description={<Question file={file} isAsked={isAsked} />}
      value={dateOrder ?? ''}
      data={[
        { value: '', label: parts.choose },
        { value: 'dmy', label: format.dateOrder('dmy') },
        { value: 'mdy', label: format.dateOrder('mdy') },
      ]}
      onChange={({ currentTarget: { value } }) => setDateOrder(value === 'dmy' || value === 'mdy' ? value : null)}
      required={isAsked}
    />
  );
}

interface DropZoneProps {
  readonly add: (files: readonly File[]) => void;
  readonly opensAtOnce: boolean;
  /** True if files were chosen already. */
  readonly isCompact: boolean;
}

export function DropZone({ add, opensAtOnce, isCompact }: DropZoneProps) {
  const text = useTexts().connectionsImport;
  const input = useRef<HTMLInputElement>(null);
  const isOver = useFileDrop(add);
  const hasAsked = useRef(false);
  useEffect(() => {
    if (!opensAtOnce || hasAsked.current) return;
    hasAsked.current = true;
    input.current?.click();
  }, [opensAtOnce]);
  const choose = (): void => input.current?.click();
  return (
    // A single element, so that hidden children leave no gap.
    <div>
      {isCompact ? (
        <Button variant={isOver ? 'light' : 'default'} size="xs" icon={IconPlus} onClick={choose}>
          {text.more}
        </Button>
      ) : (
        <>
          <UnstyledButton
            visibleFrom="sm"
            className={classes['zone'] ?? ''}
            data-over={isOver || undefined}
            onClick={choose}
          >
            <IconFileImport size={24} stroke={1.5} aria-hidden />
            {text.drop}
          </UnstyledButton>
          <Button hiddenFrom="sm" fullWidth icon={IconFileImport} onClick={choose}>
            {text.choose}
          </Button>
          <Muted mt="xs">{text.dropAbout}</Muted>
        </>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // Allows choosing the same file again after it was changed.
          currentTarget.value = '';
          add(files);
        }}
      />
    </div>
  );
}

/** Accepts files dropped anywhere on the page. True while files are dragged over it. */
function useFileDrop(takeDropped: (files: readonly File[]) => void): boolean {
  const take = useEffectEvent(takeDropped);
  const [isOver, setOver] = useState(false);
  // A layout effect, since an effect after painting would miss an immediate drop.
  useLayoutEffect(() => {
    const unmounting = new AbortController();
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(false);
      // Skips dropped folders, which a browser cannot read.
      const items = [...event.dataTransfer.items].filter(
        (item) => item.kind === 'file' && item.webkitGetAsEntry()?.isDirectory !== true,
      );
      take(items.flatMap((item) => item.getAsFile() ?? []));
    };
    window.addEventListener('dragover', over, unmounting);
    window.addEventListener('dragleave', leave, unmounting);
    window.addEventListener('drop', drop, unmounting);
    return () => unmounting.abort();
  }, []);
  return isOver;
}
