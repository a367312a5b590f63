import type { FeatureRows, FeatureSpace } from './feature-rows.ts';

/** Input of a training: rows of the phrases, then rows of the background. */
export type TrainingSet = {
  intents: string[];
  rows: FeatureRows;
  space: FeatureSpace;
  /** Number of the row's intent; the number of intents for the background. */
  classes: Int32Array;
  phraseCount: number;
};
