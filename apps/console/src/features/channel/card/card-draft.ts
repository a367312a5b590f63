import {
  languagesOfCard,
  type RichCard,
  type RichCardDocument,
  type RichCardPart,
  type RichCardSuggestion,
  type SuggestionKind,
} from '@parley/contract';
import { fromLocal, toLocal } from '../../../lib/local-time.ts';
import type { CardBody } from './card.queries.ts';

export type Words = Record<string, string>;
/** Faults in words, by the field's path. */
export type FaultOf = (field: string) => string | undefined;
/** A card as it is typed: its parts are a list even of one, and each has a key for its place on the screen. */
export type DraftPart = RichCardPart & { key: string };
export type CardDraft = Pick<RichCardDocument, 'kind' | 'height' | 'layout' | 'variables' | 'smsText'> & {
  name: string;
  parts: DraftPart[];
  languages: string[];
};

let lastKey = 0;
const nextKey = (): string => {
  lastKey += 1;
  return `part${lastKey}`;
};

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** An id that a suggestion keeps for life: eight characters, the last of them a digit. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte, place) => (place === 7 ? String(byte % 10) : letters[byte % 26])).join('');
}

export const newPart = (): DraftPart => ({ key: nextKey(), title: {}, description: {}, media: null, suggestions: [] });

const oneHourMs = 3_600_000;
export function newSuggestion(kind: SuggestionKind): RichCardSuggestion {
  const tomorrow = Math.ceil(Date.now() / oneHourMs) * oneHourMs + 24 * oneHourMs;
  const local = (at: number) => toLocal(new Date(at).toISOString());
  const actions: { [Kind in SuggestionKind]: Extract<RichCardSuggestion['action'], { kind: Kind }> } = {
    reply: { kind: 'reply', payload: '' },
    url: { kind: 'url', url: 'https://' },
    call: { kind: 'call', phone: '' },
    place: { kind: 'place', latitude: 0, longitude: 0, label: '' },
    askPlace: { kind: 'askPlace' },
    calendar: { kind: 'calendar', title: {}, startsAt: local(tomorrow), endsAt: local(tomorrow + oneHourMs) },
  };
  return { id: newId(), title: {}, action: actions[kind] };
}

export const emptyDraft = (): CardDraft => ({
  name: '',
  kind: 'card',
  height: 'medium',
  layout: 'vertical',
  parts: [newPart()],
  variables: [],
  smsText: {},
  languages: ['en'],
});

const localTimes = (part: RichCardPart, convert: (at: string) => string): RichCardPart => ({
  ...part,
  suggestions: part.suggestions.map((one) =>
    one.action.kind === 'calendar'
      ? { ...one, action: { ...one.action, startsAt: convert(one.action.startsAt), endsAt: convert(one.action.endsAt) } }
      : one,
  ),
});

export function toDraft(card: RichCard | (CardBody & RichCardDocument)): CardDraft {
  const { name, kind, height, layout, variables, smsText, title, description, media, suggestions } = card;
  const parts: RichCardPart[] = kind === 'card' ? [{ title, description, media, suggestions }] : card.cards;
  return {
    ...{ name, kind, height, layout, variables, smsText },
    parts: parts.map((part) => ({ ...localTimes(part, toLocal), key: nextKey() })),
    languages: languagesOfCard(card).length > 0 ? languagesOfCard(card) : ['en'],
  };
}

/** Texts without empty ones: an empty text is a language that lacks it. */
const said = (words: Words): Words => Object.fromEntries(Object.entries(words).filter(([, text]) => text !== ''));

const toPart = ({ key: _key, ...part }: DraftPart): RichCardPart => {
  const { title, description, media, suggestions } = localTimes(part, fromLocal);
  return {
    title: said(title),
    description: said(description),
    media,
    suggestions: suggestions.map((one) => ({
      ...one,
      title: said(one.title),
      action: one.action.kind === 'calendar' ? { ...one.action, title: said(one.action.title) } : one.action,
    })),
  };
};

const nothing: RichCardPart = { title: {}, description: {}, media: null, suggestions: [] };

export function toDocument({ name: _name, parts, languages: _languages, ...rest }: CardDraft): RichCardDocument {
  const own = parts.map(toPart);
  const shared = { ...rest, smsText: said(rest.smsText) };
  return rest.kind === 'card' ? { ...shared, ...(own[0] ?? nothing), cards: [] } : { ...shared, ...nothing, cards: own };
}
export const toSave = (draft: CardDraft): CardBody & RichCardDocument => ({ name: draft.name.trim(), ...toDocument(draft) });

/** Prefix of the fields of a part in faults. */
export const fieldOfPart = ({ kind }: Pick<CardDraft, 'kind'>, place: number): string => (kind === 'card' ? '' : `cards.${place}.`);
