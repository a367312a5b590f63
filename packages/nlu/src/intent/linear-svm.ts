import type { FeatureRows } from './feature-rows.ts';

export type SvmOptions = {
  /** Cost of a violated margin; the larger, the closer the fit. */
  cost: number;
  /** Factor by which a violated margin of the plane's own rows costs more: they are few among many others. */
  ownWeight: number;
  /** Training ends when the projected gradients of a pass lie within this range. */
  range: number;
  maxPasses: number;
};

/** The rows that hold up a separating plane, and how strongly; enough to rebuild the plane or to start a similar one. */
export type SupportRows = { rows: Uint32Array; strengths: Float32Array };

/** Rows of other classes that a plane starts with, besides its own rows; the others join when they turn out to matter. */
const mostStartingRows = 500;
const startingShare = 1 / 30;
const fewestStartingRows = 100;
const maxRounds = 6;

/**
 * Trains one-against-rest linear classifiers with squared hinge loss by dual coordinate descent with shrinking
 * (Hsieh et al., "A Dual Coordinate Descent Method for Large-scale Linear SVM", ICML 2008), on a growing set of rows: a plane of 150 leans
 * on 3 of 100 rows, so most are only looked at to see that they lie far enough away. Scratch arrays are shared by all planes.
 * Deterministic: the order of visits comes from a generator with a fixed seed for each plane.
 */
export class LinearSvm {
  readonly #rows: FeatureRows;
  readonly #options: SvmOptions;
  readonly #plane: Float64Array;
  readonly #strengths: Float64Array;
  readonly #order: Uint32Array;
  readonly #signs: Int8Array;
  readonly #isWorking: Uint8Array;
  #size = 0;
  #random = 0;
  bias = 0;

  constructor(rows: FeatureRows, options: SvmOptions) {
    this.#rows = rows;
    this.#options = options;
    this.#plane = new Float64Array(rows.featureCount);
    this.#strengths = new Float64Array(rows.rowCount);
    this.#order = new Uint32Array(rows.rowCount);
    this.#signs = new Int8Array(rows.rowCount);
    this.#isWorking = new Uint8Array(rows.rowCount);
  }

  /** Weights of the plane trained last, by feature; valid until the next training. */
  get plane(): Float64Array {
    return this.#plane;
  }

  /**
   * Trains the plane that parts rows of class `wanted` from the others.
   * @param subset the rows that take part, ascending
   * @param classes class of every row
   * @param start support of a similar problem; its rows outside `subset`, which have no mark in `isIn`, are skipped
   */
  train(subset: Uint32Array, classes: Int32Array, wanted: number, start?: SupportRows, isIn?: Uint8Array): void {
    this.#plane.fill(0);
    this.bias = 0;
    this.#size = 0;
    this.#random = 0x9e3779b9 ^ Math.imul(wanted + 1, 0x85ebca6b);
    const starting = Math.min(mostStartingRows, Math.max(fewestStartingRows, subset.length * startingShare));
    const stride = start ? subset.length : Math.max(1, Math.floor(subset.length / starting));
    for (let at = 0; at < subset.length; at++) {
      const row = subset[at] as number;
      const isOwn = classes[row] === wanted;
      this.#strengths[row] = 0;
      this.#isWorking[row] = 0;
      this.#signs[row] = isOwn ? 1 : -1;
      if (isOwn || at % stride === 0) this.#join(row);
    }
    if (start) this.#resume(start, isIn);
    for (let round = 1; round <= maxRounds; round++) {
      this.#descend();
      if (this.#size === subset.length || round === maxRounds || !this.#joinViolators(subset)) break;
    }
  }

  #join(row: number): void {
    this.#isWorking[row] = 1;
    this.#order[this.#size++] = row;
  }

  #resume(start: SupportRows, isIn?: Uint8Array): void {
    for (let at = 0; at < start.rows.length; at++) {
      const row = start.rows[at] as number;
      if (isIn && isIn[row] === 0) continue;
      if (this.#isWorking[row] === 0) this.#join(row);
      this.#strengths[row] = start.strengths[at] as number;
      this.#move(row, (start.strengths[at] as number) * (this.#signs[row] as number));
    }
  }

  /** Takes in the rows that lie on the wrong side of their margin; false when there is hardly any. */
  #joinViolators(subset: Uint32Array): boolean {
    const limit = this.#options.range / 2;
    const before = this.#size;
    for (let at = 0; at < subset.length; at++) {
      const row = subset[at] as number;
      if (this.#isWorking[row] === 0 && (this.#signs[row] as number) * this.score(row, this.#rows) - 1 < -limit) this.#join(row);
    }
    return this.#size - before > subset.length / 2000;
  }

  /** Passes over the working rows until the plane fits them. */
  #descend(): void {
    const { range, maxPasses, cost, ownWeight } = this.#options;
    const order = this.#order;
    const otherDiagonal = 0.5 / cost;
    const ownDiagonal = otherDiagonal / ownWeight;
    let active = this.#size;
    let upper = Number.POSITIVE_INFINITY;
    for (let pass = 0; pass < maxPasses; pass++) {
      let highest = Number.NEGATIVE_INFINITY;
      let lowest = Number.POSITIVE_INFINITY;
      this.#shuffle(active);
      for (let at = 0; at < active; at++) {
        const row = order[at] as number;
        const sign = this.#signs[row] as number;
        const strength = this.#strengths[row] as number;
        const diagonal = sign > 0 ? ownDiagonal : otherDiagonal;
        const gradient = sign * this.score(row, this.#rows) - 1 + strength * diagonal;
        let projected = gradient;
        if (strength === 0) {
          if (gradient > upper) {
            active--;
            order[at] = order[active] as number;
            order[active] = row;
            at--;
            continue;
          }
          if (gradient > 0) projected = 0;
        }
        if (projected > highest) highest = projected;
        if (projected < lowest) lowest = projected;
        if (Math.abs(projected) < 1e-12) continue;
        // rows have length 1, the bias counts as a feature of value 1
        const next = Math.max(0, strength - gradient / (2 + diagonal));
        this.#strengths[row] = next;
        this.#move(row, (next - strength) * sign);
      }
      if (highest - lowest <= range) {
        if (active === this.#size) return;
        // rows that were put aside are checked once more before the plane is accepted
        active = this.#size;
        upper = Number.POSITIVE_INFINITY;
        continue;
      }
      upper = highest <= 0 ? Number.POSITIVE_INFINITY : highest;
    }
  }

  #shuffle(length: number): void {
    const order = this.#order;
    let random = this.#random;
    for (let at = 0; at < length; at++) {
      random ^= random << 13;
      random ^= random >>> 17;
      random ^= random << 5;
      const other = at + Math.floor(((random >>> 0) / 4294967296) * (length - at));
      const row = order[other] as number;
      order[other] = order[at] as number;
      order[at] = row;
    }
    this.#random = random;
  }

  #move(row: number, step: number): void {
    const { starts, features, values } = this.#rows;
    const plane = this.#plane;
    this.bias += step;
    const end = starts[row + 1] as number;
    for (let cell = starts[row] as number; cell < end; cell++) {
      const feature = features[cell] as number;
      plane[feature] = (plane[feature] as number) + step * (values[cell] as number);
    }
  }

  /** The support of the plane trained last. */
  support(subset: Uint32Array): SupportRows {
    const rows = subset.filter((row) => (this.#strengths[row] as number) > 0);
    return { rows, strengths: Float32Array.from(rows, (row) => this.#strengths[row] as number) };
  }

  /** Score by the plane trained last of a row, which may be one of other rows over the same features. */
  score(row: number, { starts, features, values }: FeatureRows): number {
    const plane = this.#plane;
    const end = starts[row + 1] as number;
    let cell = starts[row] as number;
    // four sums side by side: one alone would wait for itself at every cell
    let first = this.bias;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (const until = end - 3; cell < until; cell += 4) {
      first += (plane[features[cell] as number] as number) * (values[cell] as number);
      second += (plane[features[cell + 1] as number] as number) * (values[cell + 1] as number);
      third += (plane[features[cell + 2] as number] as number) * (values[cell + 2] as number);
      fourth += (plane[features[cell + 3] as number] as number) * (values[cell + 3] as number);
    }
    for (; cell < end; cell++) first += (plane[features[cell] as number] as number) * (values[cell] as number);
    return first + second + third + fourth;
  }
}
