import { Anchor } from '@mantine/core';
import { createElement, Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { GuideElement, GuideNode } from '../../guide/guide-page.ts';
import { useTexts } from '../../words/words.tsx';
import classes from './help.module.css';

interface ContentProps {
  readonly content: readonly GuideNode[];
  readonly pictures: Readonly<Record<string, string>>;
}

/** The id of a heading, which no other part of the page has. */
export const idOf = (section: string): string => `help-${section}`;

export function GuideContent({ content, pictures }: ContentProps) {
  const text = useTexts().help;
  return shown(content);

  function shown(nodes: readonly GuideNode[]): ReactNode {
    return nodes.map((node, place) => (
      // oxlint-disable-next-line react/no-array-index-key -- a page of the guide never changes.
      <Fragment key={place}>{typeof node === 'string' ? node : one(node)}</Fragment>
    ));
  }

  function one({ tag, children, id, href = '', src = '', alt }: GuideElement): ReactNode {
    if (tag === 'img') return <img src={pictures[src]} alt={alt} loading="lazy" className={classes['picture']} />;
    if (tag === 'br' || tag === 'hr') return createElement(tag);
    const inner = shown(children);
    if (tag === 'a')
      return href.startsWith('/') ? (
        <Anchor component={Link} href={href} inherit>
          {inner}
        </Anchor>
      ) : (
        <Anchor href={href} target="_blank" rel="noreferrer" inherit>
          {inner}
        </Anchor>
      );
    if (tag === 'pre' || tag === 'table') {
      const label = tag === 'pre' ? text.code : text.table;
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard.
        <div className={classes['wide']} tabIndex={0} role="group" aria-label={label}>
          {createElement(tag, null, inner)}
        </div>
      );
    }
    return createElement(tag, id === undefined ? null : { id: idOf(id) }, inner);
  }
}
