import { ActionIcon, type ComboboxItem, Group, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFilter, IconSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Format } from '../../../src/messages/format.ts';
import { capitalized } from '../../../src/messages/shared-words.ts';
import type { Texts } from '../../base/texts.ts';
import { useTexts } from '../../base/words.tsx';
import { shortAccountName } from '../../parts/account-name.tsx';
import {
  type OpenTransaction,
  readTransactionsAddress,
  type TransactionChoice,
  transactionsAddress,
} from '../../parts/transactions-address.ts';
import { dayOf, useNow } from '../../parts/use-now.ts';
import { useIsNarrow } from '../../parts/use-is-narrow.ts';
import { type PeriodName, periodOn, PERIODS } from './periods.ts';
import { useAccountAnswer } from '../../parts/account-context.tsx';

const TYPING_MS = 250;
const MAX_SEARCH = 200;
const HALF = '1 1 11.5rem';
/** For accounts, whose names are longer and whose last digits must stay visible. */
const WIDE = '2 1 15rem';
/** Values of the category filter: all, without a category, and a prefix that keeps a category named "none" distinct. */
const [ALL, NONE, SOME] = ['', 'none', 'is '];
const CHOSEN = 'chosen';

export function Filters({ choosing: { choice, choose: navigate } }: { readonly choosing: Choosing }) {
  const { transactions: text, column: columns, overview, format } = useTexts();
  const [pending, setPending] = useState<string | null>(null);
  // A change of another filter also applies the search that is still being typed, which would otherwise be lost.
  const choose: Choosing['choose'] = (changes) =>
    navigate({ ...(pending !== null && { search: pending || undefined }), ...changes });
  const { data: facets } = useAccountAnswer('transaction.facets');
  const counted = (name: string, count: number): string => `${name} (${format.number(count)})`;
  const accounts = (facets?.accounts ?? []).map(({ id, name, count }) => ({
    value: id,
    label: counted(shortAccountName(name), count),
  }));
  const categories = (facets?.categories ?? []).map(({ name, count }) => ({
    value: SOME + name,
    label: counted(name, count),
  }));
  const category = choice.category === undefined ? ALL : choice.category === '' ? NONE : SOME + choice.category;
  const today = dayOf(new Date(useNow()));
  const [isChoosingDays, setChoosingDays] = useState(false);
  const period = isChoosingDays ? CHOSEN : periodOf(choice, today);
  const isNarrow = useIsNarrow();
  const isSet = isChoosingDays || Object.keys(choice).some((name) => name !== 'search');
  const [isOpen, setOpen] = useState(false);
  const filters = (
    <>
      <NativeSelect
        label={columns.account}
        flex={WIDE}
        value={choice.bankAccountId ?? ALL}
        data={[{ value: ALL, label: text.allAccounts }, ...withChosen(accounts, choice.bankAccountId ?? ALL)]}
        onChange={({ currentTarget: { value } }) => choose({ bankAccountId: value === ALL ? undefined : value })}
      />
      <NativeSelect
        label={columns.category}
        flex={isNarrow ? WIDE : HALF}
        value={category}
        data={[
          { value: ALL, label: text.allCategories },
          { value: NONE, label: counted(overview.uncategorized, facets?.uncategorised ?? 0) },
          ...withChosen(categories, category === NONE ? ALL : category, choice.category),
        ]}
        onChange={({ currentTarget: { value } }) =>
          choose({ category: value === ALL ? undefined : value === NONE ? '' : value.slice(SOME.length) })
        }
      />
      <NativeSelect
        label={text.period}
        flex={HALF}
        value={period}
        data={[
          { value: ALL, label: text.periods.all },
          ...PERIODS.map((name) => ({ value: name, label: periodName(name, text, format) })),
          { value: CHOSEN, label: text.periods.chosen },
        ]}
        onChange={({ currentTarget: { value } }) => {
          const name = PERIODS.find((each) => each === value);
          setChoosingDays(value === CHOSEN);
          if (value !== CHOSEN) choose(name === undefined ? { from: undefined, to: undefined } : periodOn(name, today));
        }}
      />
      {period === CHOSEN && (
        <>
          <TextInput
            type="date"
            flex={HALF}
            label={text.from}
            value={choice.from ?? ''}
            max={choice.to}
            onChange={({ currentTarget: { value } }) => choose({ from: value || undefined })}
          />
          <TextInput
            type="date"
            flex={HALF}
            label={text.to}
            value={choice.to ?? ''}
            min={choice.from}
            onChange={({ currentTarget: { value } }) => choose({ to: value || undefined })}
          />
        </>
      )}
      {/* A wide table is sorted by clicking its headers, so it needs no field. */}
      {isNarrow && (
        <NativeSelect
          label={text.order}
          flex={HALF}
          value={choice.order ?? ALL}
          data={[
            { value: ALL, label: text.orders.newest },
            { value: 'date', label: text.orders.oldest },
            { value: 'amount', label: text.orders.lowest },
            { value: '-amount', label: text.orders.highest },
            { value: 'description', label: columns.description },
          ]}
          onChange={({ currentTarget: { value } }) => choose({ order: value === ALL ? undefined : value })}
        />
      )}
    </>
  );
  return (
    <Group
      component="form"
      role="search"
      gap="sm"
      align="flex-end"
      mb="sm"
      onSubmit={(event) => event.preventDefault()}
    >
      <Search
        isNarrow={isNarrow}
        choice={choice}
        setPending={setPending}
        choose={(search, goesOn) => navigate({ search }, goesOn)}
      />
      {isNarrow && (
        <ActionIcon
          variant={isSet ? 'light' : 'default'}
          size={36}
          aria-label={text.filter}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconFilter size={18} aria-hidden />
        </ActionIcon>
      )}
      {(!isNarrow || isOpen) && filters}
    </Group>
  );
}

function periodName(name: PeriodName, { periods }: Texts['transactions'], format: Format): string {
  if (name === 'last90Days') return periods.last90Days;
  return capitalized(format.distance(name.startsWith('this') ? 0 : -1, name.endsWith('Month') ? 'month' : 'year'));
}

function periodOf({ from, to }: TransactionChoice, today: string): string {
  if (from === undefined && to === undefined) return ALL;
  const isOne = (name: PeriodName): boolean => {
    const period = periodOn(name, today);
    return period.from === from && period.to === to;
  };
  return PERIODS.find(isOne) ?? CHOSEN;
}

/** A choice from a link stays visible even if no option matches it. */
function withChosen(options: readonly ComboboxItem[], value: string, label = value): readonly ComboboxItem[] {
  return value === ALL || options.some((option) => option.value === value) ? options : [...options, { value, label }];
}

interface SearchProps {
  readonly isNarrow: boolean;
  readonly choice: TransactionChoice;
  readonly setPending: (search: string | null) => void;
  readonly choose: (search: string | undefined, goesOn: boolean) => void;
}

function Search({ isNarrow, choice, setPending, choose }: SearchProps) {
  const text = useTexts().transactions;
  const value = choice.search ?? '';
  const [input, setInput] = useState(value);
  const lastSearch = useRef<string | null>(null);
  const search = useDebouncedCallback((next: string) => {
    setPending(null);
    if (next === value) return;
    lastSearch.current = next;
    choose(next || undefined, value !== '' && next !== '');
  }, TYPING_MS);
  // Navigation discards a pending search, which belonged to the previous address.
  useEffect(() => {
    const { search: named = '' } = choice;
    const isOwn = lastSearch.current === named;
    lastSearch.current = null;
    if (isOwn) return;
    search.cancel();
    setPending(null);
    setInput(named);
  }, [choice, search, setPending]);
  return (
    <TextInput
      type="search"
      {...(isNarrow ? { 'aria-label': text.search } : { label: text.search })}
      placeholder={text.searchHint}
      leftSection={<IconSearch size={16} aria-hidden />}
      // In a narrow window, leaves room for the filters' button in the same row.
      flex={isNarrow ? '1 1 calc(100% - 4rem)' : '3 1 16rem'}
      maxLength={MAX_SEARCH}
      value={input}
      onChange={({ currentTarget }) => {
        setInput(currentTarget.value);
        setPending(currentTarget.value);
        search(currentTarget.value);
      }}
    />
  );
}

interface Choosing {
  readonly choice: TransactionChoice;
  readonly open: OpenTransaction | null;
  /** An undefined value removes its filter. Adds a history entry, except while the user continues to type (`goesOn`). */
  readonly choose: (changes: TransactionChoice, goesOn?: boolean) => void;
  readonly clear: () => void;
  readonly show: (transaction: OpenTransaction | null) => void;
}

/** The choice is stored in the address, so that the back button, reloads and links restore it. */
export function useChoice(): Choosing {
  const [location, navigate] = useLocation();
  const { choice, open } = useMemo(() => readTransactionsAddress(location), [location]);
  return {
    choice,
    open,
    choose: (changes, goesOn = false) => {
      const next = Object.fromEntries(
        Object.entries({ ...choice, ...changes }).filter(([, value]) => value !== undefined),
      );
      navigate(transactionsAddress(next), { replace: goesOn });
    },
    clear: () => navigate(transactionsAddress()),
    show: (transaction) => navigate(transactionsAddress(choice, transaction), { replace: transaction === null }),
  };
}
