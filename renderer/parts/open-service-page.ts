export interface ServicePage {
  show(url: string): void;
  close(): void;
}

/**
 * A tab for a service's page. Browsers open one only while a click is being handled; where to, the service says a moment
 * later. The desktop's window has no tabs: it hands an address to the system's browser, and opens nothing that has none.
 */
export function openServicePage(): ServicePage {
  const tab = window.pennyrow === undefined ? window.open('', '_blank') : null;
  return {
    show: (url) => {
      if (window.pennyrow !== undefined) window.open(url, '_blank', 'noopener');
      if (tab === null) return;
      tab.opener = null;
      tab.location.replace(url);
    },
    close: () => tab?.close(),
  };
}
