import type { FeatureRows } from './feature-rows.ts';

export type SvmOptions = {
  /** Cost of a violated margin; the larger, the closer the fit. */
  cost: number;
  /** Training ends when the projected gradients of a pass lie within this range. */
  range: number;
  maxPasses: number;
};

/** The rows that hold up a separating plane, and how strongly; enough to rebuild the plane or to start a similar one. */
export type SupportRows = { rows: Uint32Array; strengths: Float32Array };

/**
 * Trains one-against-rest linear classifiers with squared hinge loss by dual coordinate descent with shrinking
 * (Hsieh et al., "A Dual Coordinate Descent Method for Large-scale Linear SVM", ICML 2008). Scratch arrays are shared by all classes.
 * Deterministic: the order of visits comes from a generator with a fixed seed for each class.
 */
export class LinearSvm {
  readonly #rows: FeatureRows;
  readonly #options: SvmOptions;
  readonly #plane: Float64Array;
  readonly #strengths: Float64Array;
  readonly #order: Uint32Array;
  readonly #signs: Int8Array;
  bias = 0;
  passes = 0;

  constructor(rows: FeatureRows, options: SvmOptions) {
    this.#rows = rows;
    this.#options = options;
    this.#plane = new Float64Array(rows.featureCount);
    this.#strengths = new Float64Array(rows.rowCount);
    this.#order = new Uint32Array(rows.rowCount);
    this.#signs = new Int8Array(rows.rowCount);
  }

  /** Weights of the plane trained last, by feature; valid until the next training. */
  get plane(): Float64Array {
    return this.#plane;
  }

  /**
   * Trains the plane that parts rows of class `wanted` from the others.
   * @param subset the rows that take part, ascending
   * @param classes class of every row
   * @param start support of a similar problem: rows outside `subset` are skipped by their `isIn` mark
   */
  train(subset: Uint32Array, classes: Int32Array, wanted: number, start?: SupportRows, isIn?: Uint8Array): void {
    const { starts, features, values } = this.#rows;
    const { cost, range, maxPasses } = this.#options;
    const plane = this.#plane.fill(0);
    const strengths = this.#strengths;
    const order = this.#order;
    const signs = this.#signs;
    const diagonal = 0.5 / cost;
    this.bias = 0;
    for (let at = 0; at < subset.length; at++) {
      const row = subset[at] as number;
      strengths[row] = 0;
      order[at] = row;
      signs[row] = classes[row] === wanted ? 1 : -1;
    }
    if (start) this.#resume(start, isIn);

    let random = 0x9e3779b9 ^ Math.imul(wanted + 1, 0x85ebca6b);
    let active = subset.length;
    let upper = Number.POSITIVE_INFINITY;
    let pass = 0;
    for (; pass < maxPasses; pass++) {
      let highest = Number.NEGATIVE_INFINITY;
      let lowest = Number.POSITIVE_INFINITY;
      for (let at = 0; at < active; at++) {
        random ^= random << 13;
        random ^= random >>> 17;
        random ^= random << 5;
        const other = at + ((random >>> 0) % (active - at));
        const row = order[other] as number;
        order[other] = order[at] as number;
        order[at] = row;
      }
      for (let at = 0; at < active; at++) {
        const row = order[at] as number;
        const sign = signs[row] as number;
        const from = starts[row] as number;
        const to = starts[row + 1] as number;
        let score = this.bias;
        for (let cell = from; cell < to; cell++) score += (plane[features[cell] as number] as number) * (values[cell] as number);
        const strength = strengths[row] as number;
        const gradient = sign * score - 1 + strength * diagonal;
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
        strengths[row] = next;
        const step = (next - strength) * sign;
        this.bias += step;
        for (let cell = from; cell < to; cell++) {
          const feature = features[cell] as number;
          plane[feature] = (plane[feature] as number) + step * (values[cell] as number);
        }
      }
      if (highest - lowest <= range) {
        if (active === subset.length) break;
        // what was put aside is looked at once more before the plane is believed
        active = subset.length;
        upper = Number.POSITIVE_INFINITY;
        continue;
      }
      upper = highest <= 0 ? Number.POSITIVE_INFINITY : highest;
    }
    this.passes += pass;
  }

  #resume(start: SupportRows, isIn?: Uint8Array): void {
    const { starts, features, values } = this.#rows;
    const plane = this.#plane;
    for (let at = 0; at < start.rows.length; at++) {
      const row = start.rows[at] as number;
      if (isIn && isIn[row] === 0) continue;
      const strength = start.strengths[at] as number;
      this.#strengths[row] = strength;
      const step = strength * (this.#signs[row] as number);
      this.bias += step;
      for (let cell = starts[row] as number; cell < (starts[row + 1] as number); cell++) {
        const feature = features[cell] as number;
        plane[feature] = (plane[feature] as number) + step * (values[cell] as number);
      }
    }
  }

  /** The support of the plane trained last. */
  support(subset: Uint32Array): SupportRows {
    const rows = subset.filter((row) => (this.#strengths[row] as number) > 0);
    return { rows, strengths: Float32Array.from(rows, (row) => this.#strengths[row] as number) };
  }

  /** Score by the plane trained last of a row, which may be one of other rows over the same features. */
  score(row: number, { starts, features, values }: FeatureRows): number {
    let score = this.bias;
    for (let cell = starts[row] as number; cell < (starts[row + 1] as number); cell++)
      score += (this.#plane[features[cell] as number] as number) * (values[cell] as number);
    return score;
  }
}
