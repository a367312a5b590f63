import { matchChoice, moreId, showChoices } from '../../content/choices.ts';
import type { NodeOf } from '../../document/node.ts';
import type { SentContent } from '../../engine/effects.ts';
import type { Said } from '../../engine/said.ts';
import { leave, type Outcome, type Turn, waitFor } from '../../engine/turn.ts';
import { openAnswer } from '../../engine/waiting.ts';
import { moreWord } from '../../engine/words.ts';
import type { NodeType } from '../kinds.ts';
import type { Option } from './options.ts';
import type { AnswerWait, Run } from './run.ts';
import { sendAndGo } from './sending.ts';

/** Kinds of messages that may wait for a choice. */
type ChoosingType = { [Type in NodeType]: NodeOf<Type>['config'] extends { waits: boolean } ? Type : never }[NodeType];
type ChoosingNode = NodeOf<ChoosingType>;

/** @property isPaged whether the channel shows the choices page by page; left out: it does */
type Choosing<Type extends ChoosingType> = {
  style: 'buttons' | 'list';
  contents(turn: Turn, node: NodeOf<Type>, page: number): SentContent[];
  options(turn: Turn, node: NodeOf<Type>): Option[];
  isPaged?(turn: Turn, node: NodeOf<Type>): boolean;
};

/** A message with choices: one that waits holds the conversation until something is chosen. */
export function choosingRun<Type extends ChoosingType>(choosing: Choosing<Type>): Run<ChoosingType> {
  const { style, contents, options: optionsOf, isPaged }: Choosing<ChoosingType> = choosing;

  function ask(turn: Turn, node: ChoosingNode, page: number): Outcome {
    const { config } = node;
    if (config.waits && !turn.mayAsk()) return leave('refused');
    const all = contents(turn, node, page);
    for (const [place, content] of all.entries()) {
      const isLast = place === all.length - 1;
      if (isLast && !config.waits) return sendAndGo(turn, content, config.sending);
      if (turn.send(content, config.sending).refused !== '') return leave('refused');
    }
    return waitFor(openAnswer(turn, { timeoutSeconds: config.timeoutSeconds, page }));
  }

  function choose(turn: Turn, node: ChoosingNode, wait: AnswerWait, said: Said): Outcome {
    const options = optionsOf(turn, node);
    const more = moreWord(turn.language);
    const { offered, hasMore } =
      (isPaged?.(turn, node) ?? true)
        ? showChoices({ text: '', items: options, style, button: '', more }, turn.facts.shape, wait.page)
        : { offered: options.map(({ id }, place) => ({ id, number: place + 1 })), hasMore: false };
    const item =
      said.pressed ??
      matchChoice(said.text, { items: options, offered, hasMore, more }, (text) => turn.facts.readers.number(text, turn.language));
    if (item === moreId) return keepTries(ask(turn, node, wait.page + 1), wait, wait.tries);
    if (item !== undefined && options.some(({ id }) => id === item)) {
      turn.said = null;
      return leave(item);
    }
    if (turn.stream.target(node.id, 'other') !== undefined) return leave('other');
    if (wait.tries >= turn.settings.retries) return leave('error');
    return keepTries(ask(turn, node, wait.page), wait, wait.tries + 1);
  }

  return { run: (turn, node) => ask(turn, node, 0), said: choose, repeat: ask, options: optionsOf };
}

/** The same question asked anew: presses of its first message are its answers too. */
const keepTries = (asked: Outcome, { turn }: AnswerWait, tries: number): Outcome =>
  asked.kind === 'wait' && asked.wait.kind === 'answer' ? waitFor({ ...asked.wait, turn, tries }) : asked;
