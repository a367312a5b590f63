import { presentNumber, readQuantity } from './number.ts';
import type { Reading, Scene } from './scene.ts';
import { isGlued, Lexicon, skipPhrase, textAt } from './tokens.ts';

/** 15 %, ten per cent, दस प्रतिशत. */
export function readPercentage(scene: Scene, at: number): Reading | undefined {
  const quantity = readMeasured(scene, at);
  if (quantity === undefined) return undefined;
  const next = skipPhrase(scene.tokens, quantity.next, [
    '%',
    'percent',
    'per cent',
    'percentage',
    'pct',
    'प्रतिशत',
    'फीसदी',
    'pratishat',
    'feesadi',
    'fisdi',
    'परसेंट',
  ]);
  return next === undefined ? undefined : { next, value: `${presentNumber(quantity.value)}%`, data: { percent: quantity.value } };
}

const celsius = ['celsius', 'centigrade', 'c', 'सेल्सियस'];
const fahrenheit = ['fahrenheit', 'farenheit', 'f', 'फारेनहाइट'];

/** 24 degrees, 38°C, 101 F; degrees without a scale are Celsius. */
export function readTemperature(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  const quantity = readMeasured(scene, at);
  if (quantity === undefined) return undefined;
  const degrees = skipPhrase(tokens, quantity.next, ['°', 'degrees', 'degree', 'deg', 'डिग्री', 'digri']);
  const scaleAt = degrees ?? quantity.next;
  const inFahrenheit = skipPhrase(tokens, scaleAt, fahrenheit);
  const inCelsius = skipPhrase(tokens, scaleAt, celsius);
  // NFKC writes ℃ and ℉ as ° and a letter; a bare letter needs digits before it.
  if (degrees === undefined && (quantity.isWords || (inFahrenheit === undefined && inCelsius === undefined))) return undefined;
  if (degrees === undefined && isGlued(tokens, scaleAt) && /^[cf]$/.test(textAt(tokens, scaleAt)) && quantity.value > 200) return undefined;
  const unit = inFahrenheit === undefined ? 'C' : 'F';
  return {
    next: inFahrenheit ?? inCelsius ?? scaleAt,
    value: `${presentNumber(quantity.value)} °${unit}`,
    data: { amount: quantity.value, unit },
  };
}

const lengths = new Lexicon<string>([
  ['km kms kilometre kilometres kilometer kilometers किलोमीटर किमी kilomeetar', 'km'],
  ['m metre metres meter meters मीटर mtr mtrs', 'm'],
  ['cm cms centimetre centimetres centimeter centimeters सेंटीमीटर', 'cm'],
  ['mm millimetre millimetres millimeter millimeters', 'mm'],
  ['mile miles मील meel', 'mi'],
  ['foot feet ft फुट फीट', 'ft'],
  ['inch inches इंच', 'in'],
  ['yard yards yd', 'yd'],
]);

/** 5 km, ten miles, half a mile, a 55 inch TV. */
export function readDistance(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  const quantity = readMeasured(scene, at, true);
  const article =
    quantity === undefined && /^(?:a|an)$/.test(textAt(tokens, at)) && /^(?:mile|kilomet(?:re|er)|km)$/.test(textAt(tokens, at + 1));
  const count = article ? { value: 1, next: at + 1, isWords: true } : quantity;
  if (count === undefined) return undefined;
  const hyphen = textAt(tokens, count.next) === '-' && isGlued(tokens, count.next) ? count.next + 1 : count.next;
  const name = textAt(tokens, hyphen);
  const unit = lengths.get(name);
  if (unit === undefined || (name === 'm' && count.isWords) || count.value < 0) return undefined;
  return { next: hyphen + 1, value: `${presentNumber(count.value)} ${unit}`, data: { amount: count.value, unit } };
}

function readMeasured(scene: Scene, at: number, canBeHalf = false): ReturnType<typeof readQuantity> {
  const { tokens } = scene;
  if (isGlued(tokens, at) && /^[\p{L}\d.,/:]$/u.test(textAt(tokens, at - 1).slice(-1))) return undefined;
  return readQuantity(scene, at, canBeHalf);
}
