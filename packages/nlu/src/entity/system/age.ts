import { spanUnits } from './duration.ts';
import { presentNumber, readQuantity } from './number.ts';
import type { Reading, Scene } from './scene.ts';
import { skipPhrase, textAt } from './tokens.ts';

const oldest = 150;
const isHindiOf = /^(?:का|की|के|ka|ki|ke)$/;
/** Words for a person that has an age, so that "दो साल का प्लान" stays a duration. */
const aged =
  /^(?:हूँ|हूं|हू|है|हैं|था|थी|बच्चा|बच्ची|बेटा|बेटी|लड़का|लड़की|लडका|लडकी|आदमी|औरत|hoon|hu|hun|hai|hain|tha|thi|bachcha|baccha|bachchi|beta|beti|ladka|ladki|aadmi|aurat)$/;
const ageWords = ['age is', 'age', 'aged', 'उम्र', 'आयु', 'umar', 'umr', 'my age', 'age :', 'age of', 'turned', 'turning', 'umra'];

/** 25 years old, aged 42, a 30-year-old, six months old, मेरी उम्र 25 है, 28 saal ka hoon. */
export function readAge(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  const lead = skipPhrase(tokens, at, ageWords);
  const quantity = readQuantity(scene, lead ?? at);
  if (quantity === undefined || quantity.value < 0 || quantity.value > oldest) return undefined;
  let next = quantity.next;
  if (textAt(tokens, next) === '-') next++;
  const short = skipPhrase(tokens, next, ['yo', 'y / o', 'yr old', 'yrs old']);
  if (short !== undefined && textAt(tokens, next) !== '-') return present(quantity.value, 'year', short);
  const unit = spanUnits.get(textAt(tokens, next));
  if (unit === 'year' || unit === 'month' || unit === 'week' || unit === 'day') {
    const after = next + 1;
    const old = skipPhrase(tokens, after, ['old', '- old', 'of age', '- olds', 'olds']);
    if (old !== undefined) return present(quantity.value, unit, old);
    if (isHindiOf.test(textAt(tokens, after)) && aged.test(textAt(tokens, after + 1))) return present(quantity.value, unit, after);
    return lead === undefined ? undefined : present(quantity.value, unit, after);
  }
  if (unit !== undefined) return undefined;
  return lead !== undefined || isSelf(scene, at, quantity.next, quantity.value)
    ? present(quantity.value, 'year', quantity.next)
    : undefined;
}

/** "I am 30", with nothing after it that the number could count. */
function isSelf(scene: Scene, at: number, next: number, value: number): boolean {
  const { tokens } = scene;
  const before = textAt(tokens, at - 1);
  const isMe = before === "i'm" || (before === 'am' && textAt(tokens, at - 2) === 'i') || (before === 'im' && at === 1);
  const after = tokens[next];
  return (
    isMe &&
    Number.isInteger(value) &&
    value >= 10 &&
    value <= 110 &&
    (after === undefined || /^(?:[,.!?;]|and|but|now|male|female)$/.test(after.text))
  );
}

function present(amount: number, unit: string, next: number): Reading {
  return { next, value: `${presentNumber(amount)} ${unit}s`, data: { amount, unit } };
}
