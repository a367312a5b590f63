import type { LocalText } from '../../document/fields.ts';
import { asksSecret } from '../../document/sources.ts';
import type { Wait } from '../state.ts';
import { leave, NodeFault, type Outcome, type Turn, waitFor } from '../turn.ts';
import { openAnswer } from '../waiting.ts';
import { unclearDayWords } from '../words.ts';
import { type AskingNode, readAnswer, type Said } from './answers.ts';
import { askChoices, optionsOf } from './items.ts';

type AnswerWait = Wait & { kind: 'answer' };

/** Asks, unless what was already said is an answer and the node takes it. */
export function ask(turn: Turn, node: AskingNode): Outcome {
  const { asking } = node.config;
  // A text from before a sensitive question stands in the chat already, readable by everybody: it does not answer the question.
  if (asking.takesEarlier && turn.said && !asksSecret(turn.stream, node)) {
    const early = readAnswer(turn, node, turn.said);
    if (early && 'value' in early) return keep(turn, node, turn.said, early);
  }
  if (!turn.mayAsk() || !sendQuestion(turn, node, node.config.text, 0)) return leave('refused');
  return waitFor(openAnswer(turn, { timeoutSeconds: asking.timeoutSeconds }));
}

/** The open question once more, since something else came between. */
export function repeat(turn: Turn, node: AskingNode, page: number): void {
  sendQuestion(turn, node, node.config.text, page);
}

/** @param hint how to answer, below the question @returns whether the gate let it pass */
function sendQuestion(turn: Turn, node: AskingNode, text: LocalText, page: number, hint = ''): boolean {
  if (node.type !== 'input.choice') {
    const question = turn.write(text);
    if (question === '') throw new NodeFault('The question is empty.');
    const words = hint === '' ? question : `${question}\n${hint}`;
    return turn.send({ kind: 'text', text: words, showsLink: true }, node.config.sending).refused === '';
  }
  const options = optionsOf(turn, node);
  if (options.length === 0) throw new NodeFault('There is nothing to choose from.');
  const { contents } = askChoices(turn, { text: turn.write(text), style: node.config.style }, options, page);
  return contents.every((content) => turn.send(content, node.config.sending).refused === '');
}

function keep(turn: Turn, node: AskingNode, said: Said, answer: { value: Parameters<Turn['set']>[1]; exit?: string }): Outcome {
  const { variable } = node.config.asking;
  // One answer answers one question.
  if (turn.said === said) turn.said = null;
  // A choice from secret options is secret too.
  turn.set(variable, answer.value, turn.instance.last.isSensitive || (node.type === 'input.choice' && turn.tellsSecret));
  return leave(answer.exit ?? 'ok');
}

/** Handles the reply to its question: takes it, asks again as often as the node says, and then leaves by `invalid`. */
export function answer(turn: Turn, node: AskingNode, wait: AnswerWait, said: Said): Outcome {
  const read = readAnswer(turn, node, said);
  if (read && 'more' in read) {
    const page = wait.page + 1;
    if (!sendQuestion(turn, node, node.config.text, page)) return leave('refused');
    return waitFor({ ...wait, page, gathered: [], gatherUntil: null });
  }
  if (read && 'further' in read) return waitFor({ ...wait, chosen: read.further });
  if (read && 'unclear' in read) return askAgain(turn, node, wait, unclearDayWords(turn.language));
  if (read) return keep(turn, node, said, read);
  return askAgain(turn, node, wait, '');
}

function askAgain(turn: Turn, node: AskingNode, wait: AnswerWait, hint: string): Outcome {
  const { asking, text } = node.config;
  const most = asking.tries ?? turn.settings.retries;
  if (wait.tries >= most) return leave('invalid');
  const again = asking.retryTexts[Math.min(wait.tries, asking.retryTexts.length - 1)] ?? text;
  turn.visit.warnings.push(hint === '' ? 'The answer did not pass the check.' : 'The answer can be two days.');
  if (!sendQuestion(turn, node, again, wait.page, hint)) return leave('refused');
  return waitFor({
    ...openAnswer(turn, { timeoutSeconds: asking.timeoutSeconds, page: wait.page }),
    turn: wait.turn,
    tries: wait.tries + 1,
    chosen: wait.chosen,
  });
}
