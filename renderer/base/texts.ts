import type { Sections } from '../../src/messages/compiled/sections.d.ts';
import type { I18n } from '../../src/messages/i18n.ts';

export type Texts = Sections['pages'];

export type PageI18n = I18n<'pages' | 'kinds'>;
