import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** What was dropped: files, and whether folders were among it, which nobody can read here. */
export type TakeDropped = (files: readonly File[], hasFolder: boolean) => void;

/** Takes files that are dropped anywhere on the page; true while some are held over it. */
export function useFileDrop(takeDropped: TakeDropped): boolean {
  const take = useRef(takeDropped);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    take.current = takeDropped;
  }, [takeDropped]);
  // What is shown takes files already; an effect after it was painted would miss what is dropped at once.
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
