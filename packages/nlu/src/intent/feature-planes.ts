import type { ByteReader, ByteWriter } from '../text/bytes.ts';
import { NluError } from '../text/nlu-error.ts';

/** Separating planes by feature, in 8 bits. */
export type FeaturePlanes = {
  scales: Float32Array;
  biases: Float32Array;
  /** Ascending as unsigned numbers. */
  hashes: Int32Array;
  /** Seven bits of the feature's weight; the highest bit marks a word that the training's own texts use. */
  codes: Uint8Array;
  /** Cells of feature f are [offsets[f], offsets[f + 1]): which plane, and its weight in units of that plane's scale. */
  offsets: Uint32Array;
  planes: Uint8Array | Uint16Array;
  cells: Int8Array;
};

export function writePlanes(writer: ByteWriter, data: FeaturePlanes): void {
  writer.count(data.scales.length);
  for (const scale of data.scales) writer.real(scale);
  for (const bias of data.biases) writer.real(bias);
  writer.count(data.hashes.length);
  let previous = 0;
  for (const hash of data.hashes) {
    writer.count((hash >>> 0) - previous);
    previous = hash >>> 0;
  }
  writer.bytes(data.codes);
  for (let feature = 0; feature < data.codes.length; feature++)
    writer.count((data.offsets[feature + 1] as number) - (data.offsets[feature] as number));
  const { planes } = data;
  writer.bytes(planes instanceof Uint8Array ? planes : Uint8Array.from(planes, (plane) => plane & 255));
  writer.bytes(planes instanceof Uint8Array ? new Uint8Array() : Uint8Array.from(planes, (plane) => plane >> 8));
  writer.bytes(new Uint8Array(data.cells.buffer, data.cells.byteOffset, data.cells.length));
}

/** @throws NluError nlu.model_damaged */
export function readPlanes(reader: ByteReader): FeaturePlanes {
  const planeCount = reader.count();
  const scales = Float32Array.from({ length: planeCount }, () => reader.real());
  const biases = Float32Array.from({ length: planeCount }, () => reader.real());
  const featureCount = reader.count();
  const hashes = new Int32Array(featureCount);
  let previous = 0;
  for (let feature = 0; feature < featureCount; feature++) {
    previous += reader.count();
    hashes[feature] = previous | 0;
  }
  const codes = reader.bytes();
  const offsets = new Uint32Array(featureCount + 1);
  for (let feature = 0; feature < featureCount; feature++) offsets[feature + 1] = (offsets[feature] as number) + reader.count();
  const low = reader.bytes();
  const high = reader.bytes();
  const planes = high.length > 0 ? Uint16Array.from(low, (byte, at) => byte + (high[at] as number) * 256) : low;
  const cells = new Int8Array(reader.bytes().buffer);
  if (codes.length !== featureCount || cells.length !== offsets[featureCount] || planes.length !== cells.length)
    throw new NluError('nlu.model_damaged', 'This model contradicts itself.');
  return { scales, biases, hashes, codes, offsets, planes, cells };
}
