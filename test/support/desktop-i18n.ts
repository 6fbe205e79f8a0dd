import { loadDesktopI18n } from '../../src/desktop/i18n.ts';

export const BRITISH = await loadDesktopI18n('en-GB');
export const GERMAN = await loadDesktopI18n('de-DE');
