import { presentNumber, readNumberWord, readQuantity, round } from './number.ts';
import type { Reading, Scene } from './scene.ts';
import { foldWord, isGlued, Lexicon, textAt } from './tokens.ts';
import { englishOrdinals, englishScales } from './words.en.ts';
import { hindiNumbers, hindiOrdinals } from './words.hi.ts';

const ordinals = new Lexicon<number>([...englishOrdinals, ...hindiOrdinals]);
const englishScaleWords = new Lexicon<number>(englishScales);
const hindiOrdinalStems = new Lexicon<number>(hindiNumbers);
/** "this one" and "no one" count nothing. */
const beforeOneself =
  /^(?:no|this|that|which|each|any|every|another|the|some|wrong|right|other|new|old|good|first|second|third|last|next|st|nd|rd|th|-)$/;

/** A number by itself: not one that is part of a name (AI202, 24B) or of a version. */
export function readNumber(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  const quantity = readQuantity(scene, at);
  if (quantity === undefined) return undefined;
  const after = tokens[quantity.next];
  if (
    tokens[at]?.kind === 'digits' &&
    isGlued(tokens, at) &&
    /[\p{L}\p{M}\d.,:/\-_]/u.test(textAt(tokens, at - 1).slice(-1)) &&
    !isSeparate(scene, at)
  )
    return undefined;
  if (after !== undefined && isGlued(tokens, quantity.next) && (after.kind === 'word' || after.text === '_')) return undefined;
  if (
    after !== undefined &&
    /^[./:-]$/.test(after.text) &&
    isGlued(tokens, quantity.next) &&
    tokens[quantity.next + 1]?.kind === 'digits' &&
    isGlued(tokens, quantity.next + 1)
  )
    return undefined;
  if (/^(?:one|ek|एक)$/.test(textAt(tokens, at)) && quantity.next === at + 1) {
    if (beforeOneself.test(textAt(tokens, at - 1)) || ordinals.get(textAt(tokens, at - 1)) !== undefined) return undefined;
  }
  return { next: quantity.next, value: presentNumber(quantity.value), data: { number: quantity.value } };
}

/** "3,5" without grouping are two numbers. */
function isSeparate(scene: Scene, at: number): boolean {
  return textAt(scene.tokens, at - 1) === ',';
}

/** First, 3rd, twenty-first, पहला, दसवाँ, paanchva. "A second" is time, and "पहले" means before. */
export function readOrdinal(scene: Scene, at: number): (Reading & { ordinal: number }) | undefined {
  const { tokens } = scene;
  const found = readOrdinalAt(scene, at);
  if (found === undefined) return undefined;
  if (
    tokens[at]?.text === 'second' &&
    (/^(?:a|one|per|this|split|each|every)$/.test(textAt(tokens, at - 1)) || tokens[at - 1]?.kind === 'digits')
  )
    return undefined;
  if (tokens[at]?.text === 'first' && textAt(tokens, at + 1) === 'of' && textAt(tokens, at + 2) === 'all') return undefined;
  return { next: found.next, value: presentNumber(found.value), data: { number: found.value }, ordinal: found.value };
}

function readOrdinalAt(scene: Scene, at: number): { value: number; next: number } | undefined {
  const { tokens } = scene;
  const token = tokens[at];
  if (token === undefined) return undefined;
  if (token.kind === 'digits') {
    const suffix = textAt(tokens, at + 1);
    const isOrdinal = isGlued(tokens, at + 1) && /^(?:st|nd|rd|th|वां|वीं|वें|वा|वी|va|vi|ve)$/.test(suffix);
    if (!isOrdinal || token.text.length > 9 || (isGlued(tokens, at) && tokens[at - 1]?.kind === 'word')) return undefined;
    return { value: Number(token.text), next: at + 2 };
  }
  const word = ordinals.get(token.text) ?? readHindiOrdinal(token.text);
  if (word !== undefined) return { value: word, next: at + 1 };
  // "twenty-first", "one hundred and first": a number, then the ordinal of its last word.
  const tens = readNumberWord(scene, at);
  if (tens?.kind === 'tens') {
    const last = textAt(tokens, at + 1) === '-' ? at + 2 : at + 1;
    const unit = ordinals.get(textAt(tokens, last));
    if (unit !== undefined && unit < 10 && /^[a-z]+$/.test(textAt(tokens, last))) return { value: tens.value + unit, next: last + 1 };
  }
  if (tens !== undefined && englishScaleWords.get(textAt(tokens, at + 1)) === 100 && textAt(tokens, at + 2) === 'and') {
    const rest = readOrdinalAt(scene, at + 3);
    if (rest !== undefined && rest.value < 100) return { value: round(tens.value * 100 + rest.value), next: rest.next };
  }
  return undefined;
}

const hindiOrdinalEnding = new RegExp(`(?:${['वाँ', 'वां', 'वीं', 'वें', 'वा', 'वी', 'वे'].map(foldWord).join('|')})$`, 'u');

function readHindiOrdinal(word: string): number | undefined {
  if (/^[\u0900-\u097f]+$/.test(word) && hindiOrdinalEnding.test(word)) {
    const value = hindiOrdinalStems.get(word.replace(hindiOrdinalEnding, ''));
    return value !== undefined && value > 4 ? value : undefined;
  }
  const roman = /^([a-z]{2,})v(?:a|aa|an|aan|i|e|in|en|ein)$/.exec(word)?.[1];
  const value = roman === undefined ? undefined : hindiOrdinalStems.get(roman);
  return value !== undefined && value > 4 ? value : undefined;
}
