/** Values at round steps of at least 1, from at most `lowest` to at least `highest`: [0, 1000, 2000, 3000]. */
export function scaleFor(lowest: number, highest: number): readonly number[] {
  const rough = Math.max(highest - lowest, 4) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const first = Math.floor(lowest / step);
  const last = Math.max(first + 1, Math.ceil(highest / step));
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
