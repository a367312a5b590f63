import type { NodeOf } from '../../document/node.ts';
import type { SentContent } from '../effects.ts';
import { leave, NodeFault, type Outcome, type Turn, waitFor } from '../turn.ts';
import { openAnswer } from '../waiting.ts';
import { cardContents } from './cards.ts';
import { askChoices, optionsOf } from './items.ts';
import { sendAndGo } from './sending.ts';

const next = (): Outcome => leave('next');

export function text(turn: Turn, { config }: NodeOf<'message.text'>): Outcome {
  const words = turn.write(config.text);
  if (words === '') throw new NodeFault('The text is empty.');
  return sendAndGo(turn, { kind: 'text', text: words, showsLink: config.showsLink }, config.sending, next);
}

export const media = (turn: Turn, { config }: NodeOf<'message.media'>): Outcome =>
  sendAndGo(turn, { kind: 'media', media: turn.media(config.media), caption: turn.write(config.caption) }, config.sending, next);

export function location(turn: Turn, { config }: NodeOf<'message.location'>): Outcome {
  const content: SentContent = {
    kind: 'location',
    latitude: turn.number(config.latitude, 'The latitude'),
    longitude: turn.number(config.longitude, 'The longitude'),
    name: turn.write(config.name),
    address: turn.write(config.address),
  };
  return sendAndGo(turn, content, config.sending, next);
}

/** Buttons, a list, a template or a card: one that waits holds the conversation until something is chosen. */
export function choices(
  turn: Turn,
  node: NodeOf<'message.buttons' | 'message.list' | 'message.template' | 'message.card'>,
  page = 0,
): Outcome {
  const { config } = node;
  if (config.waits && !turn.mayAsk()) return leave('refused');
  const contents = contentsOf(turn, node, page);
  for (const [place, content] of contents.entries()) {
    const isLast = place === contents.length - 1;
    if (isLast && !config.waits) return sendAndGo(turn, content, config.sending, next);
    if (turn.send(content, config.sending).refused !== '') return leave('refused');
  }
  return waitFor(openAnswer(turn, { timeoutSeconds: config.timeoutSeconds, page }));
}

function contentsOf(
  turn: Turn,
  node: NodeOf<'message.buttons' | 'message.list' | 'message.template' | 'message.card'>,
  page: number,
): SentContent[] {
  if (node.type === 'message.card') return cardContents(turn, node, page);
  if (node.type === 'message.template') {
    const { template, media: picture, values, items } = node.config;
    return [
      {
        kind: 'template',
        template: template.id,
        values: Object.fromEntries(Object.entries(values).map(([name, source]) => [name, turn.text(source)])),
        media: picture && turn.media(picture),
        items: items.map(({ id }) => id),
      },
    ];
  }
  const options = optionsOf(turn, node);
  const words = turn.write(node.config.text);
  if (node.type === 'message.buttons')
    return askChoices(turn, { text: words, style: 'buttons', media: node.config.media && turn.media(node.config.media) }, options, page)
      .contents;
  return askChoices(turn, { text: words, style: 'list', button: node.config.button }, options, page).contents;
}
