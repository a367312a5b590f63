export { largestPattern, mostPatternCost, patternCost } from '@parley/contract/pattern-cost';
export { type GroupOptions, groupTexts, type TextGroup } from './assist/group.ts';
export { proposeParaphrases } from './assist/paraphrase.ts';
export { type BundledModel, readBundledModel } from './bundled.ts';
export { type EmotionModel, type EmotionScore, loadEmotionModel } from './emotion/emotion-model.ts';
export {
  type CustomEntity,
  type CustomEntityMatch,
  type CustomEntityMatcher,
  type CustomEntityValue,
  compileEntities,
  compileInSteps,
  EntityError,
} from './entity/custom.ts';
export type { EntityMatch } from './entity/match.ts';
export { validatePattern } from './entity/pattern.ts';
export { findSystemEntities, systemEntities } from './entity/system/find.ts';
export { findHalfDateTimes, type HalfDateTime, type HalfOptions } from './entity/system/half-datetime.ts';
export type { SystemContext } from './entity/system/scene.ts';
export { checkTrainingData, type TrainingIssue, type TrainingIssueKind } from './intent/check-training-data.ts';
export {
  type CrossValidation,
  type CrossValidationOptions,
  crossValidate,
  type EvaluatedExample,
  type LearningPoint,
  learningCurve,
} from './intent/evaluation.ts';
export { type ExampleIndex, indexExamples, type NearExample, nearestExamples } from './intent/example-index.ts';
export { type ExampleValue, faultOfMarks, type Recogniser } from './intent/example-values.ts';
export { type Example, withSoundMarks } from './intent/examples.ts';
export { type IntentModel, type IntentPrediction, type IntentScore, loadIntentModel, type WordWeight } from './intent/intent-model.ts';
export { intentModelVersion, type ModelType } from './intent/model-file.ts';
export { findOpenLists } from './intent/open-lists.ts';
export { scoreOutsiders } from './intent/outsiders.ts';
export { type TrainingOptions, trainIntentModel } from './intent/train-intent-model.ts';
export { answerLimits, pointsBack } from './retrieval/answer.ts';
export { type Block, type BodyBlock, hasItemMark, isRemark, readBlocks, termLevel } from './retrieval/block.ts';
export { type CutOptions, type CutPassage, createPassageCutter, cutPassages, type PassageCutter } from './retrieval/cut.ts';
export { measureMeaning, strangerQuestions } from './retrieval/meaning.ts';
export {
  buildPassageIndex,
  chooseQuotes,
  loadPassageIndex,
  type PassageHit,
  type PassageIndex,
  relevanceLimit,
  type SearchOptions,
} from './retrieval/passage-index.ts';
export { compareInSteps, createVectorTable, type PackedVector, packVector, type VectorTable } from './retrieval/vectors.ts';
export type { Passage } from './retrieval/wanted.ts';
export { loadSlotModel, type SlotFill, type SlotModel } from './slot/slot-model.ts';
export { type SlotExample, type SlotOptions, trainSlotModel } from './slot/train.ts';
export { languageOf, type ToldLanguage } from './text/language.ts';
export type { ValueSpan } from './text/ngram-scanner.ts';
export { NluError, type NluErrorCode } from './text/nlu-error.ts';
export { normalise, type Script, scriptOf, wordsOf } from './text/tokens.ts';
