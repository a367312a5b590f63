import { moreId } from '../content/choices.ts';
import { fold } from '../content/fold.ts';
import { limits } from '../document/limits.ts';
import type { Node } from '../document/node.ts';
import { asksSecret, isReceiptAwaited } from '../document/sources.ts';
import type { Value } from '../expression/value.ts';
import { keepAnswers, sendAddress, sendPage } from '../nodes/input.form/answers.ts';
import type { AnswerWait } from '../nodes/shared/run.ts';
import { runOf } from './execute.ts';
import type { Input } from './input.ts';
import { untilOpen } from './opening.ts';
import { reaches } from './receipts.ts';
import { end, received } from './run.ts';
import type { Said } from './said.ts';
import { waitsForSecret } from './secrecy.ts';
import type { FormWait } from './state.ts';
import { leave, type Outcome, type Turn, waitFor } from './turn.ts';

/** `kept`: it is for later; `ignored`: it is for nobody; `noted`: it is known from now on; `over`: the instance has ended by it. */
export type Received = Outcome | 'kept' | 'ignored' | 'noted' | 'over';

/** Gives a customer's text to the open question. */
export function receiveMessage(turn: Turn, said: Said): Received {
  const { wait } = turn.instance;
  if (wait?.kind !== 'answer') return 'kept';
  remember(turn, said);
  const word = globalWord(turn, said.text);
  if (word) return word;
  const { node } = turn;
  if (!node) return 'ignored';
  const gatherSeconds = 'asking' in node.config ? node.config.asking.gatherSeconds : 0;
  if (gatherSeconds > 0 && said.pressed === null && said.text !== '') {
    const gatherUntil = turn.now + gatherSeconds * 1000;
    return waitFor({ ...wait, gathered: [...wait.gathered, said.text], gatherUntil });
  }
  return answered(turn, node, wait, said);
}

const asTime = (at: number): Value => ({ $: 'instant', at });

function remember(turn: Turn, said: Said): void {
  turn.said = said;
  // The check does not matter here: a wrong answer is as much of a secret.
  const isSensitive = asksSecret(turn.stream, turn.node) || waitsForSecret(turn.compiled, turn.instance);
  turn.instance.last = { text: said.text, media: said.media[0] ?? null, time: asTime(turn.now), isSensitive };
}

const answered = (turn: Turn, node: Node, wait: AnswerWait, said: Said): Outcome =>
  received(turn, () => runOf(node.type).said?.(turn, node, wait, said) ?? leave('error'));

/** Words of the whole stream, when they are the whole message. */
function globalWord(turn: Turn, text: string): Received | undefined {
  const { menu, agent, stop } = turn.settings.words;
  const said = fold(text);
  const isOneOf = (words: readonly string[]) => said !== '' && words.some((word) => fold(word) === said);
  if (isOneOf(stop.words)) {
    end(turn, 'STOPPED', 'WORD');
    return 'over';
  }
  if (agent.department && isOneOf(agent.words)) {
    turn.effects.push({
      kind: 'handOver',
      node: turn.frame.node,
      department: agent.department.id,
      priority: 5,
      note: '',
      shown: [],
      returns: false,
    });
    return { kind: 'handedOver' };
  }
  if (menu.node === '' || !isOneOf(menu.words)) return undefined;
  turn.instance.frames.splice(1);
  turn.frame.loops = [];
  return { kind: 'goto', node: menu.node };
}

/** A press of a button or a row. One of a question that is not open any more is told so, and the open one is asked again. */
export function receivePress(turn: Turn, { turn: of, item }: Input & { kind: 'press' }): Received {
  const { wait } = turn.instance;
  if (wait && wait.kind !== 'answer') return 'kept';
  const { node } = turn;
  const isOpen = wait?.kind === 'answer' && of >= wait.turn;
  if (!wait || !node || !isOpen) {
    turn.say(turn.settings.closedText);
    return wait && node ? again(turn, node, wait) : 'ignored';
  }
  const title =
    item === moreId
      ? ''
      : (runOf(node.type)
          .options?.(turn, node)
          .find(({ id }) => id === item)?.title ?? '');
  const said: Said = { text: title, media: [], location: null, pressed: item };
  if (item !== moreId) remember(turn, said);
  return answered(turn, node, wait, said);
}

/** The open question once more, its times as they were. */
function again(turn: Turn, node: Node, wait: AnswerWait): Outcome {
  const asked = received(turn, () => runOf(node.type).repeat?.(turn, node, wait.page) ?? waitFor(wait));
  return asked.kind === 'wait' ? waitFor(wait) : asked;
}

/** Another stream has talked meanwhile: the open question is asked again, and what is not a question goes on by itself. */
export function receiveResume(turn: Turn): Received {
  const { wait } = turn.instance;
  return wait?.kind === 'answer' && turn.node ? again(turn, turn.node, wait) : 'ignored';
}

export function receiveReceipt(turn: Turn, input: Input & { kind: 'receipt' }): Received {
  const { instance } = turn;
  const { wait } = instance;
  if (wait?.kind === 'receipt' && wait.turn === input.turn && wait.place === input.place) {
    if (input.receipt === 'failed') return leave('failed');
    if (!reaches(input.receipt, wait.receipt)) return 'ignored';
    return leave(wait.notAfter !== null && turn.now > wait.notAfter ? 'late' : wait.exit);
  }
  const asked = instance.sends[turn.frame.node];
  const isOfQuestion = wait?.kind === 'answer' && asked?.turn === input.turn && asked.place === input.place;
  // A question that did not arrive waits for nobody.
  if (isOfQuestion && input.receipt === 'failed') return leave('failed');
  return noted(turn, input);
}

/** Notes a receipt for a node whose receipt a later wait may need. */
function noted({ instance, stream }: Turn, { turn, place, receipt }: Input & { kind: 'receipt' }): Received {
  const [node, sent] = Object.entries(instance.sends).find(([, one]) => one.turn === turn && one.place === place) ?? [];
  if (node === undefined || !sent || !isReceiptAwaited(stream.document, node)) return 'ignored';
  const before = sent.receipt;
  const isNews = receipt === 'failed' ? before === undefined || before === 'accepted' : !before || !reaches(before, receipt);
  if (!isNews) return 'ignored';
  sent.receipt = receipt;
  return 'noted';
}

/** Something is due: the earliest of it is done, and whatever else is due comes by the next timer. */
export function receiveTimer(turn: Turn): Received {
  const { wait } = turn.instance;
  if (!wait) return 'ignored';
  if (wait.kind === 'answer') return answerDue(turn, wait);
  if (wait.kind === 'form') return formDue(turn, wait);
  if (!('dueAt' in wait) || wait.dueAt === null || wait.dueAt > turn.now) return 'ignored';
  if (wait.kind === 'hours') return received(turn, () => untilOpen(turn, wait.mostAt));
  if (wait.kind !== 'timer') return leave('timeout');
  return leave(wait.notAfter !== null && turn.now > wait.notAfter ? 'late' : 'next');
}

/** A form on its page: the reminder, and the end of its time. */
function formDue(turn: Turn, wait: FormWait): Received {
  const { node } = turn;
  if (wait.dueAt !== null && wait.dueAt <= turn.now) {
    turn.effects.push({ kind: 'closeForm', filling: wait.filling, outcome: 'EXPIRED' });
    return leave('timeout');
  }
  if (wait.remindAt === null || wait.remindAt > turn.now || node?.type !== 'input.form') return 'ignored';
  return received(turn, () => {
    sendPage(turn, node, wait.filling, node.config.remindText);
    return waitFor({ ...wait, remindAt: null });
  });
}

/** The end of a form on its page, if the instance still waits for that one; or what a flow has left open, for which the address follows. */
export function receiveForm(turn: Turn, input: Input & { kind: 'form' }): Received {
  const { filling } = input;
  const { wait, form: asked } = turn.instance;
  const { node } = turn;
  // Somebody who is asked one by one has gone on by the page, and sent or closed the form there.
  if (wait?.kind === 'answer' && asked?.filling === filling && node?.type === 'input.form' && input.outcome !== 'rest') {
    const { had } = asked;
    delete turn.instance.form;
    if (input.outcome === 'closed') return leave('closed');
    const { values } = input;
    return received(turn, () => keepAnswers(turn, node, { filling, had, values }));
  }
  if (wait?.kind !== 'form' || wait.filling !== filling || node?.type !== 'input.form') return 'ignored';
  if (input.outcome === 'closed') return leave('closed');
  if (input.outcome === 'rest') {
    const { text } = input;
    return received(turn, () => {
      sendAddress(turn, node, filling, text);
      return waitFor({ ...wait });
    });
  }
  const { values } = input;
  return received(turn, () => keepAnswers(turn, node, { filling, had: wait.had, values }));
}

/** Asks the hours again; a wait that they leave as it is stays without a turn. */
export function receiveHours(turn: Turn): Received {
  const { wait } = turn.instance;
  if (wait?.kind !== 'hours') return 'ignored';
  const outcome = received(turn, () => untilOpen(turn, wait.mostAt));
  const isSame =
    outcome.kind === 'wait' && outcome.wait.kind === 'hours' && outcome.wait.dueAt === wait.dueAt && outcome.wait.by === wait.by;
  return isSame ? 'ignored' : outcome;
}

function answerDue(turn: Turn, wait: AnswerWait): Received {
  const due = (
    [
      ['gather', wait.gatherUntil],
      ['remind', wait.remindAt],
      ['timeout', wait.timeoutAt],
      ['inactive', wait.inactiveAt],
    ] as const
  )
    .flatMap(([what, at]) => (at !== null && at <= turn.now ? [{ what, at }] : []))
    .sort((a, b) => a.at - b.at)[0];
  const { node } = turn;
  switch (due?.what) {
    case 'gather': {
      const said: Said = { text: wait.gathered.join('\n'), media: [], location: null, pressed: null };
      turn.instance.last = { ...turn.instance.last, text: said.text };
      return node ? answered(turn, node, { ...wait, gathered: [], gatherUntil: null }, said) : 'ignored';
    }
    case 'remind':
      turn.say(turn.settings.inactivity.reminder?.text ?? {});
      return waitFor({ ...wait, remindAt: null });
    case 'timeout':
      return leave('timeout');
    case 'inactive':
      turn.say(turn.settings.inactivity.text);
      end(turn, 'TIMEDOUT', 'INACTIVE');
      return 'over';
    default:
      return 'ignored';
  }
}

/** The answer of a call, if the instance still waits for that one. */
export function receiveCall(turn: Turn, input: Input & { kind: 'call' }): Received {
  const { wait } = turn.instance;
  const isAwaited = wait?.kind === 'call' && wait.call === input.call;
  if (!isAwaited && (input.node === undefined || !standAt(turn, input.node))) return 'ignored';
  const { node } = turn;
  if (!node) return 'ignored';
  // A larger answer can be read by picks in this turn, and is not kept.
  const isKept = JSON.stringify(input.answer).length <= limits.stateBytes;
  turn.instance.calls[node.id] = { status: input.status, answer: isKept ? input.answer : null, error: input.error };
  if (node.name !== '') turn.instance.calls[node.name] = turn.instance.calls[node.id] ?? null;
  if (input.outcome === 'UNKNOWN') return leave('unknown');
  return received(turn, () => answerOf(turn, node, input));
}

/** Puts the instance at a node of the stream that runs, or of one that it is inside of. @returns whether there is one */
function standAt(turn: Turn, node: string): boolean {
  const { frames } = turn.instance;
  const depth = frames.findLastIndex((frame) => turn.streamOf(frame).nodes.has(node));
  if (depth < 0) return false;
  turn.visit.exit = '';
  frames.splice(depth + 1);
  const { frame, stream } = turn;
  frame.node = node;
  frame.loops = frame.loops.filter((loop) => stream.isInLoop(loop.node, node));
  turn.instance.wait = null;
  turn.open(node);
  return true;
}

function answerOf(turn: Turn, node: Node, { outcome, status, answer: value }: Input & { kind: 'call' }): Outcome {
  const isSecret = turn.instance.secretCalls?.includes(node.id) ?? false;
  return runOf(node.type).answered?.(turn, node, { isDone: outcome === 'DONE', status, value, isSecret }) ?? leave('error');
}

export function receiveEvent(turn: Turn, { event, key, data }: Input & { kind: 'event' }): Received {
  const { wait } = turn.instance;
  if (wait?.kind !== 'event' || wait.event !== event || wait.key !== key) return 'ignored';
  turn.instance.calls[turn.frame.node] = data;
  return leave(wait.notAfter !== null && turn.now > wait.notAfter ? 'late' : 'next');
}
