import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import type { GuidePage } from '../../guide/guide-page.ts';
import { LoadingState } from '../../parts/loading-state.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useSpeech, useTexts } from '../../words/words.tsx';
import { GuideContent, idOf } from './guide-content.tsx';
import { CONTENTS, loadGuide } from './guide-list.ts';
import classes from './help.module.css';

const ADDRESS = /^\/help(?:\/([\w-]+))?(?:\/([^/]+))?$/;

/** The guide, as it came with the program: `/help/NAME`, and `/help/NAME/SECTION` for a part of it. */
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

/** An address may be typed by hand. */
function decode(section: string | undefined): string | undefined {
  try {
    return section === undefined ? undefined : decodeURIComponent(section);
  } catch {
    return undefined;
  }
}
