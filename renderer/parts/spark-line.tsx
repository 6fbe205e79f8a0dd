/** In units of the drawing. */
const WIDTH = 64;
const HEIGHT = 18;

/** A small line that shows how an amount went from month to month; the sums beside it say how much. */
export function SparkLine({ values }: { readonly values: readonly number[] }) {
  if (values.length < 3) return null;
  const largest = Math.max(1, ...values);
  const isFlat = values.every((value) => value === values[0]);
  const step = WIDTH / (values.length - 1);
  // What never changes is drawn in the middle: at the top it would look like an edge of what is above.
  const heightOf = (value: number): number => (isFlat ? HEIGHT / 2 : HEIGHT - 1 - (value / largest) * (HEIGHT - 2));
  const points = values.map((value, place) => `${place * step} ${heightOf(value)}`);
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      <polyline points={points.join(' ')} fill="none" stroke="var(--trend)" strokeWidth={1.25} strokeLinejoin="round" />
    </svg>
  );
}
