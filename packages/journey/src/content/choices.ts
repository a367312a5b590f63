import { mapLinkOf } from '@parley/contract/chat/shown-card';
import type { ChoiceItem } from '../document/fields.ts';
import type { CardShape } from './cards.ts';
import { fold } from './fold.ts';

/** An item as a person reads it, in one language with its values. */
export type ShownItem = {
  id: string;
  title: string;
  /** '' where the title is short enough everywhere */
  short: string;
  description: string;
  synonyms: readonly string[];
  action: ShownAction;
};
/** @property link of an event to its iCalendar file; '' where nobody knows it: its time is said instead */
export type ShownAction =
  | { kind: 'reply' }
  | { kind: 'url'; url: string }
  | { kind: 'call'; phone: string }
  | { kind: 'place'; latitude: number; longitude: number; label: string }
  | { kind: 'askPlace' }
  | { kind: 'calendar'; title: string; startsAt: string; endsAt: string; link: string };

/** Returns an action as far as a document says it: the link of an event is not known yet. */
export const actionIn = (action: ChoiceItem['action']): ShownAction =>
  action.kind === 'calendar' ? { ...action, title: '', link: '' } : action;

/** Limits of a channel for choices, as its adapter says. @property most 0: none are shown as such */
export type ChoiceShape = {
  buttons: { most: number; titleLength: number };
  list: { most: number; titleLength: number; descriptionLength: number };
  /** Left out: it has no cards */
  cards?: CardShape;
  /** False where it carries words alone; left out: it carries files */
  carriesFiles?: false;
  /** Characters of the words above buttons or below a file, at most; left out: as many as there are */
  wordsLength?: number;
};

/** The item that shows the next page. */
export const moreId = 'more';
const pageOfNumbers = 9;

export type Offered = { id: string; number: number };
type Button = { id: string; title: string };
export type ChoiceContent =
  | { kind: 'buttons'; text: string; buttons: Button[] }
  | { kind: 'list'; text: string; button: string; rows: (Button & { description: string })[] }
  | { kind: 'text'; text: string };
/** @property offered what an answer may mean now, with the number that stands before it */
export type ShownChoices = { content: ChoiceContent; offered: Offered[]; hasMore: boolean };

export type ChoiceQuestion = {
  text: string;
  items: readonly ShownItem[];
  style: 'buttons' | 'list';
  /** Title of the button that opens a list */
  button: string;
  /** Title of the item for the next page, in the language of the rest */
  more: string;
};

const length = (text: string): number => Array.from(text).length;

/** A title that fits, the short one where the long one does not; undefined where neither does: nothing is cut unseen. */
const titleIn = ({ title, short }: ShownItem, most: number): string | undefined =>
  length(title) <= most ? title : short !== '' && length(short) <= most ? short : undefined;

/** Words that say what an item does where it is no button; undefined of a reply. */
export function lineOf({ title, action }: Pick<ShownItem, 'title' | 'action'>): string | undefined {
  switch (action.kind) {
    case 'reply':
      return undefined;
    case 'url':
      return `${title}: ${action.url}`;
    case 'call':
      return `${title}: ${action.phone}`;
    case 'place':
      return `${title}: ${mapLinkOf(action)}`;
    case 'askPlace':
      return title;
    case 'calendar':
      return `${title}: ${action.link || `${action.title}, ${action.startsAt.slice(0, 16).replace('T', ' ')} UTC`}`;
  }
}

/** Links and calls are lines of the text: few channels let them stand beside replies, and none loses a line. */
const linked = (text: string, items: readonly ShownItem[]): string => [text, ...items.flatMap((item) => lineOf(item) ?? [])].join('\n');

/**
 * Choices as a channel shows them: buttons where they fit, else a list, else lines with numbers; with pages where they are too many.
 * @param page from 0
 */
export function showChoices({ text, items, style, button, more }: ChoiceQuestion, shape: ChoiceShape, page = 0): ShownChoices {
  const replies = items.filter(({ action }) => action.kind === 'reply');
  const whole = linked(text, items);
  if (replies.length === 0) return { content: { kind: 'text', text: whole }, offered: [], hasMore: false };
  const numbered = (shown: readonly ShownItem[], from = 0): Offered[] => shown.map(({ id }, place) => ({ id, number: from + place + 1 }));
  const { buttons, list } = shape;
  const buttonTitles = replies.map((item) => titleIn(item, buttons.titleLength));
  const isFew = replies.length <= buttons.most && (style === 'buttons' || list.most === 0);
  if (isFew && buttonTitles.every((title) => title !== undefined))
    return {
      content: { kind: 'buttons', text: whole, buttons: replies.map(({ id }, place) => ({ id, title: buttonTitles[place] ?? '' })) },
      offered: numbered(replies),
      hasMore: false,
    };
  const rowTitles = replies.map((item) => titleIn(item, list.titleLength));
  const canList = list.most > 1 && rowTitles.every((title) => title !== undefined) && length(more) <= list.titleLength;
  const size = canList ? (replies.length <= list.most ? list.most : list.most - 1) : pageOfNumbers;
  const shown = replies.slice(page * size, (page + 1) * size);
  const offered = numbered(shown, canList ? page * size : 0);
  const hasMore = replies.length > (page + 1) * size;
  if (canList) {
    const rows = shown.map((item, place) => ({
      id: item.id,
      title: rowTitles[page * size + place] ?? '',
      description: length(item.description) <= list.descriptionLength ? item.description : '',
    }));
    return {
      content: { kind: 'list', text: whole, button, rows: hasMore ? [...rows, { id: moreId, title: more, description: '' }] : rows },
      offered,
      hasMore,
    };
  }
  const lines = shown.map(({ title }, place) => `${place + 1}. ${title}`);
  return { content: { kind: 'text', text: [whole, ...lines, ...(hasMore ? [`0. ${more}`] : [])].join('\n') }, offered, hasMore };
}

const leastLetters = 3;

/**
 * Finds the item that an answer means, in this order: its number, its title, a word for it, the only title that begins so.
 * @param readNumber 'two' and '२' as 2; null for what is no number
 * @returns the item's id, `more` for the next page, or undefined
 */
export function matchChoice(
  answer: string,
  { items, offered, hasMore, more }: { items: readonly ShownItem[]; offered: readonly Offered[]; hasMore: boolean; more: string },
  readNumber: (text: string) => number | null,
): string | undefined {
  const said = fold(answer);
  if (said === '') return undefined;
  const replies = items.filter(({ action }) => action.kind === 'reply');
  const named = (match: (words: string) => boolean) =>
    replies.filter(({ title, short }) => match(fold(title)) || (short !== '' && match(fold(short))));
  // A title that is a number itself, such as a year, means itself.
  const exact = named((title) => title === said)[0];
  if (exact) return exact.id;
  const number = readNumber(answer);
  if (number !== null) {
    if (number === 0 && hasMore) return moreId;
    return offered.find((one) => one.number === number)?.id;
  }
  if (hasMore && said === fold(more)) return moreId;
  const byWord = replies.find(({ synonyms }) => synonyms.some((word) => fold(word) === said));
  if (byWord) return byWord.id;
  if (said.replace(/ /g, '').length < leastLetters) return undefined;
  const begun = named((title) => title.startsWith(said));
  return begun.length === 1 ? begun[0]?.id : undefined;
}
