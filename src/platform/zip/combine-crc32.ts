/** The polynomial of CRC-32 with its bits turned around, as zlib has it. */
const POLYNOMIAL = 0xedb88320;
/** The polynomial 1; the highest bit stands for the lowest power. */
const ONE = 2 ** 31;

/**
 * The CRC-32 of two stretches of bytes behind each other, of theirs and the length of the second in bytes: zlib's
 * `crc32_combine`, which Node does not offer. A checksum is a remainder modulo the polynomial, so that the first one only has
 * to be multiplied by x to the power of the bits that follow it.
 */
export function combineCrc32(first: number, second: number, secondLength: number): number {
  let factor = ONE;
  // Each turn stands for a power of two of the length: x to the power of 8, of 16 and so on.
  let power = BYTE;
  for (let left = secondLength; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) factor = product(factor, power);
    power = product(power, power);
  }
  return (product(factor, first) ^ second) >>> 0;
}

function product(a: number, b: number): number {
  let sum = 0;
  let shifted = b;
  for (let bit = ONE; bit >= 1; bit /= 2) {
    if ((a & bit) !== 0) sum ^= shifted;
    shifted = (shifted & 1) === 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return sum >>> 0;
}

/** x to the power of 8. */
const BYTE = 2 ** 23;
