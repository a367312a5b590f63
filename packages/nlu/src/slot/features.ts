import { hashTerm } from '../retrieval/terms.ts';
import type { SlotToken } from './slot-tokens.ts';

const edge = hashTerm('^$');

/** Mixes the kind of a feature and what it is made of into 32 bits. */
function mix(kind: number, first: number, second = 0): number {
  let hash = Math.imul(kind + 1, 0x9e3779b1) ^ first;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ Math.imul(second, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Features of each token, as 32-bit hashes: the words three to either side, pairs of neighbours, looks, beginnings and ends, the intent with
 * the nearest words, and the known phrases that it stands in.
 * @param intent hash of the intent's name
 * @param known per token what `matchGazetteer` found
 */
export function listFeatures(tokens: readonly SlotToken[], intent: number, known: readonly (readonly number[])[]): Uint32Array[] {
  const wordAt = (at: number) => tokens[at]?.hash ?? edge;
  const shapeAt = (at: number) => tokens[at]?.shape ?? edge;
  return tokens.map(({ word }, at) => {
    const features: number[] = [mix(0, intent)];
    for (let offset = -3; offset <= 3; offset++) features.push(mix(4 + offset, wordAt(at + offset)));
    features.push(
      mix(10, wordAt(at - 1), wordAt(at)),
      mix(11, wordAt(at), wordAt(at + 1)),
      mix(12, wordAt(at - 2), wordAt(at - 1)),
      mix(13, wordAt(at + 1), wordAt(at + 2)),
      mix(14, wordAt(at - 1), wordAt(at + 1)),
      mix(15, shapeAt(at)),
      mix(16, shapeAt(at - 1), shapeAt(at)),
      mix(17, shapeAt(at), shapeAt(at + 1)),
      mix(18, intent, wordAt(at)),
      mix(19, intent, wordAt(at - 1)),
      mix(20, intent, wordAt(at + 1)),
      mix(21, intent, at === 0 ? 1 : at === tokens.length - 1 ? 2 : 3),
      mix(22, shapeAt(at), wordAt(at - 1)),
      mix(23, shapeAt(at), wordAt(at + 1)),
    );
    for (let length = 1; length <= 4 && length < word.length; length++)
      features.push(mix(24 + length, hashTerm(word.slice(0, length))), mix(30 + length, hashTerm(word.slice(-length))));
    for (const feature of known[at] ?? []) features.push(mix(40, feature));
    for (const feature of known[at - 1] ?? []) features.push(mix(41, feature));
    for (const feature of known[at + 1] ?? []) features.push(mix(42, feature));
    return Uint32Array.from(features);
  });
}
