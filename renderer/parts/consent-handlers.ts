import type { ConsentView } from '../../src/contract/control/workbook.ts';

/**
 * The handlers of a call that begins a consent: they open the service's page, then wait for the answer.
 * Browsers open tabs only during a click, before the address is known. The desktop opens the system's browser.
 */
export function consentHandlers(wait: (consentId: string) => void) {
  const tab = window.pennyrow === undefined ? window.open('', '_blank') : null;
  return {
    onSuccess: ({ consentId, url }: ConsentView) => {
      if (window.pennyrow !== undefined) window.open(url, '_blank', 'noopener');
      if (tab !== null) {
        tab.opener = null;
        tab.location.replace(url);
      }
      wait(consentId);
    },
    onError: () => tab?.close(),
  };
}
