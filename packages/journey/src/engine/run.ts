import { showNumber } from '@parley/contract/format/number';
import { limits } from '../document/limits.ts';
import type { NodeOf } from '../document/node.ts';
import { toVariable } from '../document/variables.ts';
import { evaluate } from '../expression/evaluate.ts';
import { ExpressionFault } from '../expression/fault.ts';
import type { Value } from '../expression/value.ts';
import { Work } from '../expression/work.ts';
import type { CompiledStream } from './compile.ts';
import { execute } from './execute.ts';
import type { Facts } from './facts.ts';
import { isSecretVariable, withoutQuotes } from './secrecy.ts';
import type { EndReason, Frame, InstanceState } from './state.ts';
import { leave, NodeFault, type Outcome, type Turn } from './turn.ts';
import { standardWords } from './words.ts';

/** A frame at the beginning of a stream, its variables as their defaults say. A default that fails is Empty. */
export function openFrame(
  stream: CompiledStream,
  facts: Pick<Facts, 'zone' | 'country' | 'language'>,
  now: number,
  work = new Work(),
): Frame {
  const { document } = stream;
  const language = facts.language === '' ? (document.languages[0] ?? 'en') : facts.language;
  const environment = { now, zone: facts.zone, language, country: facts.country, lookUp: () => undefined, isSensitive: () => false };
  const variables: Record<string, Value> = {};
  for (const variable of document.variables) {
    if (variable.default === '') continue;
    try {
      const { value } = evaluate(stream.expression(variable.default), variable.default, environment, work);
      variables[variable.name] = toVariable(value, variable, { zone: facts.zone, language });
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
    }
  }
  return { stream: document.id, node: document.start, variables, loops: [] };
}

/** Ends an instance. What may not be shown is erased with it. */
export function end(turn: Turn, state: InstanceState, reason: EndReason, outcome = ''): void {
  const { instance } = turn;
  instance.state = state;
  instance.reason = reason;
  instance.outcome = outcome;
  instance.wait = null;
  for (const frame of instance.frames) {
    const stream = turn.streamOf(frame);
    for (const name of stream.variables.keys()) if (isSecretVariable(stream, frame, name)) delete frame.variables[name];
    delete frame.secret;
    frame.loops = frame.loops.filter(({ isSecret }) => !isSecret);
  }
  for (const name of instance.secretCalls ?? []) delete instance.calls[name];
  delete instance.skill;
  if (instance.last.isSensitive) instance.last = { ...instance.last, text: null, media: null };
  turn.effects.push({ kind: 'ended', state, reason, outcome });
}

/** A walk that cannot go on: the person is told so, and the trace says why. @param exit by which it would have gone on */
function fail(turn: Turn, reason: EndReason, exit: string, why: string): void {
  turn.say(turn.settings.errorText, standardWords(exit, turn.language));
  // A fault in the error text itself is not the reason of the failure, which stays last.
  turn.visit.warnings = [...turn.visit.warnings.filter((one) => one !== why), why];
  end(turn, 'FAILED', turn.work.spent === '' ? reason : 'LIMIT');
}

function guarded(turn: Turn, work: () => Outcome): Outcome {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error;
    turn.visit.warnings.push(error.message);
    return leave('error');
  }
}

/** Goes on from an outcome until the instance waits or has ended. */
export function run(turn: Turn, first: Outcome | undefined): void {
  let outcome = first;
  for (let visited = 0; ; visited += 1) {
    if (outcome && !follow(turn, outcome)) return;
    const { node } = turn;
    // A spent budget brings its own reason from where it was found.
    if (!node || visited >= turn.facts.mostNodes || turn.work.spent !== '') {
      const spent = turn.work.spent || `A turn visits at most ${showNumber(turn.facts.mostNodes, 'en')} nodes.`;
      fail(turn, node ? 'LIMIT' : 'NO_EXIT', 'error', node ? spent : 'The node that it leads to is not there.');
      return;
    }
    turn.open(node.id);
    outcome = guarded(turn, () => execute(turn, node));
  }
}

/** The same for what comes to a node that waits. */
export const received = (turn: Turn, work: () => Outcome): Outcome => guarded(turn, work);

/** @returns whether there is a node to go on with */
function follow(turn: Turn, outcome: Outcome): boolean {
  const { instance } = turn;
  switch (outcome.kind) {
    case 'wait':
      instance.wait = outcome.wait;
      instance.state = 'WAITING';
      return false;
    case 'goto':
      turn.visit.exit = '';
      moveTo(turn, outcome.node);
      return true;
    case 'exit':
      return leaveBy(turn, outcome.exit);
    case 'enter':
      return enter(turn, outcome);
    case 'end':
      if (instance.frames.length > 1) return comeBack(turn, 'done');
      end(turn, 'COMPLETED', '', outcome.outcome);
      return false;
    case 'handedOver':
      end(turn, 'HANDED_OVER', '');
      return false;
  }
}

function moveTo(turn: Turn, node: string): void {
  turn.cameFrom = turn.frame.node;
  turn.frame.node = node;
  turn.instance.wait = null;
  turn.instance.state = 'RUNNING';
}

function leaveBy(turn: Turn, exit: string): boolean {
  const { stream, frame, instance } = turn;
  const [taken, target] = [exit, 'error']
    .map((one) => [one, stream.target(frame.node, one)] as const)
    .find(([, to]) => to !== undefined) ?? [exit, undefined];
  turn.visit.exit = taken;
  if (target !== undefined) {
    moveTo(turn, target);
    return true;
  }
  // A way on that nobody has joined is a mistake of the stream's; anything else is an error without an exit.
  if (instance.frames.length > 1) return comeBack(turn, 'ended');
  const own = turn.visit.warnings.at(-1) ?? '';
  const nowhere = `Nothing is joined to the exit “${exit}”.`;
  const why = exit === 'error' && own !== '' ? own : [own, nowhere].filter((one) => one !== '').join(' ');
  fail(turn, exit === 'error' || isFallback(exit) ? 'ERROR' : 'NO_EXIT', exit, why);
  return false;
}

const fallbacks = new Set([
  'refused',
  'failed',
  'invalid',
  'unknown',
  'other',
  'none',
  'unsure',
  'empty',
  'notFound',
  'notUnderstood',
  'handOver',
  'missed',
  'outOfHours',
  'closed',
  'ended',
]);
const isFallback = (exit: string): boolean => fallbacks.has(exit);

function enter(turn: Turn, { stream: id, given, secret }: Outcome & { kind: 'enter' }): boolean {
  const inside = turn.compiled.streams.get(id);
  if (!inside || turn.instance.frames.length > limits.streamDepth) {
    turn.visit.warnings.push(inside ? `Streams are at most ${limits.streamDepth} deep.` : 'The stream is not there.');
    return leaveBy(turn, 'error');
  }
  const frame = openFrame(inside, { ...turn.facts, language: turn.language }, turn.now, turn.work);
  try {
    for (const [name, value] of Object.entries(given)) {
      const variable = inside.variables.get(name);
      if (variable) frame.variables[name] = toVariable(value, variable, turn.showing);
    }
    const hidden = secret.filter((name) => (frame.variables[name] ?? null) !== null && !inside.variables.get(name)?.isSensitive);
    if (hidden.length > 0) frame.secret = hidden;
  } catch (error) {
    turn.visit.warnings.push(error instanceof Error ? withoutQuotes(error.message) : '');
    return leaveBy(turn, 'error');
  }
  turn.instance.frames.push(frame);
  turn.cameFrom = null;
  return true;
}

/** Out of a stream that was inside of another one. */
function comeBack(turn: Turn, exit: 'done' | 'ended'): boolean {
  const inner = turn.instance.frames.pop() as Frame;
  const inside = turn.streamOf(inner);
  const node = turn.node as NodeOf<'logic.stream'>;
  turn.open(node.id);
  const outcome = guarded(turn, () => {
    for (const [own, its] of Object.entries(node.config.taken))
      turn.set(own, inner.variables[its] ?? null, isSecretVariable(inside, inner, its));
    return leave(exit);
  });
  return leaveBy(turn, outcome.kind === 'exit' ? outcome.exit : exit);
}
