import { presentNumber, readDigits, readQuantity, round } from './number.ts';
import type { Reading, Scene } from './scene.ts';
import { isGlued, Lexicon, skipPhrase, textAt } from './tokens.ts';

/** ISO 4217 codes; a plain "pound" or "dollar" is the best known one. */
const before = new Lexicon<string>([
  ['₹ rs inr रु ₨', 'INR'],
  ['$ usd', 'USD'],
  ['€ eur', 'EUR'],
  ['£ gbp', 'GBP'],
  ['¥ jpy yen', 'JPY'],
  ['aed', 'AED'],
  ['sgd', 'SGD'],
  ['aud', 'AUD'],
  ['cad', 'CAD'],
  ['sar', 'SAR'],
]);
const after = new Lexicon<string>([
  ['₹ rs inr रु rupee rupees rupaye rupay rupaya rupaiye rupye rupiya rupe रुपये रुपए रुपया रूपये रूपए रुपयों ₨', 'INR'],
  ['$ usd dollar dollars buck bucks डॉलर dollor', 'USD'],
  ['€ eur euro euros यूरो', 'EUR'],
  ['£ gbp pound pounds quid पाउंड', 'GBP'],
  ['¥ jpy yen येन', 'JPY'],
  ['aed dirham dirhams दिरहम', 'AED'],
  ['sgd', 'SGD'],
  ['aud', 'AUD'],
  ['cad', 'CAD'],
  ['sar riyal riyals', 'SAR'],
]);
const hundredths = new Lexicon<string>([
  ['paise paisa paisas पैसे पैसा', 'INR'],
  ['cent cents', 'USD'],
  ['pence', 'GBP'],
]);

/** A sum of money: ₹500, Rs. 1,200.50, 5 lakh rupees, 10 rupees 50 paise, 500/-; the amount is in whole units of the currency. */
export function readCurrency(scene: Scene, at: number): Reading | undefined {
  const sum = readMarkedSum(scene, at) ?? readCountedSum(scene, at);
  if (sum === undefined) return undefined;
  return { next: sum.next, value: `${presentNumber(sum.amount)} ${sum.currency}`, data: { amount: sum.amount, currency: sum.currency } };
}

/** ₹2.5L, $3M: letters that are scales after a sum alone. */
const shortScales = new Lexicon<number>([
  ['l', 1e5],
  ['m', 1e6],
  ['b', 1e9],
]);

type Sum = { amount: number; currency: string; next: number };

function readMarkedSum(scene: Scene, at: number): Sum | undefined {
  const { tokens } = scene;
  const currency = before.get(textAt(tokens, at));
  if (currency === undefined || (isGlued(tokens, at) && tokens[at - 1]?.kind === 'word')) return undefined;
  const start = textAt(tokens, at + 1) === '.' ? at + 2 : at + 1;
  const quantity = readQuantity(scene, start);
  if (quantity === undefined || quantity.value < 0) return undefined;
  // "yen" and "aed" before words are no prices.
  if (quantity.isWords && tokens[at]?.kind === 'word') return undefined;
  const shortScale = isGlued(tokens, quantity.next) ? shortScales.get(textAt(tokens, quantity.next)) : undefined;
  if (shortScale !== undefined) return { amount: round(quantity.value * shortScale), currency, next: quantity.next + 1 };
  const named = after.get(textAt(tokens, quantity.next)) === currency ? quantity.next + 1 : quantity.next;
  return { amount: quantity.value, currency, next: skipDash(scene, named) };
}

function readCountedSum(scene: Scene, at: number): Sum | undefined {
  const { tokens } = scene;
  if (isGlued(tokens, at) && /^[\p{L}\d.,/]$/u.test(textAt(tokens, at - 1).slice(-1))) return undefined;
  const quantity = readQuantity(scene, at);
  if (quantity === undefined || quantity.value < 0) return undefined;
  const small = hundredths.get(textAt(tokens, quantity.next));
  if (small !== undefined) return { amount: round(quantity.value / 100), currency: small, next: quantity.next + 1 };
  const currency = after.get(textAt(tokens, quantity.next));
  if (currency === undefined) {
    const dashed = skipDash(scene, quantity.next);
    return dashed === quantity.next ? undefined : { amount: quantity.value, currency: 'INR', next: dashed };
  }
  let next = quantity.next + 1;
  // "rs." ends with a full stop of its own when the sentence goes on.
  if (textAt(tokens, next) === '.' && isGlued(tokens, next) && textAt(tokens, quantity.next) === 'rs' && tokens[next + 1] !== undefined)
    next++;
  const joined = skipPhrase(tokens, next, ['and', 'और', 'aur']) ?? next;
  const rest = readDigits(tokens, joined) ?? readQuantity(scene, joined);
  const isRest = rest !== undefined && rest.value < 100 && hundredths.get(textAt(tokens, rest.next)) === currency;
  if (isRest) return { amount: round(quantity.value + rest.value / 100), currency, next: rest.next + 1 };
  return { amount: quantity.value, currency, next };
}

/** "/-" after a sum of rupees. */
function skipDash({ tokens }: Scene, at: number): number {
  return textAt(tokens, at) === '/' && textAt(tokens, at + 1) === '-' && isGlued(tokens, at) && isGlued(tokens, at + 1) ? at + 2 : at;
}
