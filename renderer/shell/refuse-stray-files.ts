/**
 * A file that is dropped where nothing takes it, or while what takes it is still on its way, would be opened by the browser
 * beside the page. The cursor tells that it cannot be dropped. What does take files hears of them later, and allows them.
 */
export function refuseStrayFiles(): void {
  const refuse = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, refuse, { capture: true });
}
