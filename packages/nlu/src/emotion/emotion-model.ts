import { type FeaturePlanes, readPlanes, writePlanes } from '../intent/feature-planes.ts';
import { FeatureReader } from '../intent/feature-reader.ts';
import { ByteReader, ByteWriter } from '../text/bytes.ts';
import { NgramScanner } from '../text/ngram-scanner.ts';
import { NluError } from '../text/nlu-error.ts';

const format = 'PNLE';
const version = 1;
/** Character n-grams say less than words of feelings. */
export const emotionCharacterShare = 0.7;
export const emotionCharacterRange = { minLength: 3, maxLength: 5 };

export type EmotionScore = {
  label: string;
  /** 0 to 1: the share of texts with this score that have the feeling, about. */
  score: number;
};

export type EmotionModel = {
  readonly labels: readonly string[];
  readonly sizeBytes: number;
  /** Feelings that a text shows, the strongest first; only "neutral" when none is strong enough. Reads the first 2,000 characters. */
  predict(text: string): EmotionScore[];
};

export type EmotionModelData = FeaturePlanes & {
  labels: string[];
  /** Least score of each plane for its label to be returned. */
  thresholds: Float32Array;
};

const neutral = 'neutral';
/** Turns a score's lead over its threshold into a ratio: of slopes 0.5 to 4, 1 fits the development part of GoEmotions best. */
const leadSharpness = 1;

export function writeEmotionModel(data: EmotionModelData): Uint8Array {
  const writer = new ByteWriter();
  writer.count(data.labels.length);
  for (const label of data.labels) writer.text(label);
  for (const threshold of data.thresholds) writer.real(threshold);
  writePlanes(writer, data);
  return writer.finish(format, version);
}

/**
 * Makes a trained emotion model ready; it keeps nothing of `bytes`.
 * @throws NluError nlu.model_damaged or nlu.model_version
 */
export function loadEmotionModel(bytes: Uint8Array): EmotionModel {
  const reader = new ByteReader(bytes, format, version);
  const labels = Array.from({ length: reader.count() }, () => reader.text());
  const thresholds = Float32Array.from(labels, () => reader.real());
  const planes = readPlanes(reader);
  if (planes.biases.length !== labels.length) throw new NluError('nlu.model_damaged', 'This model contradicts itself.');
  const scanner = new NgramScanner(emotionCharacterRange.minLength, emotionCharacterRange.maxLength);
  const features = new FeatureReader(planes, scanner, { character: emotionCharacterShare, hidden: 0 });
  const scores = new Float64Array(labels.length);
  return {
    labels,
    sizeBytes: bytes.length,
    predict(text) {
      features.read(text);
      if (features.count === 0) return [{ label: neutral, score: 1 }];
      features.score(scores);
      const found: EmotionScore[] = [];
      for (const [at, label] of labels.entries()) {
        const lead = (scores[at] as number) - (thresholds[at] as number);
        if (lead >= 0) found.push({ label, score: 1 / (1 + Math.exp(-leadSharpness * lead)) });
      }
      if (found.length === 0) return [{ label: neutral, score: 0.5 }];
      return found.sort((one, other) => other.score - one.score);
    },
  };
}
