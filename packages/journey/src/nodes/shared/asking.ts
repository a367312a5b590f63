import type { LocalText } from '../../document/fields.ts';
import type { NodeOf } from '../../document/node.ts';
import { asksSecret } from '../../document/sources.ts';
import type { Said } from '../../engine/said.ts';
import { leave, NodeFault, type Outcome, type Turn, waitFor } from '../../engine/turn.ts';
import { openAnswer } from '../../engine/waiting.ts';
import { unclearDayWords } from '../../engine/words.ts';
import type { Value } from '../../expression/value.ts';
import type { NodeType } from '../kinds.ts';
import type { Option } from './options.ts';
import type { AnswerWait, Run } from './run.ts';

/**
 * @property exit other than `ok`; @property more the next page is asked for; @property further more of the same is wanted; @property unclear
 * it can be two days
 */
export type Answer = { value: Value; exit?: string } | { more: true } | { further: Value[] } | { unclear: true } | undefined;

/** Kinds of nodes that ask. */
type AskingType = { [Type in NodeType]: NodeOf<Type>['config'] extends { asking: object } ? Type : never }[NodeType];
type AskingNode = NodeOf<AskingType>;

type Asking<Type extends AskingType> = {
  /** Reads an answer by the check of its node; undefined where it does not pass. @throws NodeFault where the check itself fails */
  read(turn: Turn, node: NodeOf<Type>, said: Said): Answer;
  /** Sends the question; left out: as a text. @param hint how to answer, below it @returns whether the gate let it pass */
  send?(turn: Turn, node: NodeOf<Type>, text: LocalText, page: number, hint: string): boolean;
  /** True if an answer tells of what the question has read; left out: no */
  tellsQuestion?: boolean;
  options?(turn: Turn, node: NodeOf<Type>): Option[];
};

function sendText(turn: Turn, node: AskingNode, text: LocalText, _page: number, hint: string): boolean {
  const question = turn.write(text);
  if (question === '') throw new NodeFault('The question is empty.');
  const words = hint === '' ? question : `${question}\n${hint}`;
  return turn.send({ kind: 'text', text: words, showsLink: true }, node.config.sending).refused === '';
}

/** A question: asks, reads the answer, and asks again as often as the node says. */
export function askingRun<Type extends AskingType>(asking: Asking<Type>): Run<AskingType> {
  const { read, send = sendText, tellsQuestion = false, options }: Asking<AskingType> = asking;

  /** Asks, unless what was already said is an answer and the node takes it. */
  function run(turn: Turn, node: AskingNode): Outcome {
    const { takesEarlier, timeoutSeconds } = node.config.asking;
    // A text from before a sensitive question stands in the chat already, readable by everybody: it does not answer the question.
    if (takesEarlier && turn.said && !asksSecret(turn.stream, node)) {
      const early = read(turn, node, turn.said);
      if (early && 'value' in early) return keep(turn, node, turn.said, early);
    }
    if (!turn.mayAsk() || !send(turn, node, node.config.text, 0, '')) return leave('refused');
    return waitFor(openAnswer(turn, { timeoutSeconds }));
  }

  function keep(turn: Turn, node: AskingNode, said: Said, answer: { value: Value; exit?: string }): Outcome {
    // One answer answers one question.
    if (turn.said === said) turn.said = null;
    turn.set(node.config.asking.variable, answer.value, turn.instance.last.isSensitive || (tellsQuestion && turn.tellsSecret));
    return leave(answer.exit ?? 'ok');
  }

  /** Handles the reply to its question: takes it, asks again as often as the node says, and then leaves by `invalid`. */
  function said(turn: Turn, node: AskingNode, wait: AnswerWait, words: Said): Outcome {
    const answer = read(turn, node, words);
    if (answer && 'more' in answer) {
      const page = wait.page + 1;
      if (!send(turn, node, node.config.text, page, '')) return leave('refused');
      return waitFor({ ...wait, page, gathered: [], gatherUntil: null });
    }
    if (answer && 'further' in answer) return waitFor({ ...wait, chosen: answer.further });
    if (answer && 'unclear' in answer) return askAgain(turn, node, wait, unclearDayWords(turn.language));
    if (answer) return keep(turn, node, words, answer);
    return askAgain(turn, node, wait, '');
  }

  function askAgain(turn: Turn, node: AskingNode, wait: AnswerWait, hint: string): Outcome {
    const { asking: settings, text } = node.config;
    const most = settings.tries ?? turn.settings.retries;
    if (wait.tries >= most) return leave('invalid');
    const again = settings.retryTexts[Math.min(wait.tries, settings.retryTexts.length - 1)] ?? text;
    turn.visit.warnings.push(hint === '' ? 'The answer did not pass the check.' : 'The answer can be two days.');
    if (!send(turn, node, again, wait.page, hint)) return leave('refused');
    return waitFor({
      ...openAnswer(turn, { timeoutSeconds: settings.timeoutSeconds, page: wait.page }),
      turn: wait.turn,
      tries: wait.tries + 1,
      chosen: wait.chosen,
    });
  }

  /** The open question once more, since something else came between. */
  function repeat(turn: Turn, node: AskingNode, page: number): undefined {
    send(turn, node, node.config.text, page, '');
  }

  return { run, said, repeat, ...(options ? { options } : {}) };
}
