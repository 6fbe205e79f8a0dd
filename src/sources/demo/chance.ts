/**
 * Numbers that look random and depend on nothing but the seed, the day and the topic, so that each day
 * of the demo bank's world can be made without the days before it, and no topic disturbs another.
 */
export class Chance {
  #state: number;

  constructor(seed: number, day: number, topic: string) {
    this.#state = 0x811c9dc5;
    for (const character of `${seed}/${day}/${topic}`) {
      this.#state = Math.imul(this.#state ^ (character.codePointAt(0) ?? 0), 0x01000193);
    }
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.#next() * (high - low + 1));
  }

  /** True in about `percent` of a hundred cases. */
  happens(percent: number): boolean {
    return this.#next() * 100 < percent;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.between(0, choices.length - 1)] ?? choices[0];
  }

  /** From 0 up to but not including 1: the SplitMix32 generator. */
  #next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }
}
