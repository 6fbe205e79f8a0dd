export interface ServicePage {
  show(url: string): void;
  close(): void;
}

/** Browsers open tabs only during a click, before the address is known. The desktop opens the system's browser. */
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
