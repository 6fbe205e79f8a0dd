import type { Connection } from '../store/connections.ts';

/** The settings of a connection for statement files. */
export interface StatementFolder {
  /** Absolute; null for a connection whose files are only imported by hand. */
  readonly folder: string | null;
  /** What becomes of a file in the folder once it is imported. */
  readonly afterwards: 'move' | 'leave';
}

export function statementFolder({ settings }: Pick<Connection, 'settings'>): StatementFolder {
  const { folder, afterwards } = settings;
  return { folder: typeof folder === 'string' ? folder : null, afterwards: afterwards === 'move' ? 'move' : 'leave' };
}
