import { doubtOf, type Observations, shareOfTold, signalCount } from './calibration.ts';
import { type FeatureRows, intentShares, restrictRows, tellStep } from './feature-rows.ts';
import { LinearSvm, type SupportRows, type SvmOptions } from './linear-svm.ts';
import { pruneLimit } from './plane-collector.ts';
import type { TrainingSet } from './training-set.ts';

const foldCount = 3;
/** Above this product of phrases and intents one fold is enough: it holds out hundreds of phrases, and the others would cost seconds. */
const oneFoldWork = 60_000;
/** Texts of unknown intents weigh this share of the texts of known ones, in small bots twice as much: the mixture for which the confidence is a probability. */
const strangerShare = 0.13;
/** And so do lines of the background, gibberish among them, that the smaller training has not seen. */
const backgroundShare = 0.06;

/**
 * Trains without a third of the intents and without a third of the phrases, and observes how the held-out texts are scored: phrases of
 * known intents as texts in scope, phrases of held-out intents as texts out of scope. No text out of scope has to be collected.
 * @param support of the planes over all rows, from which the smaller trainings start
 */
export function observeFolds(
  set: TrainingSet,
  support: readonly SupportRows[],
  options: SvmOptions,
  report: (ratio: number) => void,
): Observations {
  const groups = groupRows(set);
  const folds = set.phraseCount * set.intents.length > oneFoldWork ? 1 : foldCount;
  const parts: Observations[] = [];
  for (let fold = 0; fold < folds; fold++) {
    parts.push(observeFold(set, groups, fold, support, options, (ratio) => report((fold + ratio) / folds)));
  }
  return joinObservations(parts);
}

type Groups = { ofIntent: Uint8Array; ofRow: Uint8Array };

/** Deals intents and, within each intent, rows to groups in an order that has nothing to do with their names. */
function groupRows({ intents, classes, rows }: TrainingSet): Groups {
  const ofIntent = new Uint8Array(intents.length + 1).fill(255);
  const intentOrder = shuffled(intents.length);
  for (let at = 0; at < intentOrder.length; at++) ofIntent[intentOrder[at] as number] = at % foldCount;
  const ofRow = new Uint8Array(rows.rowCount);
  for (let from = 0; from < rows.rowCount; ) {
    let to = from;
    while (to < rows.rowCount && classes[to] === classes[from]) to++;
    // phrases sorted by their words come in families; whole families are held out, as a customer's words are nobody's copy
    const length = to - from;
    for (let at = 0; at < length; at++) ofRow[from + at] = (Math.floor((at * foldCount) / length) + (classes[from] as number)) % foldCount;
    from = to;
  }
  return { ofIntent, ofRow };
}

function shuffled(length: number): Uint32Array {
  const order = Uint32Array.from({ length }, (_, at) => at);
  let random = 0x2545f491;
  for (let at = length - 1; at > 0; at--) {
    random ^= random << 13;
    random ^= random >>> 17;
    random ^= random << 5;
    const other = (random >>> 0) % (at + 1);
    const kept = order[at] as number;
    order[at] = order[other] as number;
    order[other] = kept;
  }
  return order;
}

function observeFold(
  set: TrainingSet,
  groups: Groups,
  fold: number,
  support: readonly SupportRows[],
  options: SvmOptions,
  report: (ratio: number) => void,
): Observations {
  const { rows, classes, intents, phraseCount } = set;
  const isIn = new Uint8Array(rows.rowCount);
  const hasRows = new Uint8Array(intents.length + 1);
  for (let row = 0; row < rows.rowCount; row++) {
    const intent = classes[row] as number;
    const isStranger = intents.length > 1 && groups.ofIntent[intent] === fold;
    if (isStranger || groups.ofRow[row] === fold) continue;
    isIn[row] = 1;
    hasRows[intent] = 1;
  }
  const trained = rowsWhere(rows.rowCount, (row) => isIn[row] === 1);
  const held = rowsWhere(rows.rowCount, (row) => isIn[row] === 0);
  const seen = countSeen(set, trained);
  const isKnown = Uint8Array.from(held, (row) => (hasRows[classes[row] as number] === 1 && row < phraseCount ? 1 : 0));
  const scored = new ScoredRows(restrictRows(rows, held, seen.isSeen, intentShares(phraseCount)), set.space.isEntity);
  const svm = new LinearSvm(rows, options);
  for (let plane = 0; plane <= intents.length; plane++) {
    if (hasRows[plane] === 0) continue;
    svm.train(trained, classes, plane, support[plane], isIn);
    if (plane < intents.length) scored.addIntent(svm, plane);
    else scored.addBackground(svm);
    report((plane + 1) / (2 * intents.length + 1));
  }
  // texts in scope meet the strangers too, as they will in the whole model: else their lead over the next intent would look too great
  for (let row = 0; row < rows.rowCount; row++) isIn[row] = groups.ofRow[row] === fold ? 0 : 1;
  const everyIntent = rowsWhere(rows.rowCount, (row) => isIn[row] === 1);
  for (let plane = 0; plane < intents.length; plane++) {
    if (hasRows[plane] === 1) continue;
    svm.train(everyIntent, classes, plane, support[plane], isIn);
    if (svm.bias !== 0) scored.addIntent(svm, plane, isKnown);
    report((intents.length + plane + 1) / (2 * intents.length + 1));
  }
  return observe(set, held, isKnown, scored, unknownTells(set, held, seen.isWordUsed));
}

function rowsWhere(rowCount: number, isWanted: (row: number) => boolean): Uint32Array {
  const found: number[] = [];
  for (let row = 0; row < rowCount; row++) if (isWanted(row)) found.push(row);
  return Uint32Array.from(found);
}

/** Finds the features that the smaller training saw as often as its vocabulary asks, and the words that its intents use. */
function countSeen({ rows, space, phraseCount }: TrainingSet, trained: Uint32Array): { isSeen: Uint8Array; isWordUsed: Uint8Array } {
  const isSeen = new Uint8Array(rows.featureCount);
  const isWordUsed = new Uint8Array(rows.featureCount);
  for (const row of trained) {
    for (let cell = rows.starts[row] as number; cell < (rows.starts[row + 1] as number); cell++) {
      const feature = rows.features[cell] as number;
      isSeen[feature] = 1;
      if (row >= phraseCount || cell >= (rows.wordEnds[row] as number)) continue;
      if (space.isWord[feature] === 1 || space.isEntity[feature] === 1) isWordUsed[feature] = 1;
    }
  }
  return { isSeen, isWordUsed };
}

/** Keeps of all planes' scores what the signals need, so that no matrix of rows and planes is held. */
class ScoredRows {
  readonly rows: FeatureRows;
  readonly best: Float64Array;
  readonly next: Float64Array;
  readonly bestPlane: Int32Array;
  readonly support: Float64Array;
  readonly backed: Float64Array;
  readonly background: Float64Array;
  readonly #isEntity: Uint8Array;

  constructor(rows: FeatureRows, isEntity: Uint8Array) {
    this.rows = rows;
    this.#isEntity = isEntity;
    this.best = new Float64Array(rows.rowCount).fill(Number.NEGATIVE_INFINITY);
    this.next = new Float64Array(rows.rowCount).fill(-1);
    this.bestPlane = new Int32Array(rows.rowCount).fill(-1);
    this.support = new Float64Array(rows.rowCount);
    this.backed = new Float64Array(rows.rowCount);
    this.background = new Float64Array(rows.rowCount);
  }

  addIntent(svm: LinearSvm, plane: number, isMeant?: Uint8Array): void {
    for (let row = 0; row < this.rows.rowCount; row++) {
      if (isMeant && isMeant[row] === 0) continue;
      const score = svm.score(row, this.rows);
      if (score > (this.best[row] as number)) {
        if (this.bestPlane[row] !== -1) this.next[row] = Math.max(this.next[row] as number, this.best[row] as number);
        this.best[row] = score;
        this.bestPlane[row] = plane;
        this.#measureSupport(svm.plane, row);
      } else if (score > (this.next[row] as number)) this.next[row] = score;
    }
  }

  addBackground(svm: LinearSvm): void {
    for (let row = 0; row < this.rows.rowCount; row++) this.background[row] = svm.score(row, this.rows);
  }

  #measureSupport(plane: Float64Array, row: number): void {
    const { starts, wordEnds, features, values, tells, hiddenSize } = this.rows;
    let support = 0;
    let backed = 0;
    for (let cell = starts[row] as number; cell < (starts[row + 1] as number) - hiddenSize; cell++) {
      const feature = features[cell] as number;
      if ((plane[feature] as number) < pruneLimit) continue;
      support += (values[cell] as number) ** 2;
      if (cell >= (wordEnds[row] as number) || this.#isEntity[feature] === 1) backed += (tells[cell] as number) * tellStep;
    }
    this.support[row] = support;
    this.backed[row] = backed;
  }
}

/** Returns for each held-out text how much its words tell that no intent of the smaller training uses. */
function unknownTells({ rows, space }: TrainingSet, held: Uint32Array, isWordUsed: Uint8Array): Float64Array {
  return Float64Array.from(held, (row) => {
    let unknown = 0;
    for (let cell = rows.starts[row] as number; cell < (rows.wordEnds[row] as number); cell++) {
      const feature = rows.features[cell] as number;
      if ((space.isWord[feature] === 1 || space.isEntity[feature] === 1) && isWordUsed[feature] === 0)
        unknown += (rows.tells[cell] as number) * tellStep;
    }
    return unknown;
  });
}

function observe(set: TrainingSet, held: Uint32Array, isInScope: Uint8Array, scored: ScoredRows, unknown: Float64Array): Observations {
  const signals = new Float64Array(held.length * signalCount);
  const isRight = new Uint8Array(held.length);
  let known = 0;
  for (let at = 0; at < held.length; at++) {
    const best = scored.best[at] as number;
    const lead = best - (scored.next[at] as number);
    const [support, background] = [scored.support[at] as number, scored.background[at] as number];
    const backed = scored.backed[at] as number;
    const told = scored.rows.tellTotals[at] as number;
    signals.set(
      [
        1,
        best,
        lead,
        support,
        shareOfTold(unknown[at] as number, told),
        background,
        unknownCharacters(scored.rows, at),
        shareOfTold(told - backed, told),
        backed,
      ],
      at * signalCount,
    );
    isRight[at] = scored.bestPlane[at] === set.classes[held[at] as number] ? 1 : 0;
    known += isInScope[at] as number;
  }
  const background = held.filter((row) => row >= set.phraseCount).length;
  const strangers = held.length - known - background;
  const factor = 1 + doubtOf(set.phraseCount, set.intents.length);
  const strangerWeight = factor * Math.min(1, (strangerShare * Math.max(known, 1)) / Math.max(strangers, 1));
  const backgroundWeight = factor * Math.min(1, (backgroundShare * Math.max(known, 1)) / Math.max(background, 1));
  const weights = Float64Array.from(held, (row, at) => {
    if (isInScope[at] === 1) return 1;
    return row < set.phraseCount ? strangerWeight : backgroundWeight;
  });
  return { signals, isRight, isInScope, weights, count: scored.bestPlane.includes(-1) ? 0 : held.length };
}

function unknownCharacters({ starts, wordEnds, characterCounts, hiddenSize }: FeatureRows, row: number): number {
  const total = characterCounts[row] as number;
  const known = (starts[row + 1] as number) - hiddenSize - (wordEnds[row] as number);
  return total === 0 ? 1 : 1 - known / total;
}

function joinObservations(parts: readonly Observations[]): Observations {
  const used = parts.filter(({ count }) => count > 0);
  const count = used.reduce((sum, part) => sum + part.count, 0);
  const signals = new Float64Array(count * signalCount);
  const isRight = new Uint8Array(count);
  const isInScope = new Uint8Array(count);
  const weights = new Float64Array(count);
  let end = 0;
  for (const part of used) {
    signals.set(part.signals, end * signalCount);
    isRight.set(part.isRight, end);
    isInScope.set(part.isInScope, end);
    weights.set(part.weights, end);
    end += part.count;
  }
  return { signals, isRight, isInScope, weights, count };
}
