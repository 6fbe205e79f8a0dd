import '@mantine/core/styles.layer.css';
import './page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './shell/app.tsx';
import { noteMissingPieces } from './control/missing-piece.ts';
import { desktopCarrier } from './control/desktop-carrier.ts';
import type { HeadStart } from './control/head-start.ts';
import { sessionCarrier } from './control/session-carrier.ts';
import { signInByLink } from './control/session-key.ts';
import { loadFirstSpeech } from './base/words.tsx';

noteMissingPieces();
refuseStrayFiles();
const speaking = loadFirstSpeech();
// The desktop's window and a page that is being developed have none.
const headStart: HeadStart | undefined = window.headStart;
const link = headStart?.link ?? (window.pennyrow === undefined ? signInByLink() : Promise.resolve(null));
const carrier = window.pennyrow === undefined ? sessionCarrier(link) : desktopCarrier(window.pennyrow);
const speech = await speaking;
const page = document.querySelector('#page');
if (page === null) throw new Error('The page has no place for the dashboard.');
// What a boundary caught is shown to the person; the console tells a developer where it came from.
createRoot(page, { onCaughtError: (thrown, { componentStack }) => console.warn(thrown, componentStack) }).render(
  <StrictMode>
    <App
      carrier={headStart === undefined ? carrier : { ...carrier, subscribe: headStart.line.subscribe }}
      firstAnswers={headStart?.answers}
      link={link}
      speech={speech}
    />
  </StrictMode>,
);

/**
 * A file that is dropped where nothing takes it, or while what takes it is still on its way, would be opened by the browser
 * beside the page. The cursor tells that it cannot be dropped. What does take files hears of them later, and allows them.
 */
function refuseStrayFiles(): void {
  const refuse = (event: DragEvent): void => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'none';
  };
  for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, refuse, { capture: true });
}
