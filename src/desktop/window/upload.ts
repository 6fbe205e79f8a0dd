import type { UploadedFile } from '../../contract/control/statements.ts';
import type { Control } from '../../control/control.ts';

/** A statement file on its way from the page, part after part. */
export interface Upload {
  /** Null, and the file after the last part. Waits until a part is taken, so that memory holds one. Throws like receiving. */
  add(part: Uint8Array, isLast: boolean): Promise<UploadedFile | null>;
}

export function openUpload(control: Pick<Control, 'receive'>, name: string, signal: AbortSignal): Upload {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const file = control.receive(name, readable, signal);
  // The caller that adds the next part hears of it.
  file.catch(() => undefined);
  const failed = file.then(
    () => new Promise<never>(() => {}),
    (thrown: unknown) => Promise.reject(thrown as Error),
  );
  failed.catch(() => undefined);
  return {
    add: async (part, isLast) => {
      const taken = async (): Promise<void> => {
        if (part.byteLength > 0) await writer.write(part);
        if (isLast) await writer.close();
      };
      // A stream that was given up says less than what receiving failed with.
      await Promise.race([taken().catch(() => failed), failed]);
      return isLast ? file : null;
    },
  };
}
