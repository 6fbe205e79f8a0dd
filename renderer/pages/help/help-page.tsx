import { Stack, Text, TextInput, Typography } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useI18n, useTexts } from '../../base/words.tsx';
import { PageTitle, LoadingState } from '../../parts/layout.tsx';
import type { GuidePage } from './guide-page.ts';
import { PageLink } from '../../parts/links.tsx';
import classes from './help.module.css';

const ADDRESS = /^\/help(?:\/([\w.-]+))?(?:\/([^/]+))?$/;

export function HelpPage() {
  const { help: text, pageNames, shell } = useTexts();
  const [location] = useLocation();
  const { language } = useI18n();
  const [, name = 'README', section] = ADDRESS.exec(location) ?? [];
  const { data, isPending } = useQuery({
    queryKey: ['help', name, language],
    queryFn: async () => loadGuide(name, language),
    staleTime: Infinity,
  });
  if (isPending) return <LoadingState height={480} />;
  if (data == null)
    return (
      <>
        <PageTitle title={pageNames.help} />
        <Text mb="sm">{shell.notFound}</Text>
        <PageLink to="/help">{text.contents}</PageLink>
      </>
    );
  return <Page key={name} name={name} section={decode(section)} {...data} />;
}

interface PageProps {
  readonly name: string;
  readonly section: string | undefined;
  readonly page: GuidePage;
  readonly lang: string;
}

function Page({ name, section, page: { title, html }, lang }: PageProps) {
  const { help: text, pageNames, settingsCertificate } = useTexts();
  const isContents = name.startsWith('README');
  const texts = html.replaceAll('%code%', settingsCertificate.commands).replaceAll('%table%', text.table);
  useEffect(() => {
    if (section !== undefined) document.getElementById(idOf(section))?.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [section]);
  return (
    <>
      {!isContents && <PageLink to="/help">{text.contents}</PageLink>}
      {isContents ? <PageTitle title={pageNames.help} /> : <PageTitle title={title} lang={lang} />}
      <GuideSearch key={`${name} ${section ?? ''}`} />
      <Typography
        component="article"
        lang={lang}
        className={isContents ? `${classes['article']} ${classes['contents']}` : classes['article']}
        // oxlint-disable-next-line react/no-danger -- the build compiles the guide and refuses HTML in it.
        dangerouslySetInnerHTML={{ __html: isContents ? asRows(texts) : texts }}
      />
    </>
  );
}

function decode(section: string | undefined): string | undefined {
  try {
    return section === undefined ? undefined : decodeURIComponent(section);
  } catch {
    return undefined;
  }
}

const idOf = (section: string): string => `help-${section}`;

const LOADED = import.meta.glob<{ readonly page: GuidePage }>('../../../docs/guide/*.md');

/** Turns “Title: description” in the list of pages into a row of two lines. */
function asRows(html: string): string {
  return html.replaceAll(/<\/a>: (.)/g, (_, first: string) => `</a>${first.toUpperCase()}`);
}

/** Few pages are translated; the others are in English. */
async function loadGuide(name: string, language: string) {
  const [translated, original] = [`${name}.${language}`, name].map((file) => LOADED[`../../../docs/guide/${file}.md`]);
  const load = translated ?? original;
  return load === undefined ? null : { ...(await load()), lang: translated === undefined ? 'en' : language };
}

interface GuideSection {
  readonly href: string;
  readonly title: string;
  readonly page: string;
  readonly text: string;
  readonly lang: string;
}

async function loadSections(language: string): Promise<readonly GuideSection[]> {
  const names = Object.keys(LOADED).flatMap((path) => /\/([\w-]+)\.md$/.exec(path)?.[1] ?? []);
  const pages = await Promise.all(names.map(async (name) => ({ name, built: await loadGuide(name, language) })));
  const lines = linesOf(pages.find(({ name }) => name === 'README')?.built?.page.html ?? '');
  return pages.flatMap(({ name, built }) => {
    if (built === null || name === 'README') return [];
    const [first, ...sections] = sectionsOf(name, built.page, built.lang);
    return first === undefined ? [] : [withLine(first, lines.get(first.href), language), ...sections];
  });
}

/** The titles and descriptions in the list of all pages, by the address of the page. */
function linesOf(html: string): ReadonlyMap<string, { readonly title: string; readonly about: string }> {
  const lines = html.matchAll(/<a href="#([^"]+)"[^>]*>([^<]*)<\/a>: ([^<]*)/g);
  return new Map(Array.from(lines, ([, href = '', title = '', about = '']) => [href, { title, about }]));
}

/** The search finds an untranslated page by its title and description in the user's language. */
function withLine(
  section: GuideSection,
  line: { readonly title: string; readonly about: string } | undefined,
  language: string,
): GuideSection {
  if (line === undefined || section.lang === language) return section;
  const { title, about } = line;
  return { ...section, title, page: title, text: `${title} ${about} ${section.text}`.toLowerCase(), lang: language };
}

function sectionsOf(name: string, { title, sections, html }: GuidePage, lang: string): GuideSection[] {
  const [begin = '', ...parts] = html.split('<h2 ');
  const textOf = (part: string): string => part.replaceAll(/<[^>]*>/g, ' ').toLowerCase();
  return [
    { href: `/help/${name}`, title, page: title, text: `${title.toLowerCase()} ${textOf(begin)}`, lang },
    ...sections.map((section, place) => ({
      href: `/help/${name}/${encodeURIComponent(section.id)}`,
      title: section.title,
      page: title,
      text: textOf(`<h2 ${parts[place] ?? ''}`),
      lang,
    })),
  ];
}

const SHOWN_HITS = 12;

function GuideSearch() {
  const { help: text, parts } = useTexts();
  const { language } = useI18n();
  const [query, setQuery] = useState('');
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const { data: sections } = useQuery({
    queryKey: ['help sections', language],
    queryFn: async () => loadSections(language),
    staleTime: Infinity,
    enabled: words.length > 0,
  });
  const hits = sections?.filter((section) => words.every((word) => section.text.includes(word))) ?? [];
  const rank = ({ title }: GuideSection): number => words.filter((word) => title.toLowerCase().includes(word)).length;
  return (
    <Stack gap="xs" mb="md" data-print="never" role="search">
      <TextInput
        type="search"
        maw="30rem"
        aria-label={text.search}
        placeholder={text.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      {words.length > 0 && sections !== undefined && (
        <Stack component="ul" gap={4}>
          {hits
            .toSorted((a, b) => rank(b) - rank(a))
            .slice(0, SHOWN_HITS)
            .map(({ href, title, page, lang }) => (
              <li key={href} lang={lang}>
                <PageLink to={href}>{title === page ? title : `${page}: ${title}`}</PageLink>
              </li>
            ))}
        </Stack>
      )}
      <Text size="sm" role="status">
        {words.length > 0 && sections !== undefined && hits.length === 0 && parts.noMatch}
      </Text>
    </Stack>
  );
}
