import { type BotVersion, type TestResult, type Training, type TrainingReport, testOutOfScope } from '@parley/contract';

type Bin = TrainingReport['histogram'][number];
const rounding = 1e-9;
const sum = (bins: readonly Bin[], of: 'inScope' | 'outOfScope') => bins.reduce((total, bin) => total + bin[of], 0);

/**
 * Returns the shares that a threshold would keep and let through.
 * @param threshold 0 to 1, at an edge of the bins
 * @returns shares 0 to 1; undefined where there is nothing to share out
 */
export function judgeThreshold(histogram: readonly Bin[], threshold: number): { kept: number | undefined; letThrough: number | undefined } {
  const above = histogram.filter(({ from }) => from >= threshold - rounding);
  const shareOf = (of: 'inScope' | 'outOfScope') => {
    const total = sum(histogram, of);
    return total === 0 ? undefined : sum(above, of) / total;
  };
  return { kept: shareOf('inScope'), letThrough: shareOf('outOfScope') };
}

/** Each kind as a share of its own, since there are many more phrases than outsiders. Percent, one decimal. */
export function toShares(histogram: readonly Bin[]): { from: number; inScope: number; outOfScope: number }[] {
  const totals = { inScope: sum(histogram, 'inScope'), outOfScope: sum(histogram, 'outOfScope') };
  const percent = (count: number, total: number) => (total === 0 ? 0 : Math.round((count / total) * 1000) / 10);
  return histogram.map(({ from, inScope, outOfScope }) => ({
    from,
    inScope: percent(inScope, totals.inScope),
    outOfScope: percent(outOfScope, totals.outOfScope),
  }));
}

export const stepOfThreshold = 0.05;
/** The edge of the bins that a threshold is nearest to. */
export const toEdge = (threshold: number): number => Math.round(threshold / stepOfThreshold) * stepOfThreshold;

/** Ids of the tests that passed. */
export const listPassed = (tests: readonly TestResult[]): string[] => tests.filter(({ isPassed }) => isPassed).map(({ testId }) => testId);

/** Failed tests, those that passed before in front. */
export function listFailing(tests: readonly TestResult[], passedBefore: readonly string[]): { test: TestResult; isNew: boolean }[] {
  const passed = new Set(passedBefore);
  return tests
    .filter(({ isPassed }) => !isPassed)
    .map((test) => ({ test, isNew: passed.has(test.testId) }))
    .sort((one, other) => Number(other.isNew) - Number(one.isNew));
}

export type Compared = { shownId: string; beforeId: string };

/**
 * Chooses the version of a report and the one to compare it with. A version that does not serve is compared with the serving one, and the
 * serving one with its predecessor.
 * @param versions the newest first
 * @param chosenId id in the address; '' for the result of the last training
 * @returns ids; '' where there is none
 */
export function chooseVersions(versions: readonly BotVersion[], training: Training | null | undefined, chosenId: string): Compared {
  const serving = versions.find(({ isServing }) => isServing);
  const shownId = chosenId || training?.versionId || serving?.id || '';
  if (serving && shownId !== serving.id) return { shownId, beforeId: serving.id };
  const shown = versions.find(({ id }) => id === shownId);
  const before = shown && versions.find(({ number }) => number < shown.number);
  return { shownId, beforeId: before?.id ?? '' };
}

export type ErrorWords = { header: readonly string[]; confusion: string; suspect: string; test: string; outOfScope: string };

/** Lists errors line by line: confused phrases, phrases that lower quality, failed lines of tests. */
export function toErrorRows({ confusions, suspects, tests }: TrainingReport, words: ErrorWords): (string | number)[][] {
  const nameOf = (intent: string) => (intent === '' || intent === testOutOfScope ? words.outOfScope : intent);
  return [
    [...words.header],
    ...confusions.flatMap(({ intent, predicted, phrases }) =>
      phrases.map((phrase) => [words.confusion, phrase, intent, nameOf(predicted), '']),
    ),
    ...suspects.map(({ text, intent, predicted, confidence }) => [
      words.suspect,
      text,
      intent,
      nameOf(predicted),
      Math.round(confidence * 1000) / 1000,
    ]),
    ...tests.flatMap(({ turns }) =>
      turns
        .filter(({ isPassed }) => !isPassed)
        .map(({ say, wanted, got, confidence }) => [words.test, say, nameOf(wanted), nameOf(got), Math.round(confidence * 1000) / 1000]),
    ),
  ];
}
