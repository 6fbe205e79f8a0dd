import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** `hasFolder`: folders were dropped, which a browser cannot read. */
export type TakeDropped = (files: readonly File[], hasFolder: boolean) => void;

/** Accepts files dropped anywhere on the page. True while files are dragged over it. */
export function useFileDrop(takeDropped: TakeDropped): boolean {
  const take = useRef(takeDropped);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    take.current = takeDropped;
  }, [takeDropped]);
  // A layout effect, since an effect after painting would miss an immediate drop.
  useLayoutEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(false);
      const items = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file');
      const files = items
        .filter((item) => item.webkitGetAsEntry()?.isDirectory !== true)
        .flatMap((item) => item.getAsFile() ?? []);
      take.current(files, files.length < items.length);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
