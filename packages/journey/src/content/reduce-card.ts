import type { RichCardDocument, RichCardPart } from '@parley/contract/channel/rich-card';
import { type CardHeight, type CardLayout, partsOf } from '@parley/contract/channel/rich-card-kinds';
import { fillVariables } from '@parley/contract/channel/template-slots';
import type { MediaRef, SentContent } from '../engine/effects.ts';
import { chooseWord, moreWord } from '../engine/words.ts';
import { type CardShape, showsAsCards, titleOnCard } from './cards.ts';
import { type ChoiceShape, lineOf, type ShownItem, showChoices } from './choices.ts';

export type CardLevel = 'native' | 'reduced' | 'text';
/**
 * A part of a card that a channel shows otherwise, or not at all.
 * @property card place in the row, from 0
 * @property how `gone`: not at all; `apart`: in a message of its own; `line`: as a line of the text; `list`, `numbers`: as an item of a list,
 * as a line with a number; `words`: the words for channels without cards stand in for it; `page`: behind 'More'
 * @property title of a suggestion; '' of others
 */
export type CardLoss = {
  card: number;
  what: 'row' | 'layout' | 'height' | 'media' | 'title' | 'text' | 'suggestion';
  how: 'gone' | 'apart' | 'line' | 'list' | 'numbers' | 'words' | 'page';
  title: string;
};
/** @property isPaged choices are asked for as those of any question, by numbers and pages */
export type ReducedCard = { level: CardLevel; contents: SentContent[]; lost: CardLoss[]; isPaged: boolean };

/** A card in one language with its values. */
export type WrittenPart = { title: string; text: string; media: MediaRef | null; items: readonly ShownItem[] };
export type WrittenCard = { parts: readonly WrittenPart[]; height: CardHeight; layout: CardLayout; smsText: string };
type Event = { title: string; startsAt: string; endsAt: string };
type EventLink = (event: Event) => string;

/** Returns the words of a language; a language that is lacking shows the one before its region, then the first there is. */
const pick = (texts: Readonly<Record<string, string>>, language: string): string =>
  texts[language] ?? texts[language.split(/[-_]/)[0] ?? ''] ?? Object.values(texts)[0] ?? '';

/** Writes a card of the library in one language. @param values by the name of the variable; one that is lacking keeps its name in braces */
export function writeCard(
  card: RichCardDocument,
  values: Readonly<Record<string, string>>,
  language: string,
  eventLink: EventLink = () => '',
): WrittenCard {
  const write = (texts: Readonly<Record<string, string>>) => fillVariables(pick(texts, language), values);
  const inAddress = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeURIComponent(value)]));
  const toAction = (action: RichCardPart['suggestions'][number]['action']): ShownItem['action'] => {
    if (action.kind === 'reply') return { kind: 'reply' };
    if (action.kind === 'url') return { kind: 'url', url: fillVariables(action.url, inAddress) };
    if (action.kind !== 'calendar') return action;
    const event = { title: write(action.title), startsAt: action.startsAt, endsAt: action.endsAt };
    return { kind: 'calendar', ...event, link: eventLink(event) };
  };
  return {
    height: card.height,
    layout: card.layout,
    smsText: write(card.smsText),
    parts: partsOf<RichCardPart>(card).map(({ title, description, media, suggestions }) => ({
      title: write(title),
      text: write(description),
      media: media && { kind: 'library', id: media.id },
      items: suggestions.map((one) => ({
        id: one.id,
        title: write(one.title),
        short: '',
        description: '',
        synonyms: [],
        action: toAction(one.action),
      })),
    })),
  };
}

/**
 * A card as a channel shows it, with the list of what that leaves out or shows otherwise. Nothing is cut: what does not fit goes in other ways.
 * @param shape limits of the channel
 */
export const reduceCard = (
  card: RichCardDocument,
  shape: ChoiceShape,
  values: Readonly<Record<string, string>>,
  language: string,
  eventLink?: EventLink,
): ReducedCard => reduceWritten(writeCard(card, values, language, eventLink), shape, language);

/** The same of a card that is written. @param page of its choices, from 0 */
export function reduceWritten(card: WrittenCard, shape: ChoiceShape, language: string, page = 0): ReducedCard {
  const { cards } = shape;
  if (cards) {
    const folded = card.parts.map((part) => fold(part, cards));
    const isRow = card.parts.length > 1;
    if (showsAsCards(folded, cards)) return asCards(card, folded, cards, false);
    // A channel that shows no row shows its cards one by one.
    if (isRow && folded.every((part) => showsAsCards([part], cards))) return asCards(card, folded, cards, true);
  }
  return inWords(card, shape, language, page);
}

const isButton = ({ action }: ShownItem, { items }: CardShape): boolean => action.kind === 'reply' || items.links.includes(action.kind);

/** A part whose items are all buttons of the channel: the others become lines of its text. */
const fold = (part: WrittenPart, cards: CardShape): WrittenPart => {
  const lines = part.items.flatMap((item) => (isButton(item, cards) ? [] : (lineOf(item) ?? [])));
  return {
    ...part,
    text: [part.text, ...lines].filter((line) => line !== '').join('\n'),
    items: part.items.filter((item) => isButton(item, cards)),
  };
};

function asCards(card: WrittenCard, folded: readonly WrittenPart[], cards: CardShape, isApart: boolean): ReducedCard {
  const lost: CardLoss[] = [
    ...(isApart ? [lose(0, 'row', 'apart')] : []),
    ...(cards.hasLooks ? [] : looksLost(card)),
    ...card.parts.flatMap(({ items }, place) =>
      items.flatMap((item) => (isButton(item, cards) ? [] : [lose(place, 'suggestion', 'line', item.title)])),
    ),
  ];
  const sent = folded.map(({ title, text, media, items }) => ({
    title,
    text,
    media,
    items: items.map((item) => ({ id: item.id, title: titleOnCard(item, cards) ?? '', action: item.action })),
  }));
  const looks = cards.hasLooks ? { looks: { height: card.height, layout: card.layout } } : {};
  return {
    level: lost.length === 0 ? 'native' : 'reduced',
    contents: (isApart ? sent.map((one) => [one]) : [sent]).map((shown) => ({ kind: 'cards', cards: shown, ...looks })),
    lost,
    isPaged: false,
  };
}

const lose = (card: number, what: CardLoss['what'], how: CardLoss['how'], title = ''): CardLoss => ({ card, what, how, title });

/** Looks other than those that every channel with cards has: a medium above the words, of middle height. */
function looksLost({ parts, layout, height }: WrittenCard): CardLoss[] {
  if (parts.every(({ media }) => media === null)) return [];
  return [
    ...(layout === 'horizontal' && parts.length === 1 ? [lose(0, 'layout', 'gone')] : []),
    ...(height === 'medium' ? [] : [lose(0, 'height', 'gone')]),
  ];
}

const wordsOf = ({ title, text }: WrittenPart): string => [title, text].filter((line) => line !== '').join('\n');

/** Pictures, words and choices, as the channel has them for any question. */
function inWords(card: WrittenCard, shape: ChoiceShape, language: string, page: number): ReducedCard {
  const { parts } = card;
  const isRow = parts.length > 1;
  const carriesFiles = shape.carriesFiles !== false;
  // Items of several cards may have equal titles: each says of which card it is.
  const items = parts.flatMap((part) =>
    part.items.map((item) => (isRow && part.title !== '' ? { ...item, title: `${part.title}: ${item.title}`, short: '' } : item)),
  );
  const before: SentContent[] = [];
  const lost: CardLoss[] = isRow ? [lose(0, 'row', 'apart')] : [];
  if (carriesFiles) lost.push(...looksLost(card));
  const isSaid = !carriesFiles && card.smsText !== '';
  let words = isSaid ? card.smsText : isRow ? '' : wordsOf(parts[0] as WrittenPart);
  let media = carriesFiles && !isRow ? (parts[0] as WrittenPart).media : null;
  for (const [place, part] of parts.entries()) {
    if (isSaid) lost.push(...(['title', 'text'] as const).flatMap((what) => (part[what] === '' ? [] : [lose(place, what, 'words')])));
    if (part.media && !carriesFiles) lost.push(lose(place, 'media', 'gone'));
    if (isRow && !isSaid && page === 0) before.push(...alone(part, carriesFiles, shape.wordsLength));
  }
  if (isRow && words === '' && items.length > 0) words = chooseWord(language);
  const most = shape.wordsLength ?? Number.POSITIVE_INFINITY;
  const lines = items.flatMap((item) => lineOf(item) ?? []);
  const isLong = [words, ...lines].join('\n').length > most;
  if (isLong) {
    // Words that are too long for buttons go before them, with the lines of links.
    before.push(...alone({ title: '', text: [words, ...lines].join('\n'), media, items: [] }, carriesFiles, most));
    words = chooseWord(language);
    media = null;
    lost.push(lose(0, 'text', 'apart'));
  }
  const replies = items.filter(({ action }) => action.kind === 'reply');
  const asked = isLong ? replies : items;
  if (asked.length === 0) {
    const rest = isRow && !isSaid ? [] : isLong ? [] : alone({ title: '', text: words, media, items: [] }, carriesFiles, most);
    return finish([...before, ...rest], lost, parts, [], false);
  }
  const shown = showChoices(
    { text: words, items: asked, style: 'buttons', button: chooseWord(language), more: moreWord(language) },
    shape,
    page,
  );
  const { content } = shown;
  if (media && content.kind !== 'buttons') {
    before.push({ kind: 'media', media, caption: '' });
    lost.push(lose(0, 'media', 'apart'));
  }
  const last: SentContent =
    content.kind === 'text' ? { ...content, showsLink: true } : { ...content, media: content.kind === 'buttons' ? media : null };
  const how = content.kind === 'buttons' ? undefined : content.kind === 'list' ? 'list' : 'numbers';
  const offered = new Set(shown.offered.map(({ id }) => id));
  const otherwise = replies.flatMap(({ id }): { id: string; how: CardLoss['how'] }[] => {
    if (!offered.has(id)) return [{ id, how: 'page' }];
    return how ? [{ id, how }] : [];
  });
  return finish([...before, last], lost, parts, otherwise, true);
}

/** A part without its choices: a file with its words, or words alone. */
function alone(part: WrittenPart, carriesFiles: boolean, most = Number.POSITIVE_INFINITY): SentContent[] {
  const words = wordsOf(part);
  const text: SentContent[] = words === '' ? [] : [{ kind: 'text', text: words, showsLink: true }];
  if (!part.media || !carriesFiles) return text;
  if (words.length > most) return [{ kind: 'media', media: part.media, caption: '' }, ...text];
  return [{ kind: 'media', media: part.media, caption: words }];
}

/** @param otherwise replies that are no buttons, by their ids */
function finish(
  contents: SentContent[],
  lost: CardLoss[],
  parts: readonly WrittenPart[],
  otherwise: readonly { id: string; how: CardLoss['how'] }[],
  isPaged: boolean,
): ReducedCard {
  const hows = new Map(otherwise.map(({ id, how }) => [id, how]));
  for (const [place, part] of parts.entries())
    for (const item of part.items) {
      const how = item.action.kind === 'reply' ? hows.get(item.id) : 'line';
      if (how) lost.push(lose(place, 'suggestion', how, item.title));
    }
  return { level: contents.every(({ kind }) => kind === 'text') ? 'text' : 'reduced', contents, lost, isPaged };
}
