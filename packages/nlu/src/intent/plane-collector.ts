/** Weights below this are left out of a model: CLINC150's 27 MB of planes shrink to 1.3 MB, accuracy goes from 93.67 to 93.6. */
export const pruneLimit = 0.02;

/** Gathers trained planes, pruned and in 8 bits with one scale a plane, and turns them round: from plane-major to feature-major. */
export class PlaneCollector {
  readonly #featureCount: number;
  readonly #planeCount: number;
  readonly #features: Uint32Array[] = [];
  readonly #cells: Int8Array[] = [];
  readonly #scales: number[] = [];
  readonly #biases: number[] = [];

  readonly #pruneLimit: number;

  constructor(featureCount: number, planeCount: number, limit = pruneLimit) {
    this.#featureCount = featureCount;
    this.#planeCount = planeCount;
    this.#pruneLimit = limit;
  }

  add(plane: Float64Array, bias: number): void {
    let largest = 0;
    for (let feature = 0; feature < this.#featureCount; feature++) largest = Math.max(largest, Math.abs(plane[feature] as number));
    const scale = Math.fround(largest === 0 ? 1 : largest / 127);
    // values that would be rounded to 0 need no cell either
    const limit = Math.max(this.#pruneLimit, scale / 2);
    let count = 0;
    for (let feature = 0; feature < this.#featureCount; feature++) if (Math.abs(plane[feature] as number) >= limit) count++;
    const features = new Uint32Array(count);
    const cells = new Int8Array(count);
    let end = 0;
    for (let feature = 0; feature < this.#featureCount; feature++) {
      const weight = plane[feature] as number;
      if (Math.abs(weight) < limit) continue;
      features[end] = feature;
      cells[end++] = Math.round(weight / scale);
    }
    this.#features.push(features);
    this.#cells.push(cells);
    this.#scales.push(scale);
    this.#biases.push(bias);
  }

  /** Features that at least one plane uses, ascending. */
  keptFeatures(): Uint32Array {
    const isKept = new Uint8Array(this.#featureCount);
    for (const features of this.#features) for (const feature of features) isKept[feature] = 1;
    return Uint32Array.from(isKept.keys()).filter((feature) => isKept[feature] === 1);
  }

  /** @param order the features that every plane's cells are among, in the order that the model has them */
  toFeatureMajor(order: Uint32Array): {
    offsets: Uint32Array;
    planes: Uint8Array | Uint16Array;
    cells: Int8Array;
    scales: Float32Array;
    biases: Float32Array;
  } {
    const places = new Uint32Array(order.length);
    for (let place = 0; place < order.length; place++) places[order[place] as number] = place;
    const offsets = new Uint32Array(order.length + 1);
    for (const features of this.#features) {
      for (const feature of features) {
        const next = (places[feature] as number) + 1;
        offsets[next] = (offsets[next] as number) + 1;
      }
    }
    for (let place = 0; place < order.length; place++) offsets[place + 1] = (offsets[place + 1] as number) + (offsets[place] as number);
    const total = offsets[order.length] as number;
    const planes = this.#planeCount <= 256 ? new Uint8Array(total) : new Uint16Array(total);
    const cells = new Int8Array(total);
    const ends = offsets.slice();
    for (const [plane, features] of this.#features.entries()) {
      const weights = this.#cells[plane] as Int8Array;
      for (let at = 0; at < features.length; at++) {
        const place = places[features[at] as number] as number;
        const end = ends[place] as number;
        planes[end] = plane;
        cells[end] = weights[at] as number;
        ends[place] = end + 1;
      }
    }
    return { offsets, planes, cells, scales: Float32Array.from(this.#scales), biases: Float32Array.from(this.#biases) };
  }
}

/** The planes' weights of the encoder's numbers: all are kept, in 8 bits with a scale a plane. */
export class HiddenCollector {
  readonly cells: Int8Array;
  readonly scales: Float32Array;
  #planes = 0;

  constructor(hiddenSize: number, planeCount: number) {
    this.cells = new Int8Array(hiddenSize * planeCount);
    this.scales = new Float32Array(hiddenSize > 0 ? planeCount : 0);
  }

  add(weights: Float64Array): void {
    if (weights.length === 0) return;
    const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
    const scale = Math.fround(largest === 0 ? 1 : largest / 127);
    const base = this.#planes * weights.length;
    for (let unit = 0; unit < weights.length; unit++) this.cells[base + unit] = Math.round((weights[unit] as number) / scale);
    this.scales[this.#planes++] = scale;
  }
}
