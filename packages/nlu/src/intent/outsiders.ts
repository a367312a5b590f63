import { arrangeExamples, type Example } from './examples.ts';
import { loadIntentModel } from './intent-model.ts';
import { type TrainingOptions, trainIntentModel } from './train-intent-model.ts';

const parts = 3;
const mostScored = 1000; // phrases a part; more do not change a histogram

/**
 * Confidences of texts that a bot is not about: phrases, each judged by a model that was trained without its whole intent. Beside the
 * confidences of `crossValidate` they show what a threshold lets through and what it keeps out.
 * @returns [] for fewer than three intents, where nothing can be left out
 * @throws NluError as `trainIntentModel`
 */
export function scoreOutsiders(examples: readonly Example[], options: TrainingOptions = {}): number[] {
  const arranged = arrangeExamples(examples);
  const intents = [...new Set(arranged.map(({ intent }) => intent))];
  if (intents.length < parts) return [];
  const partOf = new Map(intents.map((intent, index) => [intent, index % parts]));
  const confidences: number[] = [];
  for (let part = 0; part < parts; part++) {
    const known = arranged.filter(({ intent }) => partOf.get(intent) !== part);
    const foreign = arranged.filter(({ intent }) => partOf.get(intent) === part);
    const model = loadIntentModel(
      trainIntentModel(known, { ...options, onProgress: (ratio) => options.onProgress?.((part + ratio) / parts) }),
      options.encoder ? { encoder: options.encoder } : {},
    );
    const step = Math.max(1, Math.ceil(foreign.length / mostScored));
    for (let at = 0; at < foreign.length; at += step) {
      const { text } = foreign[at] as Example;
      confidences.push(model.predict(text, options.recognise?.(text)).confidence);
    }
  }
  return confidences;
}
