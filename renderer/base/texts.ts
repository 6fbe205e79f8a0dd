import type { Sections } from '../../src/messages/compiled/sections.d.ts';
import type { Speech } from '../../src/messages/speech.ts';

export type Texts = Sections['pages'];

export type PageSpeech = Speech<'pages' | 'kinds'>;
