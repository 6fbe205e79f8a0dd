const WIDTH = 64;
const HEIGHT = 18;

export function SparkLine({ values }: { readonly values: readonly number[] }) {
  if (values.length < 3) return null;
  const range = Math.max(1, ...values);
  const isFlat = values.every((value) => value === values[0]);
  const step = WIDTH / (values.length - 1);
  // A constant value is drawn in the middle, where it does not look like a border.
  const heightOf = (value: number): number => (isFlat ? HEIGHT / 2 : HEIGHT - 1 - (value / range) * (HEIGHT - 2));
  const points = values.map((value, place) => `${place * step} ${heightOf(value)}`);
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden>
      <polyline points={points.join(' ')} fill="none" stroke="var(--trend)" strokeWidth={1.25} strokeLinejoin="round" />
    </svg>
  );
}
