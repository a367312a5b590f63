import type { Ctx } from '../../../context.ts';
import type { BotWord } from '../dialogue/dialogue.words.ts';
import type { DefinedPassage } from '../version/bot.definition.ts';
import type { FoundPassage } from './knowledge.find.ts';

/** `isExtract`: what is said quotes it, word by word. */
export type Source = { name: string; title: string; page: number; url: string; fileId: string; isExtract: boolean };

const toSource = ({ sourceName, title = '', page, url, fileId }: DefinedPassage, isExtract: boolean): Source => ({
  name: sourceName,
  title,
  page,
  url,
  fileId,
  isExtract,
});

/** Each source once, the best first. */
export function sourcesOf(found: readonly FoundPassage[], isExtract: boolean): Source[] {
  const sources = new Map<string, Source>();
  for (const { passage } of found) {
    const key = `${passage.sourceId}|${passage.page}|${passage.url}`;
    if (!sources.has(key)) sources.set(key, toSource(passage, isExtract));
  }
  return [...sources.values()];
}

/** A source as an address: a document at its page, a website at its heading; '' for an entry written by hand. */
export const sourceUrl = (ctx: Pick<Ctx, 'fileUrl'>, { url, fileId, page }: Pick<Source, 'url' | 'fileId' | 'page'>): string =>
  fileId === '' ? url : `${ctx.fileUrl(fileId)}#page=${page}`;

/** A source in words: "manual.pdf, page 40", the title of a web page, or that of an entry. */
export const sourceTitle = ({ name, title, page }: Source, say: (word: BotWord) => string): string =>
  page > 0 ? `${name}, ${say('page')} ${page}` : title || name;

/** The same, with a mark beside it where it is quoted. */
export const sourceLabel = (source: Source, say: (word: BotWord) => string): string =>
  `${sourceTitle(source, say)}${source.isExtract ? ` (${say('extract')})` : ''}`;
