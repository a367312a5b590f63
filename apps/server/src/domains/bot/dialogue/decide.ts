import type { IntentParameter } from '@parley/contract';
import type { BotRuntime } from '../runtime/runtime.ts';
import { findSlots, type Understanding } from '../runtime/understand.ts';
import type { DefinedIntent } from '../version/bot.definition.ts';
import type { DialogueState, Filled, Task } from './dialogue.state.ts';
import { asksForPerson, chosenName, isCancel, isCorrection, isNo, isYes, sayIn } from './dialogue.words.ts';
import { asOpenAnswer, assign, fillAnswer, type Use } from './fill.ts';
import { changeHalves, fillHalves } from './moment.fill.ts';
import { valueInWords } from './value.words.ts';

export const answerers = [
  'intent',
  'parameter',
  'ambiguity',
  'cancel',
  'handOver',
  'outOfScope',
  'knowledge',
  'prompt',
  'notTrained',
] as const;
export type AnsweredBy = (typeof answerers)[number];

export type Decision = {
  replies: string[];
  options: string[];
  state: DialogueState;
  answeredBy: AnsweredBy;
  handsOver: boolean;
  /** The intent that was acted on. */
  intent: DefinedIntent | undefined;
  uses: Use[];
};

const ambiguityGap = 0.1; // difference of calibrated confidences: below it the bot asks which of the two intents is meant
const ambiguityShare = 0.6; // share of all confidence that two intents have together when both may be meant
const nearlyInScope = 0.7; // share of the threshold: from there on asking is better than refusing
const leastAsked = 0.3; // lowest confidence at any threshold: below it nothing points at an intent
const clearLead = 1.5; // times the confidence of the next intent, to be asked about alone
const surelyAnother = 0.85; // confidence: an answer to a question is rarely a question itself
const mostPaused = 3;
const mostUnanswered = 3; // unanswered messages in a row; then another "say it again" only annoys

/**
 * One step of a conversation, without any outside knowledge: the same words in the same state always lead to the same answer.
 * A message that no intent answers comes back as `outOfScope`; the caller may know more than the intents do.
 * @param read understands an earlier message again, once it is known what was meant
 */
export function decide(runtime: BotRuntime, before: DialogueState, said: Understanding, read: (text: string) => Understanding): Decision {
  const say = sayIn(runtime.definition.config.language);
  const state: DialogueState = { ...before, choices: [], choiceText: '' };
  const none = { options: [], handsOver: false, intent: undefined, uses: [] };

  const picked = pickChoice(runtime, before, said.text);
  if (picked === 'none') return { ...none, replies: [outOfScope(runtime)], state, answeredBy: 'outOfScope' };
  if (picked) return startIntent(runtime, state, picked, read(before.choiceText));

  if (state.task && isCancel(said.text)) {
    const [resumed, ...paused] = state.paused;
    const next: DialogueState = { ...state, task: resumed ?? null, paused, last: null };
    return { ...none, replies: [say('cancelled'), ...askAgain(runtime, next)], state: next, answeredBy: 'cancel' };
  }
  const predicted = inScope(runtime, said);
  // The way to a person is never blocked by an intent that happens to sound alike; one that hands over itself says it better.
  if (asksForPerson(said.text) && !predicted?.handsOver)
    return { ...none, replies: [say('handOver')], state: { ...state, task: null }, answeredBy: 'handOver', handsOver: true };
  if (state.task) return goOn(runtime, state, state.task, said, predicted);
  const corrected = correctLast(runtime, state, said);
  if (corrected) return corrected;
  const asked = askWhich(runtime, state, said);
  if (asked) return asked;
  if (predicted) return startIntent(runtime, state, predicted, said);
  return missed(runtime, state);
}

const outOfScope = ({ definition }: BotRuntime) => definition.config.outOfScopeMessage;

function inScope(runtime: BotRuntime, { prediction }: Understanding): DefinedIntent | undefined {
  return prediction?.isInScope ? runtime.intents.get(prediction.intent) : undefined;
}

function pickChoice(runtime: BotRuntime, { choices }: DialogueState, text: string): DefinedIntent | 'none' | undefined {
  if (choices.length === 0) return undefined;
  const offered = choices.flatMap((id) => runtime.intents.get(id) ?? []);
  const name = chosenName(
    text,
    offered.map((intent) => intent.name),
  );
  const chosen = offered.find((intent) => intent.name === name);
  if (chosen) return chosen;
  if (offered.length === 1 && isYes(text)) return offered[0];
  return isNo(text) ? 'none' : undefined;
}

/** Two intents that are as likely as each other, or one that is nearly likely enough: a question instead of a guess. */
function askWhich(runtime: BotRuntime, state: DialogueState, { prediction, threshold, text }: Understanding): Decision | undefined {
  const [top, second] = prediction?.ranking ?? [];
  if (!top || top.confidence < Math.max(leastAsked, threshold * nearlyInScope)) return undefined;
  // Nonsense spreads over all intents; two that share nearly everything are really meant both.
  const isClose =
    second !== undefined && top.confidence - second.confidence < ambiguityGap && top.confidence + second.confidence >= ambiguityShare;
  if (top.confidence >= threshold && !isClose) return undefined;
  if (!isClose && second && top.confidence < second.confidence * clearLead) return undefined;
  const offered = (isClose ? [top, second] : [top]).flatMap(({ intent }) => runtime.intents.get(intent) ?? []);
  if (offered.length === 0) return undefined;
  const names = offered.map(({ name }) => name);
  const say = sayIn(runtime.definition.config.language);
  return {
    replies: [`${say('didYouMean')} ${names.map((name, index) => `${index + 1}. ${name}`).join('  ')}`],
    options: names,
    state: { ...state, choices: offered.map(({ intentId }) => intentId), choiceText: text },
    answeredBy: 'ambiguity',
    handsOver: false,
    intent: undefined,
    uses: [],
  };
}

function startIntent(runtime: BotRuntime, state: DialogueState, intent: DefinedIntent, said: Understanding): Decision {
  const assigned = assign(intent, intent.parameters, said.entities, findSlots(runtime, intent, said.text), null);
  const task: Task = { intentId: intent.intentId, filled: {}, halves: {}, asking: null, misses: 0 };
  const { uses, halves, found } = fillHalves(intent, task, said, assigned);
  return proceed(runtime, { ...state, unanswered: 0 }, intent, { ...task, filled: toFilled(uses), halves }, [...uses, ...found], []);
}

const toFilled = (uses: readonly Use[]): Record<string, Filled> =>
  Object.fromEntries(uses.map(({ parameter, match }) => [parameter, { value: match.value, text: match.text }]));

const nextMissing = (intent: DefinedIntent, { filled }: Task): IntentParameter | undefined =>
  intent.parameters.find(({ required, name }) => required && !filled[name]);

/** The prompts of a parameter are asked in turn. */
const promptOf = ({ prompts, name }: IntentParameter, misses: number): string => prompts[misses % prompts.length] ?? `${name}?`;

const inWords = ({ definition }: BotRuntime, text: string, intent: DefinedIntent, { filled }: Task): string =>
  fillAnswer(text, intent, filled, definition.config.language);

/** A day that lacks its time is said in the question, so that it can be put right with the answer. */
function questionFor(runtime: BotRuntime, missing: IntentParameter, intent: DefinedIntent, task: Task): string {
  const { language } = runtime.definition.config;
  const { date, time } = task.halves[missing.name] ?? {};
  if (date !== undefined) return sayIn(language)('whatTime').replace('{day}', () => valueInWords('sys.date', date, language));
  if (time !== undefined) return sayIn(language)('whichDay').replace('{time}', () => time);
  return inWords(runtime, promptOf(missing, task.misses), intent, task);
}

/** Asks for what is missing, or gives the answer and takes up what was left for it. */
function proceed(runtime: BotRuntime, state: DialogueState, intent: DefinedIntent, task: Task, uses: Use[], lead: string[]): Decision {
  const missing = nextMissing(intent, task);
  if (missing) {
    const asking = { ...task, asking: missing.name, misses: task.asking === missing.name ? task.misses : 0 };
    const prompt = questionFor(runtime, missing, intent, asking);
    return {
      replies: [...lead, prompt],
      options: [],
      state: { ...state, task: asking },
      answeredBy: 'parameter',
      handsOver: false,
      intent,
      uses,
    };
  }
  const reply = intent.response === null ? '' : inWords(runtime, intent.response, intent, task).trim();
  const [resumed, ...paused] = state.paused;
  const next: DialogueState = { ...state, task: resumed ?? null, paused, last: { ...task, asking: null, misses: 0 } };
  const say = sayIn(runtime.definition.config.language);
  return {
    replies: [
      ...lead,
      ...(reply === '' ? [] : [reply]),
      ...(intent.handsOver && reply === '' ? [say('handOver')] : []),
      ...askAgain(runtime, next),
    ],
    options: [],
    state: intent.handsOver ? { ...next, task: null, paused: [] } : next,
    answeredBy: 'intent',
    handsOver: intent.handsOver,
    intent,
    uses,
  };
}

/** The question that resumes a task. */
function askAgain(runtime: BotRuntime, { task }: DialogueState): string[] {
  const intent = task && runtime.intents.get(task.intentId);
  const missing = intent && nextMissing(intent, task);
  if (!missing) return [];
  return [`${sayIn(runtime.definition.config.language)('resumed')} ${questionFor(runtime, missing, intent, task)}`];
}

/** An answer while a parameter is asked for: it fills it, corrects another one, asks something else, or is not understood. */
function goOn(runtime: BotRuntime, state: DialogueState, task: Task, said: Understanding, predicted: DefinedIntent | undefined): Decision {
  const intent = runtime.intents.get(task.intentId);
  // A version without the intent took over in the middle.
  if (!intent)
    return predicted ? startIntent(runtime, { ...state, task: null }, predicted, said) : missed(runtime, { ...state, task: null });
  const asked = intent.parameters.find(({ name }) => name === task.asking);
  const slots = findSlots(runtime, intent, said.text);
  const correction = isCorrection(said.text);
  const open = intent.parameters.filter(({ name }) => !task.filled[name]);
  const { uses: fills, halves, found } = fillHalves(intent, task, said, assign(intent, open, said.entities, slots, task.asking));
  const told = [...fills, ...found];
  const isAnswered = asked ? told.some(({ parameter }) => parameter === asked.name) : told.length > 0;
  if (correction && !isAnswered) {
    const known = intent.parameters.filter(({ name }) => task.filled[name]);
    const changes = changeHalves(intent, task.filled, said, assign(intent, known, said.entities, slots, null));
    if (changes.length > 0)
      return proceed(
        runtime,
        { ...state, unanswered: 0 },
        intent,
        { ...task, filled: { ...task.filled, ...toFilled(changes) } },
        changes,
        [],
      );
  }
  if (isDigression(said, predicted, intent, isAnswered) && predicted) {
    const paused = [task, ...state.paused].slice(0, mostPaused);
    return startIntent(runtime, { ...state, task: null, paused }, predicted, said);
  }
  if (told.length > 0) {
    const filled = { ...task.filled, ...toFilled(fills) };
    const misses = isAnswered ? 0 : task.misses;
    return proceed(runtime, { ...state, unanswered: 0 }, intent, { ...task, filled, halves, misses }, told, []);
  }
  const whole = asked && asOpenAnswer(asked, said.text);
  if (whole)
    return proceed(runtime, { ...state, unanswered: 0 }, intent, { ...task, filled: { ...task.filled, [asked.name]: whole } }, [], []);
  return repeatQuestion(runtime, state, intent, task);
}

/** A new question, clearly put; with the answer in it, only when it is about something else altogether. */
function isDigression(
  { prediction, threshold }: Understanding,
  predicted: DefinedIntent | undefined,
  current: DefinedIntent,
  isAnswered: boolean,
): boolean {
  if (!predicted || predicted.intentId === current.intentId || isAnswered) return false;
  return (prediction?.confidence ?? 0) >= Math.max(surelyAnother, threshold);
}

/** Repeats the question as often as the configuration says; then the bot hands over to a person. */
function repeatQuestion(runtime: BotRuntime, state: DialogueState, intent: DefinedIntent, task: Task): Decision {
  const say = sayIn(runtime.definition.config.language);
  const misses = task.misses + 1;
  if (misses <= runtime.definition.config.entityExtractRetries)
    return proceed(runtime, state, intent, { ...task, misses }, [], [say('again')]);
  return {
    replies: [say('handOver')],
    options: [],
    state: { ...state, task: null, paused: [] },
    answeredBy: 'handOver',
    handsOver: true,
    intent,
    uses: [],
  };
}

/** "No, Friday": the last answer once more, with what was said instead. */
function correctLast(runtime: BotRuntime, state: DialogueState, said: Understanding): Decision | undefined {
  const intent = state.last && runtime.intents.get(state.last.intentId);
  if (!state.last || !intent || !isCorrection(said.text)) return undefined;
  const assigned = assign(intent, intent.parameters, said.entities, findSlots(runtime, intent, said.text), null);
  const changes = changeHalves(intent, state.last.filled, said, assigned);
  if (changes.length === 0) return undefined;
  const task = { ...state.last, filled: { ...state.last.filled, ...toFilled(changes) } };
  return proceed(runtime, { ...state, unanswered: 0 }, intent, task, changes, []);
}

function missed(runtime: BotRuntime, state: DialogueState): Decision {
  const unanswered = state.unanswered + 1;
  const say = sayIn(runtime.definition.config.language);
  const gaveUp = unanswered >= mostUnanswered;
  return {
    replies: gaveUp ? [say('handOver')] : outOfScope(runtime) === '' ? [] : [outOfScope(runtime)],
    options: [],
    state: { ...state, unanswered: gaveUp ? 0 : unanswered },
    answeredBy: 'outOfScope',
    handsOver: gaveUp,
    intent: undefined,
    uses: [],
  };
}
