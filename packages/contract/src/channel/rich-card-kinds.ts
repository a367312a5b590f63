import { variablesOf } from './template-slots.ts';

/** A card stands alone; a carousel is several in a row. */
export const richCardKinds = ['card', 'carousel'] as const;
export type RichCardKind = (typeof richCardKinds)[number];
/** Height of the medium of a card. A row has no tall ones. */
export const cardHeights = ['short', 'medium', 'tall'] as const;
export type CardHeight = (typeof cardHeights)[number];
export const cardLayouts = ['vertical', 'horizontal'] as const;
export type CardLayout = (typeof cardLayouts)[number];
export const suggestionKinds = ['reply', 'url', 'call', 'place', 'askPlace', 'calendar'] as const;
export type SuggestionKind = (typeof suggestionKinds)[number];

/** Limits of RCS, which has the largest cards. Lengths are UTF-16 units, as its vendors count: an emoji is two or more. */
export const richCardLimits = {
  nameLength: 120,
  titleLength: 200,
  textLength: 2000,
  suggestions: 4,
  suggestionLength: 25,
  payloadBytes: 2048,
  urlLength: 2000,
  labelLength: 100,
  cardsLeast: 2,
  cardsMost: 10,
  variables: 20,
  sampleLength: 200,
  smsLength: 1000,
  languages: 20,
  documentBytes: 250 * 1024,
} as const;

/** Cards of an enterprise. */
export const richCardsMost = 10_000;
export const richCardPage = 25;

type Words = Readonly<Record<string, string>>;
type Action =
  | { kind: 'reply'; payload: string }
  | { kind: 'url'; url: string }
  | { kind: 'call'; phone: string }
  | { kind: 'place'; latitude: number; longitude: number; label: string }
  | { kind: 'askPlace' }
  | { kind: 'calendar'; title: Words; startsAt: string; endsAt: string };
type Part = { title: Words; description: Words; media: { id: string } | null; suggestions: readonly { title: Words; action: Action }[] };
type Card = Part & { kind: RichCardKind; cards: readonly Part[]; smsText: Words; variables: readonly { name: string }[] };

/** Returns the cards of a card: itself, or those of its row. */
export const partsOf = <P extends Part>(card: P & { kind: RichCardKind; cards: readonly P[] }): readonly P[] =>
  card.kind === 'card' ? [card] : card.cards;

/** Lists the texts in which variables may stand, each with its field. */
export function cardTexts(card: Card): { field: string; words: Words }[] {
  const parts = partsOf<Part>(card).flatMap((part, place) => {
    const at = card.kind === 'card' ? '' : `cards.${place}.`;
    return [
      { field: `${at}title`, words: part.title },
      { field: `${at}description`, words: part.description },
      ...part.suggestions.flatMap(({ title, action }, row) => [
        { field: `${at}suggestions.${row}.title`, words: title },
        ...(action.kind === 'url' ? [{ field: `${at}suggestions.${row}.action.url`, words: { '': action.url } }] : []),
        ...(action.kind === 'calendar' ? [{ field: `${at}suggestions.${row}.action.title`, words: action.title }] : []),
      ]),
    ];
  });
  return [...parts, { field: 'smsText', words: card.smsText }];
}

/** Lists the languages that a card is written in, in the order in which it has them. */
export const languagesOfCard = (card: Card): string[] => [
  ...new Set(cardTexts(card).flatMap(({ words }) => Object.keys(words).filter((language) => language !== ''))),
];

/** Lists the variables that a card's texts name, each once. */
export const variablesOfCard = (card: Card): string[] => [
  ...new Set(cardTexts(card).flatMap(({ words }) => Object.values(words).flatMap(variablesOf))),
];
