import {
  type CustomEntity,
  compileEntities,
  type Example,
  findSystemEntities,
  type IntentModel,
  loadIntentModel,
  type Recogniser,
  trainIntentModel,
} from '../../packages/nlu/src/index.ts';
import { percentile } from '../table.ts';
import { readLines } from './data.ts';
import { auroc, calibrationError, type Judged, seededRandom } from './measures.ts';
import { type NluBench, type NluRow, toRow } from './row.ts';
import { entitiesOf, readMarks, type ValuedBot, valuedBots } from './valued-bots.ts';

const when = { now: new Date('2026-11-20T10:00:00Z'), timeZone: 'Asia/Kolkata' };
const snipsSizes = [5, 10, 30];
const snipsDraws = 6;
const testsOfIntent = 150;

/**
 * Bots whose phrases carry values: beside ours with entities stands ours without them, in the place of the peer. Times are of recognising
 * and predicting one message.
 */
export function valueRows({ dataFolder }: NluBench): NluRow[] {
  const times: number[] = [];
  const withValues = valuedBots.map((bot) => judgeBot(bot, true, times));
  const without = valuedBots.map((bot) => judgeBot(bot, false, []));
  return [
    ...valuedBots.map(({ name }, at) =>
      told(`values, ${name}: requests understood, of all`, understood(withValues[at] ?? []), understood(without[at] ?? [])),
    ),
    told('values: AUROC of strangers', auroc(withValues.flat()).toFixed(3), auroc(without.flat()).toFixed(3)),
    told('values: calibration error', calibrationError(withValues.flat()).toFixed(3), calibrationError(without.flat()).toFixed(3)),
    ...snipsRows(dataFolder),
    toRow({
      measure: 'values: entities and intent of a message, p50, us',
      ours: percentile(times, 0.5),
      direction: 'at most',
      goal: 1000,
      stretch: 300,
      digits: 0,
    }),
  ];
}

const told = (measure: string, ours: string, without: string): NluRow => ({
  measure,
  ours,
  peer: `${without} without entities`,
  goal: 'told',
  stretch: '',
  verdict: '',
});

const understood = (judged: readonly Judged[]): string => {
  const known = judged.filter(({ isStranger }) => !isStranger);
  return `${known.filter(({ isRight, isInScope }) => isRight && isInScope).length} of ${known.length}`;
};

function judgeBot(bot: ValuedBot, isValued: boolean, times: number[]): Judged[] {
  const matcher = compileEntities(entitiesOf(bot));
  const recognise: Recogniser = (text) => [...matcher.find(text), ...findSystemEntities(text, when, ['sys.number'])];
  const examples = Object.entries(bot.intents).flatMap(([intent, { phrases }]) =>
    phrases.map((marked) => ({ intent, ...readMarks(marked) })),
  );
  const model = isValued ? train(examples, recognise) : train(examples.map(({ intent, text }) => ({ intent, text })));
  const judge = (text: string, intent: string, isStranger: boolean): Judged => {
    const from = performance.now();
    const { intent: predicted, confidence, isInScope } = model.predict(text, isValued ? recognise(text) : []);
    times.push((performance.now() - from) * 1000);
    return { confidence, isRight: predicted === intent, isInScope, isStranger };
  };
  return [
    ...Object.entries(bot.intents).flatMap(([intent, { requests }]) => requests.map((text) => judge(text, intent, false))),
    ...bot.strangers.map((text) => judge(text, '', true)),
  ];
}

const train = (examples: readonly Example[], recognise?: Recogniser): IntentModel =>
  loadIntentModel(trainIntentModel(examples, recognise ? { recognise } : {}));

type SnipsRow = Example & { values: { entity: string; start: number; end: number }[] };

/** SNIPS with lists of all values that its rows mark, as somebody has them who keeps a catalogue of songs and places. */
function snipsRows(folder: string): NluRow[] {
  const rows = readLines(folder, 'snips/train.jsonl').map((line): SnipsRow => {
    const { intent, text, slots } = JSON.parse(line) as { intent: string; text: string; slots: [number, number, string][] };
    return { intent, text, values: slots.map(([start, end, entity]) => ({ entity, start, end })) };
  });
  const matcher = compileEntities(listsOf(rows));
  const recognise: Recogniser = (text) => matcher.find(text);
  return snipsSizes.map((size) => {
    const rights = { ours: 0, without: 0, count: 0 };
    for (let draw = 1; draw <= snipsDraws; draw++) {
      const random = seededRandom(draw);
      const drawn = rows
        .map((row) => ({ row, place: random() }))
        .sort((one, other) => one.place - other.place)
        .map(({ row }) => row);
      const byIntent = [...Map.groupBy(drawn, ({ intent }) => intent).values()];
      const phrases = byIntent.flatMap((list) => list.slice(0, size));
      const ours = train(phrases, recognise);
      const without = train(phrases.map(({ text, intent }) => ({ text, intent })));
      for (const { text, intent } of byIntent.flatMap((list) => list.slice(size, size + testsOfIntent))) {
        rights.count++;
        if (ours.predict(text, recognise(text)).intent === intent) rights.ours++;
        if (without.predict(text).intent === intent) rights.without++;
      }
    }
    const percent = (count: number): string => ((count / rights.count) * 100).toFixed(1);
    return told(`values, SNIPS with whole lists, ${size} phrases an intent: accuracy, %`, percent(rights.ours), percent(rights.without));
  });
}

function listsOf(rows: readonly SnipsRow[]): CustomEntity[] {
  const lists = new Map<string, Set<string>>();
  for (const { text, values } of rows)
    for (const { entity, start, end } of values) {
      const value = text.slice(start, end);
      if (/[\p{L}\p{N}]/u.test(value)) lists.set(entity, (lists.get(entity) ?? new Set()).add(value));
    }
  return [...lists].map(([id, values]) => ({
    id,
    name: id,
    values: [...values].map((value) => ({ value, type: 'synonyms' as const, synonyms: [], pattern: [] })),
  }));
}
