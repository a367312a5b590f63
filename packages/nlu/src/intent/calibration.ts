/**
 * Number of signals that a prediction shows before it is known to be right. In this order: 1, the best plane's score, its lead over the
 * next, how much of the text supports it (squared length of the features that its plane likes). Then the share of what the words tell
 * (`TellingWords`) that lies in words never seen, the background's score, and the share of letters' n-grams never seen. Last, the share of
 * what the words tell that the plane does not like, and how much it likes.
 */
export const signalCount = 9;
const foreignSignal = 7;

/** A share of what a text's words tell; small for a text that tells next to nothing, which is no stranger for it. */
export const shareOfTold = (part: number, told: number): number => part / (told + 0.3);

/** Turns signals into the probability that the best intent is right; `threshold` lets 95 of 100 texts through that are somebody's intent. */
export type Calibration = { coefficients: Float64Array; threshold: number };

/** Prior of a bot's calibration, from before its own phrases are read: it decides where a bot is too small to tell. */
export type CalibrationPrior = {
  coefficients: Float64Array;
  threshold: number;
  /** Factor that multiplies the threshold found. */
  leniency: number;
  /** Strength with which coefficients are held to these: the weight of as many texts. */
  pull: number;
};

/**
 * The more phrases an intent has, the higher its scores lie, and the less a score of the same height means. The coefficients began as fits on
 * bots drawn from CLINC150, SNIPS and Hinglish-TOP (scripts/fit-prior.ts). All together those give support 2.4 and next to nothing for unknown
 * words, since SNIPS names songs and places; so that belongs to openness 1, and closed bots were set by hand on small bots of CLINC150
 * and HINT3 (docs/NLU.md): 17 of 100 strangers more are rejected with 5 intents of CLINC150, for 2 more texts in scope.
 *
 * Customers of small bots write less like the phrases than the phrases do like each other, and what they write beside is nearer. So scores count
 * for three quarters of what fits on drawn bots alone gave, strangers of the folds count double, and the threshold is lowered by 20 to 28 of 100. Chosen of a
 * grid without each of CLINC150, HINT3, SNIPS and SIB-200 in turn, which came out alike, and judged on the one left out (docs/NLU.md).
 * @param openness 0 to 1, see `opennessOf`
 */
export function calibrationPrior(phraseCount: number, intentCount: number, openness: number): CalibrationPrior {
  const size = Math.log(Math.min(40, Math.max(2, phraseCount / intentCount)));
  const closed = 1 - openness;
  const doubt = doubtOf(phraseCount, intentCount);
  const [constant, score, lead] = [1.1 - 0.4 * doubt - 0.4 * size - 0.8 * openness, 2.2 - 0.55 * doubt, 2.3 - 0.575 * doubt];
  return {
    coefficients: Float64Array.of(constant, score, lead, 0.4 + 2 * openness, -closed, 0, -0.4, -1.9 * closed, 0.5),
    threshold: 0.165 + 0.05 * size,
    leniency: 1 - doubt * Math.min(0.28, 0.2 + 0.016 * Math.max(0, intentCount - 3)),
    pull: strongestPull * Math.min(1, fewPhrases / phraseCount),
  };
}

/**
 * Returns the doubt in a bot's own phrases as a sample of customers' texts: 1 up to 1,500 phrases of up to 30 intents, falling to 0. With
 * 150 intents of 5 or 10 phrases each the folds show enough; doubting them too would put the calibration error at .086 instead of .055.
 */
export const doubtOf = (phraseCount: number, intentCount: number): number =>
  Math.min(1, fewPhrases / phraseCount) * Math.min(1, (fewIntents / intentCount) ** 2);

/**
 * Returns how little an unknown word means in a bot. Where phrases name songs, people and places, most of what a held-out phrase tells was
 * never seen, and that makes it no stranger. From 0 for bots like CLINC150 (held-out phrases lack .2 to .4 of what they tell) and
 * Hinglish-TOP (.4 to .5) to 1 for those like SNIPS (.6).
 */
export function opennessOf({ signals, isInScope, count }: Observations): number {
  let sum = 0;
  let known = 0;
  for (let row = 0; row < count; row++) {
    if (isInScope[row] === 0) continue;
    sum += signals[row * signalCount + foreignSignal] as number;
    known++;
  }
  return known === 0 ? 0 : Math.min(1, Math.max(0, (sum / known - 0.48) / 0.12));
}

/**
 * A small bot is told little by its own folds: they leave a third of few phrases out, and their strangers are its other few intents. A pull of
 * 30 gives strangers of CLINC150 with 5 phrases an intent an AUROC of .912, 1.5 gives .897; on the full set 30 costs .003.
 */
const strongestPull = 30;
const fewPhrases = 1500;
const fewIntents = 30;
/** The prior's threshold counts as much as this many texts. */
const priorRows = 40;
/** Share of texts of a bot's own intents that the default threshold may reject. */
const falseRejection = 0.05;

export type Observations = { signals: Float64Array; isRight: Uint8Array; isInScope: Uint8Array; weights: Float64Array; count: number };

/**
 * Ridge-regularised logistic regression by Newton's method with halved steps where a whole one goes too far, pulled towards the prior.
 * Deterministic.
 */
export function fitCalibration(observed: Observations, prior: CalibrationPrior): Calibration {
  let coefficients = prior.coefficients.slice();
  let loss = lossOf(observed, coefficients, prior);
  const gradient = new Float64Array(signalCount);
  const curvature = new Float64Array(signalCount * signalCount);
  for (let step = 0; step < 30; step++) {
    gradient.fill(0);
    curvature.fill(0);
    for (let row = 0; row < observed.count; row++) addObservation(observed, row, coefficients, gradient, curvature);
    for (let at = 0; at < signalCount; at++) {
      gradient[at] = (gradient[at] as number) + prior.pull * ((coefficients[at] as number) - (prior.coefficients[at] as number));
      curvature[at * signalCount + at] = (curvature[at * signalCount + at] as number) + prior.pull;
    }
    const move = solve(curvature, gradient);
    let share = 1;
    let next = coefficients;
    let nextLoss = loss;
    for (; share > 1e-3; share /= 2) {
      const factor = share;
      next = coefficients.map((coefficient, at) => coefficient - factor * (move[at] as number));
      nextLoss = lossOf(observed, next, prior);
      if (nextLoss < loss) break;
    }
    if (loss - nextLoss < 1e-9 * (1 + loss)) break;
    coefficients = next;
    loss = nextLoss;
  }
  // the model file keeps 32 bits
  const rounded = Float64Array.from(coefficients, Math.fround);
  return { coefficients: rounded, threshold: Math.fround(thresholdOf(observed, rounded, prior)) };
}

function lossOf(observed: Observations, coefficients: Float64Array, prior: CalibrationPrior): number {
  let loss = 0;
  for (let at = 0; at < signalCount; at++)
    loss += (prior.pull / 2) * ((coefficients[at] as number) - (prior.coefficients[at] as number)) ** 2;
  for (let row = 0; row < observed.count; row++) {
    const probability = probabilityOf(observed.signals, row * signalCount, coefficients);
    const hit = observed.isRight[row] === 1 ? probability : 1 - probability;
    loss -= (observed.weights[row] as number) * Math.log(Math.max(1e-12, hit));
  }
  return loss;
}

function addObservation(
  observed: Observations,
  row: number,
  coefficients: Float64Array,
  gradient: Float64Array,
  curvature: Float64Array,
): void {
  const base = row * signalCount;
  const probability = probabilityOf(observed.signals, base, coefficients);
  const weight = observed.weights[row] as number;
  const error = weight * (probability - (observed.isRight[row] as number));
  const spread = weight * Math.max(1e-6, probability * (1 - probability));
  for (let at = 0; at < signalCount; at++) {
    const value = observed.signals[base + at] as number;
    gradient[at] = (gradient[at] as number) + error * value;
    for (let other = 0; other < signalCount; other++) {
      const cell = at * signalCount + other;
      curvature[cell] = (curvature[cell] as number) + spread * value * (observed.signals[base + other] as number);
    }
  }
}

/** Probability that the best intent is right, from signals that begin at `base`. */
export function probabilityOf(signals: Float64Array, base: number, coefficients: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < signalCount; at++) sum += (signals[base + at] as number) * (coefficients[at] as number);
  return 1 / (1 + Math.exp(-sum));
}

function thresholdOf(observed: Observations, coefficients: Float64Array, prior: CalibrationPrior): number {
  const inScope: number[] = [];
  for (let row = 0; row < observed.count; row++)
    if (observed.isInScope[row] === 1) inScope.push(probabilityOf(observed.signals, row * signalCount, coefficients));
  inScope.sort((one, other) => one - other);
  const rank = falseRejection * inScope.length;
  const quantile = inScope[Math.floor(rank)] ?? prior.threshold;
  const threshold = (quantile * inScope.length + prior.threshold * priorRows) / (inScope.length + priorRows);
  return Math.min(0.9, Math.max(0.02, threshold * prior.leniency));
}

/** Solves a small symmetric system by Gaussian elimination with pivots. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  const cells = matrix.slice();
  const answer = right.slice();
  const get = (row: number, column: number): number => cells[row * size + column] as number;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) if (Math.abs(get(row, column)) > Math.abs(get(pivot, column))) pivot = row;
    for (let at = 0; at < size; at++) {
      const kept = get(column, at);
      cells[column * size + at] = get(pivot, at);
      cells[pivot * size + at] = kept;
    }
    const kept = answer[column] as number;
    answer[column] = answer[pivot] as number;
    answer[pivot] = kept;
    for (let row = column + 1; row < size; row++) {
      const factor = get(row, column) / get(column, column);
      for (let at = column; at < size; at++) cells[row * size + at] = get(row, at) - factor * get(column, at);
      answer[row] = (answer[row] as number) - factor * (answer[column] as number);
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = answer[row] as number;
    for (let at = row + 1; at < size; at++) sum -= get(row, at) * (answer[at] as number);
    answer[row] = sum / get(row, row);
  }
  return answer;
}
