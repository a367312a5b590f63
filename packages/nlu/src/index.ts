export type { Example } from './intent/examples.ts';
export { type IntentModel, type IntentPrediction, type IntentScore, loadIntentModel, type WordWeight } from './intent/intent-model.ts';
export { type TrainingOptions, trainIntentModel } from './intent/train-intent-model.ts';
export { NluError, type NluErrorCode } from './text/nlu-error.ts';
export { normalise, type Script, scriptOf, wordsOf } from './text/tokens.ts';
