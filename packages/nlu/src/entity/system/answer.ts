import { stopWords } from '../../retrieval/stop-words.ts';
import { partsOf, presentDay } from './calendar.ts';
import { readOrdinal } from './counting.ts';
import { toDayOfMonth } from './month-day.ts';
import { presentNumber, readQuantity } from './number.ts';
import type { Reading, Scene } from './scene.ts';
import { presentMinutes, readBareHour, settleTime } from './time.ts';

/** More words than these are a sentence, which says for itself what it is about. */
const longestAnswer = 4;
const oldest = 120;

/**
 * Reads a short text as the answer to a question for one kind of entity: "5" is five o'clock when a time was asked for, and "Ravi Kumar" is
 * a person when a name was. Outside of a question these words would be a number, or nothing at all; `data.isAssumed` marks that.
 * @param entity the kind that was asked for
 * @param at first token to read
 */
export function readAnswer(scene: Scene, entity: string, at: number): Reading | undefined {
  if (scene.tokens.length > longestAnswer + 1) return undefined;
  const reading = readers[entity]?.(scene, at);
  return reading === undefined ? undefined : { ...reading, data: { ...reading.data, isAssumed: true } };
}

const readers: Record<string, (scene: Scene, at: number) => Reading | undefined> = {
  'sys.time': (scene, at) => {
    const hour = readBareHour(scene, at);
    if (hour === undefined) return undefined;
    const value = presentMinutes(settleTime(hour, scene.nowMinutes));
    return { next: hour.next, value, data: { iso: value } };
  },
  'sys.age': (scene, at) => {
    const quantity = readQuantity(scene, at);
    if (quantity === undefined || quantity.value < 0 || quantity.value > oldest) return undefined;
    return { next: quantity.next, value: `${presentNumber(quantity.value)} years`, data: { amount: quantity.value, unit: 'year' } };
  },
  'sys.date': (scene, at) => {
    const ordinal = readOrdinal(scene, at);
    if (ordinal === undefined || ordinal.ordinal > 31) return undefined;
    const day = toDayOfMonth(scene, ordinal.ordinal);
    if (partsOf(day).dayOfMonth !== ordinal.ordinal) return undefined;
    return { next: ordinal.next, value: presentDay(day), data: { iso: presentDay(day), grain: 'day' } };
  },
  'sys.person': readWholeText,
  'sys.location': readWholeText,
};

/** The whole text when it is nothing but words, none of which is a function word. */
function readWholeText(scene: Scene, at: number): Reading | undefined {
  const { tokens, aligned } = scene;
  if (at !== 0) return undefined;
  let next = tokens.length;
  while (next > 0 && /^[.,!।]$/.test(tokens[next - 1]?.text ?? '')) next--;
  const words = tokens.slice(0, next);
  const isName = words.every(
    ({ kind, text }, index) => (kind === 'word' && !stopWords.has(text) && !notNames.has(text)) || (text === '.' && index > 0),
  );
  const last = words.at(-1);
  if (!isName || last === undefined || words.length > longestAnswer) return undefined;
  return { next, value: aligned.original.slice(aligned.starts[words[0]?.start ?? 0], aligned.ends[last.end - 1]) };
}

/** Words that people say instead of answering. */
const notNames = new Set(
  'hi hello hey thanks thank help stop cancel yes no ok okay sure nothing none sorry please wait today tomorrow yesterday haan nahi nahin namaste shukriya हां नहीं नमस्ते धन्यवाद मदद रद्द आज कल'.split(
    ' ',
  ),
);
