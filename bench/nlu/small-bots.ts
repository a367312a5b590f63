import { loadIntentModel, type ModelType, trainIntentModel } from '../../packages/nlu/src/index.ts';
import { type IntentSet, type LabelledText, readIntentSet } from './data.ts';
import { auroc, calibrationError, type Judged, ratio, recallAtFivePercent, seededRandom } from './measures.ts';

/** Results of all bots of one size; the two qualities of strangers are means over bots, the rest counts every text alike. */
export type SmallBotsReport = {
  accuracy: number;
  auroc: number;
  recall: number;
  falseRejection: number;
  /** Ratio of strangers that the default threshold rejects. */
  strangersRejected: number;
  /** Three strangers to seven texts in scope. */
  calibration: number;
};

const phraseCount = 8;
const mostStrangers = 200;

/**
 * Trains bots of `intentCount` intents with eight phrases each, drawn from a set, and judges the set's test rows of those intents as texts in
 * scope; rows of all other intents and the set's own strangers, half of each, are strangers. Deterministic.
 * @param name of the set, as `readIntentSet` has it
 */
export function measureSmallBots(
  folder: string,
  name: string,
  intentCount: number,
  botCount: number,
  type: ModelType = 'svm',
): SmallBotsReport {
  const set = readIntentSet(folder, name);
  const random = seededRandom(intentCount);
  const bots = Array.from({ length: botCount }, () => judgeBot(set, intentCount, type, random));
  const known = bots.flatMap((judged) => judged.filter(({ isStranger }) => !isStranger));
  const strangers = bots.flatMap((judged) => judged.filter(({ isStranger }) => isStranger));
  const mixed = bots.flatMap((judged) => {
    const inScope = judged.filter(({ isStranger }) => !isStranger);
    return [...inScope, ...judged.filter(({ isStranger }) => isStranger).slice(0, Math.round((inScope.length * 3) / 7))];
  });
  return {
    accuracy: ratio(known, ({ isRight }) => isRight),
    auroc: mean(bots.map(auroc)),
    recall: mean(bots.map(recallAtFivePercent)),
    falseRejection: ratio(known, ({ isInScope }) => !isInScope),
    strangersRejected: ratio(strangers, ({ isInScope }) => !isInScope),
    calibration: calibrationError(mixed),
  };
}

function judgeBot(set: IntentSet, intentCount: number, type: ModelType, random: () => number): Judged[] {
  const byIntent = Map.groupBy(set.train, ({ intent }) => intent);
  const tested = new Set(set.test.map(({ intent }) => intent));
  const usable = [...byIntent].filter(([intent, examples]) => examples.length >= phraseCount && tested.has(intent));
  const chosen = shuffled(usable, random).slice(0, intentCount);
  const names = new Set(chosen.map(([intent]) => intent));
  const phrases = chosen.flatMap(([, examples]) => shuffled(examples, random).slice(0, phraseCount));
  const model = loadIntentModel(trainIntentModel(phrases, { modelType: type }));
  const judge = ({ text, intent }: LabelledText, isStranger: boolean): Judged => {
    const prediction = model.predict(text);
    return {
      confidence: prediction.confidence,
      isRight: !isStranger && prediction.intent === intent,
      isInScope: prediction.isInScope,
      isStranger,
    };
  };
  const others = shuffled(
    set.test.filter(({ intent }) => !names.has(intent)),
    random,
  );
  const far = shuffled(set.strangers, random).map((text) => ({ text, intent: '' }));
  const strangers = Array.from({ length: Math.min(mostStrangers / 2, others.length, far.length) }, (_, at) => [others[at], far[at]]).flat();
  return [
    ...set.test.filter(({ intent }) => names.has(intent)).map((one) => judge(one, false)),
    ...strangers.filter((one) => one !== undefined).map((one) => judge(one, true)),
  ];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
