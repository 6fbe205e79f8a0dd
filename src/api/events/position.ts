/**
 * How far a reader is: what the id of an event says. It is made of what lasts (runs, the mirror's version), so that it
 * holds over a restart, and says all that is needed to find what came since.
 */
export interface Position {
  /** The last run that was told; null for none. */
  readonly run: string | null;
  /** Of the mirror that was told last; null when there was none. */
  readonly mirror: number | null;
  /** Digest of what needed attention; null for nothing. */
  readonly attention: string | null;
}

const SHAPE = /^(-|\w{1,64}):(-|[0-9a-z]{1,11}):(-|[0-9a-f]{12})$/;

export function formatPosition({ run, mirror, attention }: Position): string {
  return `${run ?? '-'}:${mirror?.toString(36) ?? '-'}:${attention ?? '-'}`;
}

/** Null for what is no id of an event. */
export function parsePosition(text: string): Position | null {
  const [, run, mirror, attention] = SHAPE.exec(text) ?? [];
  if (run === undefined || mirror === undefined || attention === undefined) return null;
  return {
    run: run === '-' ? null : run,
    mirror: mirror === '-' ? null : Number.parseInt(mirror, 36),
    attention: attention === '-' ? null : attention,
  };
}
