import { showsAsCards, titleOnCard } from '../../content/cards.ts';
import { type ReducedCard, reduceWritten } from '../../content/reduce-card.ts';
import type { ChoiceItem } from '../../document/fields.ts';
import type { NodeOf } from '../../document/node.ts';
import type { MediaRef, SentContent } from '../../engine/effects.ts';
import type { Turn } from '../../engine/turn.ts';
import { chooseWord } from '../../engine/words.ts';
import { askChoices, type Option, toOption } from '../shared/options.ts';
import { cardsOf, smsTextOf } from './library.ts';

type CardNode = NodeOf<'message.card'>;
type Written = { title: string; text: string; media: MediaRef | null; items: Option[] };

export const writeCards = (turn: Turn, { config }: CardNode): Written[] =>
  cardsOf(config).map(({ title, text, media, items }) => ({
    title: turn.write(title),
    text: turn.write(text),
    media: media && turn.media(media),
    items: items.map((item) => toOption(turn, item)),
  }));

/** Cards in a row have choices of the same words: in a list of all of them each says of which card it is. */
const optionsOf = (turn: Turn, card: string, items: readonly ChoiceItem[]): Option[] =>
  items.map((item) => {
    const shown = toOption(turn, item);
    return card === '' ? shown : { ...shown, title: `${card}: ${shown.title}`, short: '' };
  });
export const cardOptions = (turn: Turn, { config }: CardNode): Option[] =>
  cardsOf(config).flatMap(({ title, items }, _place, cards) => optionsOf(turn, cards.length > 1 ? turn.write(title) : '', items));

/** A card of the library as the channel shows it; undefined: the node's cards are its own. */
export function reduceLibraryCard(turn: Turn, node: CardNode, page: number): ReducedCard | undefined {
  const { library } = node.config;
  if (!library) return undefined;
  const { height, layout } = library;
  const card = { parts: writeCards(turn, node), height, layout, smsText: turn.write(smsTextOf(node.config)) };
  return reduceWritten(card, turn.facts.shape, turn.language, page);
}

/** Cards where the channel has them, else each with its picture and its words, and their choices as the channel can. */
export function cardContents(turn: Turn, node: CardNode, page: number): SentContent[] {
  const reduced = reduceLibraryCard(turn, node, page);
  if (reduced) return reduced.contents;
  const cards = writeCards(turn, node);
  const shape = turn.facts.shape.cards;
  if (showsAsCards(cards, shape))
    return [
      {
        kind: 'cards',
        cards: cards.map(({ items, ...card }) => ({
          ...card,
          items: items.map((item) => ({ id: item.id, title: titleOnCard(item, shape) ?? '', action: item.action })),
        })),
      },
    ];
  const options = cardOptions(turn, node);
  const [only] = cards;
  if (only && cards.length === 1) return options.length === 0 ? alone(only) : ask(turn, wordsOf(only), options, page, only.media);
  const shown = page === 0 ? cards.flatMap(alone) : [];
  return options.length === 0 ? shown : [...shown, ...ask(turn, chooseWord(turn.language), options, page, null)];
}

const wordsOf = ({ title, text }: Written): string => [title, text].filter((part) => part !== '').join('\n');

function alone(card: Written): SentContent[] {
  const words = wordsOf(card);
  if (card.media) return [{ kind: 'media', media: card.media, caption: words }];
  return words === '' ? [] : [{ kind: 'text', text: words, showsLink: true }];
}

const ask = (turn: Turn, text: string, options: readonly Option[], page: number, media: MediaRef | null): SentContent[] =>
  askChoices(turn, { text, style: 'buttons', media }, options, page).contents;
