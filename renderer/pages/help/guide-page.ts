/** The allowed elements. Guide pages cannot contain HTML. */
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
  /** Set on headings. */
  readonly id?: string;
  /** Set on links: a web address or a page of the dashboard. */
  readonly href?: string;
  /** Set on images. */
  readonly src?: string;
  readonly alt?: string;
}

export type GuideNode = string | GuideElement;

/** A page of `docs/guide`, compiled from Markdown by the build. */
export interface GuidePage {
  readonly title: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
  readonly content: readonly GuideNode[];
}
