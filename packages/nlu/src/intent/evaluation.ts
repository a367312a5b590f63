import { NgramScanner } from '../text/ngram-scanner.ts';
import { NluError } from '../text/nlu-error.ts';
import { arrangeExamples, compareText, type Example } from './examples.ts';
import { type IntentModel, loadIntentModel } from './intent-model.ts';
import { hashOfText } from './literal.ts';
import { type TrainingOptions, trainIntentModel } from './train-intent-model.ts';

/** An example as a model sees it that was trained without it. */
export type EvaluatedExample = { text: string; intent: string; predicted: string; confidence: number; isInScope: boolean };

/** `accuracy` is the ratio of examples whose best intent is right, whatever its confidence. */
export type CrossValidation = { examples: EvaluatedExample[]; accuracy: number };

export type CrossValidationOptions = TrainingOptions & {
  /** Number of parts that the examples are cut into, 2 to 20; default 5. */
  folds?: number;
};

export type LearningPoint = {
  /** Part of the examples that was learned from, 0 to 1. */
  share: number;
  phraseCount: number;
  accuracy: number;
};

/**
 * The k-fold report: each example is predicted by a model that has not seen it. Examples are dealt to folds intent by intent, in an order
 * that depends on their words alone, so the same examples give the same report. Phrases that training leaves out (`trainIntentModel`)
 * are left out here too. An intent with one phrase cannot be predicted and counts as a miss.
 * @throws NluError as `trainIntentModel`; nlu.option_invalid for other numbers of folds
 */
export function crossValidate(examples: readonly Example[], options: CrossValidationOptions = {}): CrossValidation {
  const folds = options.folds ?? 5;
  if (!Number.isInteger(folds) || folds < 2 || folds > 20) throw new NluError('nlu.option_invalid', 'A report has 2 to 20 folds.');
  const dealt = dealExamples(examples);
  const evaluated: EvaluatedExample[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const held = dealt.filter((_, at) => at % folds === fold);
    const known = dealt.filter((_, at) => at % folds !== fold);
    if (held.length === 0) continue;
    const model = known.length > 0 ? trainPart(known, options, fold / folds, 1 / folds) : undefined;
    for (const example of held) evaluated.push(evaluate(model, example, options));
  }
  evaluated.sort((one, other) => compareText(one.intent, other.intent) || compareText(one.text, other.text));
  return { examples: evaluated, accuracy: accuracyOf(evaluated) };
}

/**
 * Measures how accuracy grows with the number of phrases: a fifth of the examples is held out, the model learns from growing parts of the
 * rest. A curve that still rises at its end shows that more phrases will help.
 * @param shares parts of the learnable examples, above 0 and up to 1
 * @throws NluError as `trainIntentModel`; nlu.option_invalid for shares out of range
 */
export function learningCurve(
  examples: readonly Example[],
  options: TrainingOptions & { shares?: readonly number[] } = {},
): LearningPoint[] {
  const shares = options.shares ?? [0.2, 0.4, 0.6, 0.8, 1];
  if (shares.some((share) => !(share > 0 && share <= 1)))
    throw new NluError('nlu.option_invalid', 'A share lies above 0 and is 1 at most.');
  const dealt = dealExamples(examples);
  const held = dealt.filter((_, at) => at % 5 === 0);
  const learnable = dealt.filter((_, at) => at % 5 !== 0);
  if (learnable.length === 0) return [];
  return shares.map((share, at) => {
    const part = learnable.filter((_, place) => keepsPlace(place, share));
    const model = trainPart(part, options, at / shares.length, 1 / shares.length);
    return { share, phraseCount: part.length, accuracy: accuracyOf(held.map((example) => evaluate(model, example, options))) };
  });
}

/** Tells whether the part of this share has the example at a place: evenly spread, and each larger part has at least one. */
const keepsPlace = (place: number, share: number): boolean => place === 0 || Math.floor((place + 1) * share) > Math.floor(place * share);

/** The examples of each intent side by side, in an order without meaning, so that every n-th is a fair part of every intent. */
function dealExamples(examples: readonly Example[]): Example[] {
  const scanner = new NgramScanner(2, 2);
  return arrangeExamples(examples)
    .map((example) => ({ example, mark: hashOfText(example.text, scanner) }))
    .sort((one, other) => compareText(one.example.intent, other.example.intent) || one.mark - other.mark)
    .map(({ example }) => example);
}

function trainPart(examples: readonly Example[], options: TrainingOptions, from: number, part: number): IntentModel {
  const { onProgress } = options;
  const bytes = trainIntentModel(examples, { ...options, ...(onProgress && { onProgress: (ratio) => onProgress(from + ratio * part) }) });
  return loadIntentModel(bytes, options.encoder && { encoder: options.encoder });
}

/** Judged as customers' texts are: by what is recognised in it, not by its author's marks. */
function evaluate(model: IntentModel | undefined, { text, intent }: Example, { recognise }: TrainingOptions): EvaluatedExample {
  if (!model) return { text, intent, predicted: '', confidence: 0, isInScope: false };
  const { intent: predicted, confidence, isInScope } = model.predict(text, recognise?.(text));
  return { text, intent, predicted, confidence, isInScope };
}

function accuracyOf(evaluated: readonly EvaluatedExample[]): number {
  if (evaluated.length === 0) return 0;
  return evaluated.filter(({ intent, predicted }) => intent === predicted).length / evaluated.length;
}
