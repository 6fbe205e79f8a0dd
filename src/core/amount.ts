/** A decimal such as "-1234.50" or "0.125". Never an exponent, a plus, a thousands separator or "-0.00". */
export type Amount = string & { readonly __brand: 'Amount' };

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d*))?$|^([+-]?)\.(\d+)$/;

/** A fast path: nearly all amounts of files and workbooks already have this form. */
const ALREADY_PLAIN = /^(?!-0\.00$)-?(?:0|[1-9]\d*)\.\d\d$/;

export function parseAmount(text: string): Amount | null {
  if (ALREADY_PLAIN.test(text)) return text as Amount;
  const match = DECIMAL.exec(text.trim());
  if (match === null) return null;
  const sign = match[1] ?? match[4] ?? '';
  const whole = (match[2] ?? '0').replace(/^0+(?=\d)/, '');
  const fraction = (match[3] ?? match[5] ?? '').replace(/0+$/, '').padEnd(2, '0');
  const zero = whole === '0' && /^0+$/.test(fraction);
  return `${sign === '-' && !zero ? '-' : ''}${whole}.${fraction}` as Amount;
}

/** Rounds to 15 significant digits, like spreadsheets: 0.1 + 0.2 is "0.30". */
export function amountFromNumber(value: number): Amount | null {
  if (!Number.isFinite(value)) return null;
  const shortest = String(value);
  return PLAIN.test(shortest) ? parseAmount(shortest) : parseAmount(expand(value.toPrecision(15)));
}

const PLAIN = /^-?\d{1,12}(\.\d{1,4})?$/;

/** Writes "1.5e-7" out as "0.00000015". */
function expand(text: string): string {
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const digits = `${match[2]}${match[3] ?? ''}`;
  const point = 1 + Number(match[4]);
  if (point <= 0) return `${match[1]}0.${'0'.repeat(-point)}${digits}`;
  return `${match[1]}${digits.slice(0, point).padEnd(point, '0')}.${digits.slice(point)}`;
}

export function amountToNumber(amount: Amount): number {
  return Number(amount);
}

export function compareAmounts(a: Amount, b: Amount): number {
  if (a === b) return 0;
  const [x, y] = sameScale(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

export function addAmounts(a: Amount, b: Amount): Amount {
  const [x, y, scale] = sameScale(a, b);
  return fromUnits(x + y, scale);
}

/** Adds up many amounts without formatting each intermediate sum. */
export class AmountSum {
  #units = 0n;
  #scale = 2;
  /** Cents that are not yet part of `#units`, because adding numbers is faster than adding bigints. */
  #cents = 0;

  add(amount: Amount): void {
    const scale = scaleOf(amount);
    if (scale === 2 && amount.length <= SHORT_AMOUNT) {
      this.#cents += Math.round(Number(amount) * 100);
      if (Math.abs(this.#cents) > MOST_CENTS) this.#carry();
      return;
    }
    if (scale > this.#scale) {
      this.#units *= 10n ** BigInt(scale - this.#scale);
      this.#scale = scale;
    }
    this.#units += toUnits(amount, this.#scale);
  }

  get total(): Amount {
    this.#carry();
    return fromUnits(this.#units, this.#scale);
  }

  #carry(): void {
    this.#units += BigInt(this.#cents) * 10n ** BigInt(this.#scale - 2);
    this.#cents = 0;
  }
}

/** An amount of up to this length, such as "99999999999.99", can be converted to cents as an exact number. */
const SHORT_AMOUNT = 14;
/** Beyond this, the sum with one more short amount might not be an exact number. */
const MOST_CENTS = Number.MAX_SAFE_INTEGER - 1e13;

export function absoluteAmount(amount: Amount): Amount {
  return amount.startsWith('-') ? (amount.slice(1) as Amount) : amount;
}

export function negateAmount(amount: Amount): Amount {
  return parseAmount(amount.startsWith('-') ? amount.slice(1) : `-${amount}`) as Amount;
}

function sameScale(a: Amount, b: Amount): [bigint, bigint, number] {
  const scale = Math.max(scaleOf(a), scaleOf(b));
  return [toUnits(a, scale), toUnits(b, scale), scale];
}

export function scaleOf(amount: Amount): number {
  return amount.length - amount.indexOf('.') - 1;
}

export function toUnits(amount: Amount, scale: number): bigint {
  const digits = amount.replace('.', '');
  const wider = scale - scaleOf(amount);
  return BigInt(wider === 0 ? digits : digits + '0'.repeat(wider));
}

export function fromUnits(units: bigint, scale: number): Amount {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const point = digits.length - scale;
  return parseAmount(`${units < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`) as Amount;
}
