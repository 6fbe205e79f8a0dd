import type { Sections } from '../../src/messages/compiled/sections.d.ts';
import type { Speech } from '../../src/messages/speech.ts';

/** What the pages say, by page or part. */
export type Texts = Sections['pages'];

/** How the dashboard speaks to the person before it. */
export type PageSpeech = Speech<'pages' | 'kinds'>;
