const WIDTH = 64;
const HEIGHT = 18;

export function SparkLine({
  values,
  isWide = false,
}: {
  readonly values: readonly number[];
  readonly isWide?: boolean;
}) {
  if (values.length < 3) return null;
  const lowest = isWide ? Math.min(...values) : 0;
  const range = Math.max(1, ...values.map((value) => value - lowest));
  const isFlat = values.every((value) => value === values[0]);
  const step = WIDTH / (values.length - 1);
  // A constant value is drawn in the middle, where it does not look like a border.
  const heightOf = (value: number): number =>
    isFlat ? HEIGHT / 2 : HEIGHT - 1 - ((value - lowest) / range) * (HEIGHT - 2);
  const points = values.map((value, place) => `${place * step} ${heightOf(value)}`);
  return (
    <svg
      width={isWide ? '100%' : WIDTH}
      height={isWide ? HEIGHT * 2 : HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--trend)"
        strokeWidth={1.25}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
