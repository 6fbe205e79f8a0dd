import '@mantine/core/styles.layer.css';
import './page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './shell/app.tsx';
import { noteMissingPieces } from './base/control/missing-piece.ts';
import { desktopCarrier } from './base/control/desktop-carrier.ts';
import { sessionCarrier } from './base/control/session-carrier.ts';
import { signInByLink } from './base/control/session-key.ts';
import { loadInitialI18n } from './base/words.tsx';

noteMissingPieces();
refuseStrayFiles();
if (window.pennyrow !== undefined) keepTypedText();
const i18nLoading = loadInitialI18n();
const link = window.pennyrow === undefined ? signInByLink() : Promise.resolve(null);
const carrier = window.pennyrow === undefined ? sessionCarrier(link) : desktopCarrier(window.pennyrow);
const i18n = await i18nLoading;
const page = document.querySelector('#page');
if (page === null) throw new Error('The page has no place for the dashboard.');
// The error boundary shows the error to the user; the console shows developers where it occurred.
createRoot(page, { onCaughtError: (thrown, { componentStack }) => console.warn(thrown, componentStack) }).render(
  <StrictMode>
    <App carrier={carrier} link={link} i18n={i18n} />
  </StrictMode>,
);

/** Prevents unloading the page while a form has unsubmitted text. The desktop app unloads the page of a hidden window otherwise. */
function keepTypedText(): void {
  const edited = new Set<HTMLInputElement | HTMLTextAreaElement>();
  addEventListener('input', ({ target }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField && target.form !== null) edited.add(target);
  });
  addEventListener('submit', ({ target }) => {
    for (const field of edited) if (field.form === target) edited.delete(field);
  });
  addEventListener('beforeunload', (event) => {
    for (const field of edited) if (!field.isConnected || field.value === '') edited.delete(field);
    if (edited.size > 0) event.preventDefault();
  });
}

/** Prevents the browser from opening dropped files. A drop zone registers its listeners later, so its choice to accept files wins. */
function refuseStrayFiles(): void {
  const refuse = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, refuse, { capture: true });
}
