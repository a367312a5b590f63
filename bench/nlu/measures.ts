import { percentile } from '../table.ts';

/** Prediction of an engine for one text: `isRight` compares the best intent with the label and is false for strangers. */
export type Judged = { confidence: number; isRight: boolean; isInScope: boolean; isStranger: boolean };

export const ratio = (judged: readonly Judged[], isCounted: (one: Judged) => boolean): number =>
  judged.length === 0 ? Number.NaN : judged.filter(isCounted).length / judged.length;

/** Probability that a text in scope is given more confidence than a stranger; ties count half. */
export function auroc(judged: readonly Judged[]): number {
  const sorted = judged.toSorted((one, other) => one.confidence - other.confidence);
  let rankSum = 0;
  let known = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]?.confidence === sorted[from]?.confidence) to++;
    for (const one of sorted.slice(from, to)) {
      if (one.isStranger) continue;
      rankSum += (from + to + 1) / 2;
      known++;
    }
    from = to;
  }
  return (rankSum - (known * (known + 1)) / 2) / (known * (judged.length - known));
}

/** Ratio of strangers that a threshold rejects which rejects 5 of 100 texts in scope. */
export function recallAtFivePercent(judged: readonly Judged[]): number {
  const threshold = percentile(
    judged.filter(({ isStranger }) => !isStranger).map(({ confidence }) => confidence),
    0.05,
  );
  return ratio(
    judged.filter(({ isStranger }) => isStranger),
    ({ confidence }) => confidence < threshold,
  );
}

/** Mean distance between confidence and accuracy over ten bins of equal width. */
export function calibrationError(judged: readonly Judged[]): number {
  const bins = Array.from({ length: 10 }, () => ({ confidence: 0, right: 0 }));
  for (const { confidence, isRight } of judged) {
    const bin = bins[Math.min(9, Math.floor(confidence * 10))] as { confidence: number; right: number };
    bin.confidence += confidence;
    bin.right += isRight ? 1 : 0;
  }
  return bins.reduce((sum, { confidence, right }) => sum + Math.abs(confidence - right), 0) / judged.length;
}

/** A text with one slip in about 20 of 100 words of five letters or more: a letter lost, doubled, swapped or struck wrong. */
export function withTypos(text: string, random: () => number): string {
  return text
    .split(' ')
    .map((word) => {
      if (word.length < 5 || random() >= 0.2) return word;
      const at = 1 + Math.floor(random() * (word.length - 2));
      const letter = String.fromCharCode(97 + Math.floor(random() * 26));
      const slips = [
        () => word.slice(0, at) + word.slice(at + 1),
        () => word.slice(0, at) + word.charAt(at) + word.slice(at),
        () => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
        () => word.slice(0, at) + letter + word.slice(at + 1),
      ];
      return (slips[Math.floor(random() * slips.length)] as () => string)();
    })
    .join(' ');
}

export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 0) / 4294967296;
  };
}
