import { type Block, type CutPassage, cutPassages } from '@parley/nlu';

export type SitePage = { url: string; title: string; blocks: Block[] };

const leastPages = 4;
/** A block that stands on so large a share of a site's pages belongs to none of them. */
const repeatedShare = 0.5;

/** Finds the texts that stand on most pages of a site. */
export function findRepeated(pages: readonly SitePage[]): ReadonlySet<string> {
  if (pages.length < leastPages) return new Set();
  const counts = new Map<string, number>();
  for (const { blocks } of pages)
    for (const text of new Set(blocks.map((block) => block.text))) counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= Math.max(pages.length * repeatedShare, 3)).map(([text]) => text));
}

/** The passages of a page, under its title where no heading of it says the same. */
export function cutPage({ title, blocks }: SitePage, repeated: ReadonlySet<string>): CutPassage[] {
  const kept = blocks.filter(({ text }) => !repeated.has(text));
  const first = kept.find(({ kind }) => kind === 'heading');
  const isTitled = first !== undefined && (title === '' || title.includes(first.text) || first.text.includes(title));
  return cutPassages(isTitled || title === '' ? kept : [{ kind: 'heading', level: 0, text: title }, ...kept]);
}
