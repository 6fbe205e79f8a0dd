import type { Workbook } from '../workbook.ts';

/** A remote workbook whose code is loaded at its first use. */
export function lazyWorkbook(load: () => Promise<Workbook>): Workbook {
  let loading: Promise<Workbook> | null = null;
  const opened = async (): Promise<Workbook> => (loading ??= load());
  return {
    isRemote: true,
    revision: async (signal) => (await opened()).revision(signal),
    read: async (options) => (await opened()).read(options),
    heads: async (signal) => (await opened()).heads(signal),
    occupiedColumns: async (sheet, signal) => (await opened()).occupiedColumns(sheet, signal),
    identify: async (layout, signal) => (await opened()).identify(layout, signal),
    apply: async (change, options) => (await opened()).apply(change, options),
    close: async () => {
      // What could not be opened needs no closing, and has told why.
      const workbook = await loading?.catch(() => null);
      await workbook?.close();
    },
  };
}
