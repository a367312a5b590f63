import { hashTerm } from '../retrieval/terms.ts';
import type { SlotToken } from './slot-tokens.ts';

/** Longest filling of a slot that is remembered, in words. */
const longestPhrase = 6;

/** Phrases that filled a slot in the examples: for each hashed phrase the slots, and how often. */
export type Gazetteer = Map<number, Map<number, number>>;

/** Finds the known phrases that each token is part of: features by slot and place, made of the longest known phrases. */
export function matchGazetteer(gazetteer: Gazetteer, tokens: readonly SlotToken[], own?: Gazetteer): number[][] {
  const found: number[][] = tokens.map(() => []);
  for (let start = 0; start < tokens.length; start++) {
    for (let end = Math.min(tokens.length, start + longestPhrase); end > start; end--) {
      const phrase = hashPhrase(tokens, start, end);
      const slots = gazetteer.get(phrase);
      if (slots === undefined) continue;
      const mine = own?.get(phrase);
      let isKnown = false;
      for (const [slot, count] of slots) {
        // An example must not be helped by what only itself has told.
        if (count <= (mine?.get(slot) ?? 0)) continue;
        isKnown = true;
        for (let at = start; at < end; at++) {
          const place = at > start ? 2 : end - start === 1 ? 0 : 1;
          found[at]?.push(slot * 4 + place);
        }
      }
      if (isKnown) break;
    }
  }
  return found.map((features) => [...new Set(features)]);
}

export function hashPhrase(tokens: readonly SlotToken[], start: number, end: number): number {
  let phrase = '';
  for (let at = start; at < end; at++) phrase += `${tokens[at]?.word ?? ''} `;
  return hashTerm(phrase);
}

export function addPhrase(gazetteer: Gazetteer, phrase: number, slot: number): void {
  const slots = gazetteer.get(phrase) ?? new Map<number, number>();
  slots.set(slot, (slots.get(slot) ?? 0) + 1);
  gazetteer.set(phrase, slots);
}
