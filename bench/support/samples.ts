import type { Sample, Samples } from './benchmark.ts';

/**
 * Measures every variant once per round, each round in a different order, so that temporary load of the machine affects all
 * variants equally.
 */
export async function interleave(
  rounds: number,
  variants: Readonly<Record<string, () => Promise<Sample>>>,
): Promise<Samples> {
  const names = Object.keys(variants);
  const samples: Record<string, Sample[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length] as string;
      process.stderr.write(`  round ${round + 1} of ${rounds}: ${name}\n`);
      samples[name]?.push(await (variants[name] as () => Promise<Sample>)());
    }
  }
  return samples;
}

/** The median of one quantity of one variant. */
export function median(samples: Samples, variant: string, quantity: string): number {
  const values = (samples[variant] ?? []).map((sample) => sample[quantity] ?? Number.NaN).sort((a, b) => a - b);
  const middle = Math.floor(values.length / 2);
  const upper = values[middle] ?? Number.NaN;
  return values.length % 2 === 1 ? upper : ((values[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function seconds(value: number): string {
  return value < 0.1 ? `${(value * 1000).toFixed(1)} ms` : `${value.toFixed(2)} s`;
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** The value as a multiple of `floor`. */
export function times(value: number, floor: number): string {
  return `${(value / floor).toFixed(2)} ×`;
}
