import type { RichCardDocument, RichCardPart } from '@parley/contract/channel/rich-card';
import { partsOf } from '@parley/contract/channel/rich-card-kinds';
import type { LocalText } from '../../document/fields.ts';
import type { Config, FromLibrary } from './schema.ts';

type Cards = Config['cards'];
type Copied = Pick<Config, 'cards'> & { library: FromLibrary };

/** Copies a card of the library into a node: from then on the node's cards are its own, whatever becomes of the card. */
export function copyCard(
  card: RichCardDocument & { id: string; name: string; version: number },
  values: Readonly<Record<string, string>> = {},
): Copied {
  const { id, name, version, height, layout, smsText, variables } = card;
  return {
    cards: partsOf<RichCardPart>(card).map(({ title, description, media, suggestions }) => ({
      title,
      text: description,
      media: media && { kind: 'library', media: { ref: 'media', id: media.id, name: media.name } },
      items: suggestions.map((one) => ({
        id: one.id,
        title: one.title,
        short: {},
        description: {},
        synonyms: [],
        action: one.action.kind === 'reply' ? { kind: 'reply' } : one.action,
      })),
    })),
    library: {
      card: { ref: 'card', id, name },
      version,
      height,
      layout,
      smsText,
      values: Object.fromEntries(variables.map((variable) => [variable.name, values[variable.name] ?? JSON.stringify(variable.sample)])),
    },
  };
}

const slot = /\{\{\s*([A-Za-z0-9_]{1,60})\s*\}\}/g;

/** Puts the expressions of a node in the place of the card's variables. */
const withExpressions = (text: string, values: FromLibrary['values']): string =>
  text.replace(slot, (whole, name: string) => (Object.hasOwn(values, name) && values[name] !== '' ? `{{ ${values[name]} }}` : whole));

const wordsWith = (texts: LocalText, values: FromLibrary['values']): LocalText =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, withExpressions(text, values)]));

/** Returns the cards of a node as its texts are read: those of the library with the node's values in them. */
export function cardsOf({ cards, library }: Pick<Config, 'cards' | 'library'>): Cards {
  if (!library) return cards;
  const { values } = library;
  return cards.map((card) => ({
    ...card,
    title: wordsWith(card.title, values),
    text: wordsWith(card.text, values),
    items: card.items.map((item) => ({ ...item, title: wordsWith(item.title, values), action: actionWith(item.action, values) })),
  }));
}

function actionWith(action: Cards[number]['items'][number]['action'], values: FromLibrary['values']): typeof action {
  if (action.kind === 'url') return { ...action, url: withExpressions(action.url, values) };
  return action.kind === 'calendar' ? { ...action, title: wordsWith(action.title, values) } : action;
}

export const smsTextOf = ({ library }: Pick<Config, 'library'>): LocalText => (library ? wordsWith(library.smsText, library.values) : {});
