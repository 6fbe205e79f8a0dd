import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createElement, Fragment, type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { useSpeech, useTexts } from '../../base/words.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { LoadingState } from '../../parts/states.tsx';
import type { GuideElement, GuideNode, GuidePage } from './guide-page.ts';
import classes from './help.module.css';

const ADDRESS = /^\/help(?:\/([\w-]+))?(?:\/([^/]+))?$/;

/** The bundled guide: `/help/NAME` or `/help/NAME/SECTION`. */
export function HelpPage() {
  const text = useTexts().help;
  const [location] = useLocation();
  const [, name = CONTENTS, section] = ADDRESS.exec(location) ?? [];
  const { data, isPending } = useQuery({
    queryKey: ['help', name],
    queryFn: async () => loadGuide(name),
    staleTime: Infinity,
  });
  if (isPending) return <LoadingState height={480} />;
  if (data == null)
    return (
      <>
        <PageTitle title={text.title} />
        <Text mb="sm">{text.none}</Text>
        <ToContents />
      </>
    );
  return <Page key={name} name={name} section={decode(section)} page={data.page} pictures={data.pictures} />;
}

interface PageProps {
  readonly name: string;
  readonly section: string | undefined;
  readonly page: GuidePage;
  readonly pictures: Readonly<Record<string, string>>;
}

function Page({ name, section, page: { title, sections, content }, pictures }: PageProps) {
  const text = useTexts().help;
  const { language } = useSpeech();
  useEffect(() => {
    if (section !== undefined) document.getElementById(idOf(section))?.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [section]);
  return (
    <>
      {name !== CONTENTS && <ToContents />}
      {name === CONTENTS ? <PageTitle title={text.title} /> : <PageTitle title={title} lang="en" />}
      {language !== 'en' && (
        <Text c="dimmed" mb="md">
          {text.inEnglish}
        </Text>
      )}
      <div className={classes['page']}>
        <article lang="en" className={classes['article']}>
          <GuideContent content={content} pictures={pictures} />
        </article>
        {sections.length > 1 && (
          <nav aria-labelledby="help-sections" className={classes['sections']} data-print="never">
            <Text size="sm" fw={600} id="help-sections">
              {text.sections}
            </Text>
            <ul lang="en">
              {sections.map(({ id, title: heading }) => (
                <li key={id}>
                  <Anchor component={Link} href={`/help/${name}/${encodeURIComponent(id)}`} size="sm" underline="hover">
                    {heading}
                  </Anchor>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </>
  );
}

function ToContents() {
  const text = useTexts().help;
  return (
    <Group mb="xs">
      <Anchor component={Link} href="/help" size="sm">
        {text.contents}
      </Anchor>
    </Group>
  );
}

/** Addresses may be typed by hand. */
function decode(section: string | undefined): string | undefined {
  try {
    return section === undefined ? undefined : decodeURIComponent(section);
  } catch {
    return undefined;
  }
}

interface ContentProps {
  readonly content: readonly GuideNode[];
  readonly pictures: Readonly<Record<string, string>>;
}

/** Prefixed, so that it is unique on the page. */
const idOf = (section: string): string => `help-${section}`;

function GuideContent({ content, pictures }: ContentProps) {
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard.
        <div className={classes['wide']} tabIndex={0} role="group" aria-label={label}>
          {createElement(tag, null, inner)}
        </div>
      );
    }
    return createElement(tag, id === undefined ? null : { id: idOf(id) }, inner);
  }
}

interface BuiltPage {
  readonly page: GuidePage;
  /** Picture URLs by the paths that the page uses. */
  readonly pictures: Readonly<Record<string, string>>;
}

const LOADED = import.meta.glob<BuiltPage>('../../../docs/guide/*.md');

/** The table of contents. */
const CONTENTS = 'README';

/** Null for an unknown name. */
function loadGuide(name: string): Promise<BuiltPage> | null {
  return LOADED[`../../../docs/guide/${name}.md`]?.() ?? null;
}
