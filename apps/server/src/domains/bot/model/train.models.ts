import {
  checkTrainingData,
  crossValidate,
  type EvaluatedExample,
  learningCurve,
  loadIntentModel,
  type SlotExample,
  scoreOutsiders,
  type TrainingIssue,
  trainIntentModel,
  trainSlotModel,
  withSoundMarks,
} from '@parley/nlu';
import type { BotSnapshot } from '../version/bot.definition.ts';
import { indexPassages } from '../version/bot.passages.ts';
import { createRecogniser, toExamples } from './train.values.ts';

export type Trained = {
  intentModel: Uint8Array | null;
  slotModel: Uint8Array | null;
  passageIndex: Uint8Array | null;
  threshold: number;
  issues: TrainingIssue[];
  evaluated: EvaluatedExample[];
  accuracy: number;
  foldCount: number;
  curve: { share: number; phraseCount: number; accuracy: number }[];
  /** Confidences of phrases judged by models that did not know their intent: what the bot is not about. */
  outsiders: number[];
};
export type Step = 'checking' | 'training' | 'evaluating';

const semanticTypes = new Set(['Semantic', 'OpenAi', 'GPT2']);
const mostForCurve = 6000; // phrases; above it the curve is flat, and would cost as much as the training
const mostForManyFolds = 3000;
const mostForOutsiders = 20_000;

/** Parameters that the phrases point at, so that two dates of one intent can be distinguished. */
function slotExamples({ definition, phrases }: BotSnapshot): SlotExample[] {
  const intents = new Map(definition.intents.map((intent) => [intent.intentId, intent]));
  return phrases.map(({ intentId, text, refs }) => ({
    intent: intentId,
    text,
    slots: refs.flatMap((ref) => {
      const parameters = intents.get(intentId)?.parameters ?? [];
      const parameter = parameters.find(({ id, name }) => id === ref.entityId && (!ref.parameter || ref.parameter === name));
      return parameter ? [{ slot: parameter.name, start: ref.entityStartPos, end: ref.entityEndPos + 1 }] : [];
    }),
  }));
}

/** Lists the faults of the phrases, before anything is learned from them. */
export const checkPhrases = (snapshot: Pick<BotSnapshot, 'phrases'>): TrainingIssue[] => checkTrainingData(toExamples(snapshot));

/**
 * All models of a bot, and what is to be known of them. Runs in a thread of its own: for a large bot it takes seconds.
 * Classes of the intent model are intent ids, so that a renamed intent needs no training.
 */
export function trainModels(snapshot: BotSnapshot, onProgress: (step: Step, ratio: number) => void): Trained {
  const { definition, phrases, passages } = snapshot;
  const modelType = semanticTypes.has(definition.config.modelType) ? 'semantic' : 'svm';
  onProgress('checking', 0);
  const issues = checkPhrases(snapshot);
  const none = { evaluated: [], accuracy: 0, foldCount: 0, curve: [], outsiders: [], threshold: 0 };
  onProgress('training', 0);
  const passageIndex = passages.length > 0 ? indexPassages(passages).toBytes() : null;
  if (phrases.length === 0) return { ...none, intentModel: null, slotModel: null, passageIndex, issues };
  const { recognise, examples } = createRecogniser(snapshot, toExamples(snapshot).map(withSoundMarks));
  const intentModel = trainIntentModel(examples, { modelType, recognise, onProgress: (ratio) => onProgress('training', ratio * 0.9) });
  const slots = slotExamples(snapshot);
  const slotModel = slots.some((example) => example.slots.length > 0) ? trainSlotModel(slots) : null;
  onProgress('evaluating', 0);
  const folds = examples.length > mostForManyFolds ? 3 : 5;
  const { examples: evaluated, accuracy } = crossValidate(examples, {
    modelType,
    recognise,
    folds,
    onProgress: (ratio) => onProgress('evaluating', ratio * 0.7),
  });
  const curve =
    examples.length > mostForCurve
      ? []
      : learningCurve(examples, { modelType, recognise, onProgress: (ratio) => onProgress('evaluating', 0.7 + ratio * 0.3) });
  const outsiders = examples.length > mostForOutsiders ? [] : scoreOutsiders(examples, { modelType, recognise });
  const model = loadIntentModel(intentModel);
  return {
    intentModel,
    slotModel,
    passageIndex,
    issues,
    evaluated,
    accuracy,
    foldCount: folds,
    curve,
    threshold: model.defaultThreshold,
    outsiders,
  };
}
