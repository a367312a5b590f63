import { showsAsCards, titleOnCard } from '../../content/cards.ts';
import type { NodeOf } from '../../document/node.ts';
import type { MediaRef, SentContent } from '../effects.ts';
import type { Turn } from '../turn.ts';
import { chooseWord } from '../words.ts';
import { askChoices, type Option, optionsOf, toShown } from './items.ts';

type CardNode = NodeOf<'message.card'>;
type Written = { title: string; text: string; media: MediaRef | null; items: Option[] };

const writeCards = (turn: Turn, { config }: CardNode): Written[] =>
  config.cards.map(({ title, text, media, items }) => ({
    title: turn.write(title),
    text: turn.write(text),
    media: media && turn.media(media),
    items: items.map((item) => toShown(turn, item)),
  }));

/** Whether the channel shows the cards as such; otherwise their choices are asked for as those of any question. */
export const isShownAsCards = (turn: Turn, node: CardNode): boolean => showsAsCards(writeCards(turn, node), turn.facts.shape.cards);

/** Cards where the channel has them, else each with its picture and its words, and their choices as the channel can. */
export function cardContents(turn: Turn, node: CardNode, page: number): SentContent[] {
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
  const options = optionsOf(turn, node);
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
