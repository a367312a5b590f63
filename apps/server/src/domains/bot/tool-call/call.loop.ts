import { toolTurn } from '@parley/contract';
import type { EnterpriseContext } from '../../../context.ts';
import { type AskedCall, GenAiError, type OfferedTool, type ToolMessage } from '../../integration/door.ts';
import { askWithTools, type GenAiDeps } from '../gen-ai/gen-ai.service.ts';
import { listStanding } from '../tool/tool.repository.ts';
import { type DefinedTool, keyOfCall, offerTool } from '../tool/tool.rules.ts';
import type { CallDeps } from './call.do.ts';
import { type CallRow, listCalls } from './call.repository.ts';
import { propose, readRound, type ToolTurn } from './call.round.ts';
import { denyCall, giveUpCall, refuseStream, runCall } from './call.run.ts';
import { fenced } from './fence.ts';

type Talk = {
  configId: string;
  /** Everything before the calls of the turn. */
  messages: readonly ToolMessage[];
  tools: readonly DefinedTool[];
  /** Words from outside were read before: a passage, or an answer of a tool. */
  hasRead: boolean;
  notes: string[];
  onText: (text: string) => void;
  /** The model has asked for calls: what it wrote beside them is no answer. */
  onAsked: () => void;
};

/**
 * The end of a turn. `asks`: a call waits for somebody; `runs`: a stream is to talk with the customer, or does; `stops`: a limit, or a call of whose effect nobody knows.
 * @property hasRead an answer of a tool was read
 */
export type TurnEnd = { hasRead: boolean; calls: CallRow[] } & (
  | { kind: 'said'; text: string }
  | { kind: 'asks'; call: CallRow }
  | { kind: 'runs'; call: CallRow }
  | { kind: 'handsOver' }
  | { kind: 'stops'; isUnknown: boolean }
);
type End = TurnEnd extends infer E ? (E extends TurnEnd ? Omit<E, 'hasRead' | 'calls'> : never) : never;

const perAnswerMs = 20_000;
const maxTokens = 600;
const bytesPerToken = 4;

const tokensOf = (messages: readonly ToolMessage[], tools: readonly OfferedTool[]): number =>
  Math.ceil(Buffer.byteLength(JSON.stringify([messages, tools])) / bytesPerToken);

/** Another process is at the same turn, or was a moment ago: the job that asks tries again. */
export class TurnTaken extends Error {
  constructor() {
    super('Another process makes the calls of this turn.');
    this.name = 'TurnTaken';
  }
}

/** An outcome as the model reads it; what came from outside is fenced. */
function answerOf({ state, answer, error }: CallRow): string {
  if (state === 'DONE') return answer === '' ? 'Done.' : fenced('answer', answer);
  return state === 'DENIED' ? `Not done: ${error || 'it was refused.'}` : `Failed: ${error}`;
}

/** The calls of a turn as messages: each answer of the model with its calls, and then what came of these. */
function transcriptOf(calls: readonly CallRow[]): ToolMessage[] {
  const rounds = Map.groupBy(calls, ({ round }) => round);
  return [...rounds.values()].flatMap((round): ToolMessage[] => [
    {
      role: 'assistant',
      content: '',
      calls: round.map(({ modelCall, tool, arguments: given }) => ({ id: modelCall, name: tool.name, arguments: JSON.stringify(given) })),
    },
    ...round.map((call): ToolMessage => ({ role: 'tool', callId: call.modelCall, content: answerOf(call) })),
  ]);
}

const hasAnswers = (calls: readonly CallRow[]): boolean => calls.some(({ state, answer }) => state === 'DONE' && answer !== '');

/** A stream is begun by the turn that keeps the dialogue's state, and ended by its walk; a dry run is answered as others are. */
const isWalk = ({ tool, isDry }: CallRow): boolean => tool.kind === 'stream' && !isDry;

/**
 * Makes what is ready, and gives up what a program that is gone has left behind; of calls to confirm and of streams, the first alone waits.
 */
async function finish(ctx: EnterpriseContext, deps: CallDeps, calls: readonly CallRow[], leftMs: () => number): Promise<void> {
  const [, ...others] = calls.filter(
    (call) => call.state === 'PROPOSED' || (isWalk(call) && (call.state === 'READY' || call.state === 'TAKEN')),
  );
  for (const call of others) {
    if (call.state === 'PROPOSED') await denyCall(ctx, call, 'Only one call at a time can be confirmed.');
    if (call.state === 'READY') await refuseStream(ctx, call, 'Only one stream at a time can talk, and none beside a question.');
  }
  await Promise.all(
    calls.map(async (call) => {
      if (isWalk(call)) return;
      if (call.state === 'READY') await runCall(ctx, deps, call, { mostMs: leftMs() });
      if (call.state === 'TAKEN') await giveUpCall(ctx, call.callId);
    }),
  );
}

/**
 * A turn of a model with tools, until it says something. The calls of each answer are rows before the first of them is made, so that a turn
 * that is tried again goes on behind them.
 * @throws GenAiError when the endpoint gives no answer and nothing was called yet; TurnTaken
 */
export async function runTurn(ctx: EnterpriseContext, deps: GenAiDeps & CallDeps, turn: ToolTurn, talk: Talk): Promise<TurnEnd> {
  const endsAt = performance.now() + toolTurn.seconds * 1000;
  const leftMs = () => Math.round(endsAt - performance.now());
  const readCalls = () => ctx.read((tx) => listCalls(tx, ctx.enterpriseId, turn.sessionId, turn.turn));
  const standing = await ctx.read((tx) => listStanding(tx, ctx.enterpriseId, turn.botId));
  const tools = talk.tools.filter(({ toolId }) => standing.has(toolId));
  const offered = tools.map(offerTool);
  let asked = 0;
  let calls = await readCalls();
  /** The refusal of calls that are none, and the number of calls before it. */
  let faulted: { behind: number; messages: ToolMessage[] } | undefined;
  const end = (of: End): TurnEnd => ({ ...of, calls, hasRead: hasAnswers(calls) });
  const stop = (note: string): TurnEnd => {
    talk.notes.push(note);
    return end({ kind: 'stops', isUnknown: false });
  };

  for (;;) {
    if (calls.some(({ state }) => state !== 'DONE' && state !== 'FAILED' && state !== 'DENIED')) {
      await finish(ctx, deps, calls, leftMs);
      calls = await readCalls();
    }
    if (calls.some((call) => (call.state === 'TAKEN' || call.state === 'READY') && !isWalk(call))) throw new TurnTaken();
    if (calls.some(({ state }) => state === 'UNKNOWN')) return end({ kind: 'stops', isUnknown: true });
    if (calls.some(({ tool, state }) => tool.kind === 'handOver' && state === 'DONE')) return end({ kind: 'handsOver' });
    const waiting = calls.find(({ state }) => state === 'PROPOSED');
    if (waiting) return end({ kind: 'asks', call: waiting });
    const walk = calls.find((call) => isWalk(call) && (call.state === 'READY' || call.state === 'TAKEN'));
    if (walk) return end({ kind: 'runs', call: walk });

    const messages = faulted
      ? [
          ...talk.messages,
          ...transcriptOf(calls.slice(0, faulted.behind)),
          ...faulted.messages,
          ...transcriptOf(calls.slice(faulted.behind)),
        ]
      : [...talk.messages, ...transcriptOf(calls)];
    const round = Math.max(asked, calls.at(-1)?.round ?? 0) + 1;
    // The model may speak after its last calls, and ask for no more.
    if (round > toolTurn.rounds + 1) return stop(`The model asked for tools more than ${toolTurn.rounds} times in a row.`);
    if (tokensOf(messages, offered) > toolTurn.tokens) return stop(`The turn has more than ${toolTurn.tokens} tokens.`);
    if (leftMs() <= 0) return stop(`The turn took more than ${toolTurn.seconds} s.`);

    const timeoutMs = Math.max(1, Math.min(perAnswerMs, leftMs()));
    let said: { text: string; calls: AskedCall[] };
    try {
      said = await askWithTools(ctx, deps, talk.configId, { messages, tools: offered, maxTokens, timeoutMs, onText: talk.onText });
    } catch (error) {
      if (calls.length === 0 || !(error instanceof GenAiError)) throw error;
      return stop(error.message);
    }
    if (said.calls.length === 0) return end({ kind: 'said', text: said.text });
    asked = round;
    talk.onAsked();
    if (round > toolTurn.rounds) return stop(`The model asked for tools more than ${toolTurn.rounds} times in a row.`);
    if (said.calls.length > toolTurn.callsAtOnce) return stop(`The model asked for ${said.calls.length} calls at once.`);

    const read = readRound(said.calls, tools, { turn, round, hasRead: talk.hasRead || hasAnswers(calls), now: ctx.now() });
    if ('faults' in read) {
      talk.notes.push(...read.faults);
      if (faulted) return stop('The model asked twice for a call that is none.');
      faulted = { behind: calls.length, messages: read.messages };
      continue;
    }
    const keys = calls.map(({ tool, arguments: given }) => keyOfCall(tool.name, given));
    for (const { tool, arguments: given } of read.calls) {
      const key = keyOfCall(tool.name, given);
      if (keys.includes(key)) return stop(`The model asked twice for the same call of ${tool.name}.`);
      keys.push(key);
    }
    if (!(await propose(ctx, read.calls))) throw new TurnTaken();
    calls = await readCalls();
  }
}
