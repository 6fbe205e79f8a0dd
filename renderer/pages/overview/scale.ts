/** Round steps from 0 to at least `largest`: [0, 1000, 2000, 3000]. */
export function scaleFor(largest: number): readonly number[] {
  const rough = Math.max(largest, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const steps = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}
