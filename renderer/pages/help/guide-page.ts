/** What a page of the guide may have; there is no other way into the page, and none for HTML as text. */
export const GUIDE_TAGS = [
  'a',
  'blockquote',
  'br',
  'code',
  'del',
  'em',
  'h2',
  'h3',
  'h4',
  'hr',
  'img',
  'li',
  'ol',
  'p',
  'pre',
  'strong',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'ul',
] as const;

export type GuideTag = (typeof GUIDE_TAGS)[number];

export interface GuideElement {
  readonly tag: GuideTag;
  readonly children: readonly GuideNode[];
  /** Of a heading. */
  readonly id?: string;
  /** Of a link: an address of the web, or of a page of the dashboard. */
  readonly href?: string;
  /** Of a picture. */
  readonly src?: string;
  readonly alt?: string;
}

export type GuideNode = string | GuideElement;

/** A page of `docs/guide`, as a build makes it of its Markdown. */
export interface GuidePage {
  readonly title: string;
  /** Its parts, in their order. */
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  readonly content: readonly GuideNode[];
}
