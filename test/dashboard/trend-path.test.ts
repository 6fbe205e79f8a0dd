import { describe, expect, it } from 'vitest';
import { isTrend, TREND_HEIGHT, TREND_WIDTH, trendPath } from '../../renderer/pages/accounts/trend-path.ts';

describe('the line of a balance trend', () => {
  it('keeps a balance until the day on which it changes, and spaces days to scale', () => {
    const { line } = trendPath([
      { day: '2026-03-01', amount: '100.00' },
      { day: '2026-03-02', amount: '150.00' },
      { day: '2026-03-11', amount: '200.00' },
    ]);
    expect(line).toBe('M0 100H100V50H1000V0');
  });

  it('is in the middle if the balance never changes', () => {
    const { line, zero } = trendPath([
      { day: '2026-03-01', amount: '5.00' },
      { day: '2026-03-02', amount: '5.00' },
    ]);
    expect(line).toBe(`M0 ${TREND_HEIGHT / 2}H${TREND_WIDTH}V${TREND_HEIGHT / 2}`);
    expect(zero).toBeNull();
  });

  it('marks zero if the balance was both above and below it', () => {
    const { zero, ticks } = trendPath([
      { day: '2026-03-01', amount: '-25.00' },
      { day: '2026-03-02', amount: '75.00' },
    ]);
    expect(ticks.map(({ amount }) => amount)).toEqual([-25, 0, 25, 50, 75]);
    expect(zero).toBe(75);
    expect(ticks[1]?.height).toBe(zero);
  });

  it('names days at equal distances', () => {
    const { days } = trendPath([
      { day: '2025-03-01', amount: '1.00' },
      { day: '2026-03-01', amount: '2.00' },
    ]);
    expect(days).toEqual(['2025-03-01', '2025-05-31', '2025-08-30', '2025-11-29', '2026-03-01']);
  });

  it('is drawn only if the balance is known on two different days', () => {
    const day = { day: '2026-03-01', amount: '1.00' };
    expect([[], [day], [day, day], [day, { ...day, day: '2026-03-02' }]].map((points) => isTrend(points))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});
