import { type CalendarDate, toInstant } from '../../core/calendar-date.ts';
import { fieldOf, type JsonObject, listField, objectField, readAmount, textField } from '../json.ts';
import {
  type BankProtocol,
  type ServiceTransaction,
  type StatedTransaction,
  toTransaction,
} from '../service/bank-protocol.ts';
import { readStoredConsent } from '../service/consent.ts';
import { type BalanceFields, firstDay, hasDay, pendingSelection, readBalances } from '../service/psd2.ts';
import { createServiceSource } from '../service/service-source.ts';
import { countRequest, type Service } from '../service/service.ts';
import type { SourceContext } from '../source-kind.ts';
import type { Source } from '../source.ts';
import { HOST, openApi, parseConsent, type StoredConsent } from './api.ts';
import { linkedAccounts } from './consent.ts';
import { type Amount, negateAmount } from '../../core/amount.ts';
import { isPlaceholderId } from '../../core/provider-scheme.ts';

export function createGocardlessSource(context: SourceContext): Source {
  const { clock, budget, settings } = context;

  async function institutionOf(service: Service, { requisition }: StoredConsent): Promise<string> {
    const institutionId = settings['institution'];
    if (typeof institutionId === 'string') return institutionId;
    const path = `requisitions/${encodeURIComponent(requisition)}/`;
    const institution = textField(await service.get(path), 'institution_id');
    if (institution === null) throw service.unreadable(path);
    context.remember({ institution });
    return institution;
  }

  const pending = pendingSelection(context);
  return createServiceSource({
    kind: 'gocardless',
    corrects: context,
    skipsNewPending: pending.skipsNew,
    connect: async ({ signal, since }) => {
      const sealed = parseConsent(await readStoredConsent(context, HOST));
      const isTest = since === undefined;
      if (!isTest) countRequest(budget, HOST);
      const service = openApi({ ...context, ...sealed, signal });
      // This request does not use up the bank's limit: GoCardless knows the state of a consent without asking the bank.
      const linked = isTest ? await linkedAccounts(service, sealed.requisition) : null;
      return gocardlessProtocol(service, {
        sealed: { ...sealed, accounts: sealed.accounts.filter(({ id }) => linked?.includes(id) !== false) },
        bank: String(settings['bank']),
        quirks: isTest ? {} : findQuirks(await institutionOf(service, sealed)),
        withPending: pending.isRequested,
        now: () => clock.now(),
      });
    },
  });
}

interface ProtocolOptions {
  readonly sealed: StoredConsent;
  readonly bank: string;
  readonly quirks: BankQuirks;
  readonly withPending: boolean;
  readonly now: () => number;
}

/** Pending transactions are fetched only if the user turned them on: they have no stable ids, and banks change their texts on booking. */
function gocardlessProtocol(
  service: Service,
  { sealed, bank, quirks, withPending, now }: ProtocolOptions,
): BankProtocol {
  const pathOf = (id: string): string => `accounts/${encodeURIComponent(id)}`;
  return {
    host: service.host,
    accounts: async () => sealed.accounts.map((account) => ({ ...account, bank })),
    transactions: async ({ id, currency }, { since }) => {
      const from = since < sealed.historyFrom ? (sealed.historyFrom as CalendarDate) : since;
      const path = `${pathOf(id)}/transactions/?date_from=${from}`;
      const transactions = objectField(await service.get(path), 'transactions');
      const booked = listField(transactions, 'booked');
      if (booked === null) throw service.unreadable(path);
      const pending = withPending ? listField(transactions, 'pending') : [];
      const context = { accountCurrency: currency, quirks };
      return {
        list: [
          ...booked.map((json) => readTransaction(json, { ...context, status: 'posted' })),
          ...(pending ?? []).map((json) => readTransaction(json, { ...context, status: 'pending' })).filter(hasDay),
        ],
        isWhole: from === since && pending !== null,
      };
    },
    balances: async ({ id }, { today }) => {
      const answer = await service.get(`${pathOf(id)}/balances/`);
      const stated = readBalances(answer, BALANCES, { today, at: toInstant(now()) });
      // At banks that invert signs, only the sign of available balances is known.
      return quirks.hasInvertedSigns === true ? stated.filter(({ kind }) => kind === 'available') : stated;
    },
  };
}

interface ReadingContext {
  readonly accountCurrency: string | null;
  readonly status: 'posted' | 'pending';
  readonly quirks: BankQuirks;
}

/** Booked transactions have the booking day; amounts are signed. Pending ones get no id, because GoCardless changes it on booking. */
export function readTransaction(json: unknown, context: ReadingContext): ServiceTransaction {
  const { status, quirks } = context;
  return toTransaction(json, (transaction) => {
    const remittance = readRemittance(transaction, context);
    const money = readMoney(transaction, remittance, context);
    const isProven = status === 'posted' && quirks.hasInvertedSigns !== true;
    return {
      id: status === 'pending' ? null : idOf(transaction),
      hasOptionalId: true,
      date: firstDay(transaction, ['bookingDate', 'bookingDateTime', 'valueDate', 'valueDateTime']),
      ...money,
      texts: textsOf(transaction, remittance.text, money.amount?.startsWith('-') === true, quirks),
      isPending: status === 'pending',
      balanceAfter: isProven ? readBalanceAfter(transaction, money.currency) : null,
    };
  });
}

function idOf(transaction: JsonObject): string | null {
  const id = textField(transaction, 'transactionId');
  const isOwn = id !== null && !isPlaceholderId(id);
  return (isOwn ? id : textField(transaction, 'internalTransactionId'))?.trim() ?? null;
}

type Money = Pick<StatedTransaction, 'amount' | 'formerAmount' | 'currency'>;

function readMoney(
  transaction: JsonObject,
  { billed, lacksMinus }: Remittance,
  { accountCurrency, quirks }: ReadingContext,
): Money {
  const money = objectField(transaction, 'transactionAmount');
  const sent = readAmount(fieldOf(money, 'amount'));
  const currency = textField(money, 'currency')?.toUpperCase() ?? accountCurrency;
  if (sent === null || currency === null) return { amount: null, currency };
  if (billed !== null) {
    const unsigned = readAmount(billed.replace(/^-/, ''));
    const amount = unsigned !== null && sent.startsWith('-') ? negateAmount(unsigned) : unsigned;
    return corrected(amount, sent, accountCurrency ?? quirks.billedCurrency ?? currency);
  }
  const isOut = lacksMinus && !sent.startsWith('-');
  return corrected(quirks.hasInvertedSigns === true || isOut ? negateAmount(sent) : sent, sent, currency);
}

function corrected(amount: Amount | null, sent: Amount, currency: string): Money {
  return { amount, ...(amount !== sent && { formerAmount: sent }), currency };
}

interface Remittance {
  readonly text: string | null;
  /** The amount charged to the account; null if `transactionAmount` already is that amount. */
  readonly billed: string | null;
  readonly lacksMinus: boolean;
}

function readRemittance(transaction: JsonObject, { status, quirks }: ReadingContext): Remittance {
  const lines = ['remittanceInformationUnstructuredArray', 'remittanceInformationStructuredArray'].flatMap((name) =>
    (listField(transaction, name) ?? []).filter((line) => typeof line === 'string'),
  );
  const text =
    textField(transaction, 'remittanceInformationUnstructured') ??
    (lines.join(' ').trim() || textField(transaction, 'remittanceInformationStructured'));
  const behind = (prefix: string | undefined): string | null =>
    prefix !== undefined && text?.startsWith(prefix) === true ? text.slice(prefix.length).trim() : null;
  const billed = behind(quirks.billedAmountPrefix);
  const purchase = status === 'pending' ? behind(quirks.pendingPurchasePrefix) : null;
  return { text: billed === null ? (purchase ?? text) : null, billed, lacksMinus: purchase !== null };
}

/** Prefers the ultimate party, which is the shop behind a payment provider: actual-server#331. */
function textsOf(
  transaction: JsonObject,
  text: string | null,
  isOut: boolean,
  { hasPayeeInAdditionalInformation }: BankQuirks,
): StatedTransaction['texts'] {
  const party = textField(transaction, isOut ? 'creditorName' : 'debtorName');
  const ultimate = textField(transaction, isOut ? 'ultimateCreditor' : 'ultimateDebtor');
  const additional = textField(transaction, 'additionalInformation');
  const reference = textField(transaction, 'endToEndId');
  if (hasPayeeInAdditionalInformation === true && additional !== null) return [additional, party, text];
  const what = text ?? additional ?? (reference === null || isPlaceholderId(reference) ? null : reference);
  return ultimate === null ? [party, what] : [ultimate, party, what];
}

function readBalanceAfter(transaction: JsonObject, currency: string | null): Amount | null {
  const balance = objectField(transaction, 'balanceAfterTransaction');
  const money = objectField(balance, 'balanceAmount');
  const isBooked = /^(?:interim|closing)Booked$/.test(textField(balance, 'balanceType') ?? 'interimBooked');
  return isBooked && textField(money, 'currency')?.toUpperCase() === currency
    ? readAmount(fieldOf(money, 'amount'))
    : null;
}

/** Berlin Group types. Ignores other types, such as `expected` or `nonInvoiced`, which include unbooked transactions. */
const BALANCES: BalanceFields = {
  type: 'balanceType',
  money: 'balanceAmount',
  day: 'referenceDate',
  kinds: new Map([
    ['closingBooked', 'booked'],
    ['interimBooked', 'booked'],
    ['openingBooked', 'opening'],
    ['previouslyClosedBooked', 'closing'],
    ['closingAvailable', 'available'],
    ['interimAvailable', 'available'],
  ]),
};

interface BankQuirks {
  /** True if spending and debt are positive. */
  readonly hasInvertedSigns?: true;
  readonly hasPayeeInAdditionalInformation?: true;
  /** `transactionAmount` is in the merchant's currency; the charged amount follows this prefix in the text. */
  readonly billedAmountPrefix?: string;
  /** Currency of the charged amount, if the bank does not send the account's currency. */
  readonly billedCurrency?: string;
  /** Pending purchases lack the minus sign and begin with this text. */
  readonly pendingPurchasePrefix?: string;
}

const SEB_KORT = `
  SEB_KORT_AB_NO_SKHSFI21 SEB_KORT_AB_SE_SKHSFI21 SEB_CARD_ESSESESS
  NORDIC_CHOICE_CLUB_NO_SKHSFI21 NORDIC_CHOICE_CLUB_SE_SKHSFI21
  EUROCARD_SE_SKHSFI21 EUROCARD_DK_SKHSFI21 EUROCARD_FI_SKHSFI21 EUROCARD_NO_SKHSFI21
  GLOBECARD_DK_SKHSFI21 GLOBECARD_NO_SKHSFI21 OPEL_MASTERCARD_SKHSFI21 SAAB_MASTERCARD_SKHSFI21
  SAS_MASTERCARD_NO_SKHSFI21 SAS_MASTERCARD_SE_SKHSFI21 SAS_MASTERCARD_FI_SKHSFI21 SAS_MASTERCARD_DK_SKHSFI21
  SJ_PRIO_MASTERCARD_SKHSFI21
  CIRCLE_K_MASTERCARD_NO_SKHSFI21 CIRCLE_K_MASTERCARD_SE_SKHSFI21 CIRCLE_K_MASTERCARD_DK_SKHSFI21
  WALLET_SKHSFI21 INGO_MASTERCARD_SKHSFI21 SCANDIC_SKHSFI21`;

/** Quirks by institution id. GoCardless does not document them; users of Actual found them (`app-gocardless/banks`). */
const QUIRKS: Readonly<Record<string, BankQuirks>> = {
  // actual-server#325 and #350, actual#4857
  ...Object.fromEntries(
    SEB_KORT.trim()
      .split(/\s+/)
      .map((id) => [id, { hasInvertedSigns: true, hasPayeeInAdditionalInformation: true } as const]),
  ),
  // actual-server#316
  SEB_ESSESESS_PRIVATE: { hasPayeeInAdditionalInformation: true },
  // actual#5914
  CETELEM_CETMPTP1XXX: { hasInvertedSigns: true },
  // actual-server#506
  ENTERCARD_SWEDNOKK: { billedAmountPrefix: 'billingAmount:', billedCurrency: 'SEK' },
  // actual-server#448
  NBG_ETHNGRAAXXX: { pendingPurchasePrefix: 'ΑΓΟΡΑ ' },
};

function findQuirks(institutionId: string): BankQuirks {
  return Object.hasOwn(QUIRKS, institutionId) ? (QUIRKS[institutionId] ?? {}) : {};
}
