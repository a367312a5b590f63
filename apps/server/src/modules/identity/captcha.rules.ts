import { captchaAlphabet } from './captcha.glyphs.ts';

const letterCount = 5;
const numbers = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
];
const kinds: Record<string, readonly string[]> = {
  'a colour': ['blue', 'green', 'yellow', 'purple'],
  'an animal': ['horse', 'rabbit', 'tiger', 'camel'],
  'a fruit': ['mango', 'banana', 'grape', 'cherry'],
  'a day of the week': ['Monday', 'Thursday', 'Friday', 'Sunday'],
};

export type CaptchaQuestion = { question: string; answers: string[] };
/** A whole number from 0 up to, and without, `below`. */
export type Pick = (below: number) => number;

export const makeCaptchaText = (pick: Pick): string =>
  Array.from({ length: letterCount }, () => captchaAlphabet[pick(captchaAlphabet.length)]).join('');

function makeSum(pick: Pick): CaptchaQuestion {
  const [one, other] = [1 + pick(9), 1 + pick(9)];
  const [high, low] = [Math.max(one, other), Math.min(one, other)];
  const isSum = pick(2) === 0;
  const result = isSum ? high + low : high - low;
  return {
    question: `What is ${numbers[high]} ${isSum ? 'plus' : 'minus'} ${numbers[low]}?`,
    answers: [String(result), numbers[result] ?? ''],
  };
}

function makeOddOneOut(pick: Pick): CaptchaQuestion {
  const names = Object.keys(kinds);
  const wanted = pick(names.length);
  const words = names.map((name) => kinds[name]?.[pick(4)] ?? '');
  const shift = pick(names.length);
  const shuffled = words.map((_, index) => words[(index + shift) % words.length]);
  return { question: `Which of these is ${names[wanted]}: ${shuffled.join(', ')}?`, answers: [words[wanted] ?? ''] };
}

/** A question in words for those who cannot see the picture; a number may be answered in digits or as a word. */
export const makeCaptchaQuestion = (pick: Pick): CaptchaQuestion => (pick(2) === 0 ? makeSum(pick) : makeOddOneOut(pick));

/** People write small letters and blanks; neither matters. */
export const normaliseCaptchaAnswer = (answer: string): string => answer.replace(/\s/g, '').toUpperCase();
