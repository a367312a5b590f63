import { type ShownChoices, type ShownItem, showChoices } from '../../content/choices.ts';
import type { ChoiceItem, LocalText } from '../../document/fields.ts';
import type { Node } from '../../document/node.ts';
import { showValue } from '../../expression/show.ts';
import type { Value } from '../../expression/value.ts';
import type { MediaRef, SentContent } from '../effects.ts';
import { NodeFault, type Turn } from '../turn.ts';
import { chooseWord, moreWord } from '../words.ts';

/** An item with what it stands for, where that is no item of the document. */
export type Option = ShownItem & { value: Value };

export const toShown = (turn: Turn, { id, title, short, description, synonyms, action }: ChoiceItem): Option => ({
  id,
  title: turn.write(title),
  short: turn.write(short),
  description: turn.write(description),
  synonyms,
  action: action.kind === 'url' ? { kind: 'url', url: turn.fill(action.url) } : action,
  value: turn.write(title),
});

const mostOptions = 100;

type ListOptions = { source: string; item: string; title: string; value: string };

/** Options out of a list: titles and values are expressions over each item of it. */
function listed(turn: Turn, { source, item, title, value }: ListOptions): Option[] {
  const list = turn.value(source);
  if (list === null) return [];
  if (!Array.isArray(list)) throw new NodeFault('The options are no list.');
  const of = (each: string) => turn.value(`(${source}).map(${item}, ${each})`) as Value[];
  const titles = of(title);
  const values = value === '' ? titles : of(value);
  return list.slice(0, mostOptions).map((_, place) => ({
    id: `o${place + 1}`,
    title: showValue(titles[place] ?? null, { language: turn.language, zone: turn.facts.zone }),
    short: '',
    description: '',
    synonyms: [],
    action: { kind: 'reply' },
    value: values[place] ?? null,
  }));
}

/** Cards in a row have choices of the same words: in a list of all of them each says of which card it is. */
const ofCard = (turn: Turn, card: string, items: readonly ChoiceItem[]): Option[] =>
  items.map((item) => {
    const shown = toShown(turn, item);
    return card === '' ? shown : { ...shown, title: `${card}: ${shown.title}`, short: '' };
  });

/** Lists the options of a node; none for a node without choices. */
export function optionsOf(turn: Turn, node: Node): Option[] {
  switch (node.type) {
    case 'message.buttons':
    case 'message.list':
    case 'message.template':
      return node.config.items.map((item) => toShown(turn, item));
    case 'message.card':
      return node.config.cards.flatMap(({ title, items }) => ofCard(turn, node.config.cards.length > 1 ? turn.write(title) : '', items));
    case 'input.choice': {
      const { options } = node.config;
      return options.kind === 'fixed' ? options.items.map((item) => toShown(turn, item)) : listed(turn, options);
    }
    default:
      return [];
  }
}

export type Question = { text: string; button?: LocalText; style: 'buttons' | 'list'; media?: MediaRef | null };

/** A question with its choices as the channel shows them, one message or two. */
export function askChoices(
  turn: Turn,
  { text, button = {}, style, media = null }: Question,
  options: readonly Option[],
  page: number,
): { contents: SentContent[]; shown: ShownChoices } {
  const shown = showChoices(
    {
      text,
      items: options,
      style,
      button: turn.write(button) || chooseWord(turn.language),
      more: moreWord(turn.language),
    },
    turn.facts.shape,
    page,
  );
  const { content } = shown;
  if (content.kind === 'text')
    return { contents: [...(media ? [{ kind: 'media' as const, media, caption: '' }] : []), { ...content, showsLink: true }], shown };
  // A list has no picture on any channel: it goes before it.
  if (content.kind === 'list' && media)
    return {
      contents: [
        { kind: 'media', media, caption: '' },
        { ...content, media: null },
      ],
      shown,
    };
  return { contents: [{ ...content, media }], shown };
}
