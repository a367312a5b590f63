import fc from 'fast-check';
import { expect, test } from 'vitest';
import { captchaAlphabet, drawCaptcha } from './captcha.glyphs.ts';
import { makeCaptchaText, normaliseCaptchaAnswer } from './captcha.rules.ts';

/** Draws that a test can repeat: a list of numbers, again from its start when it is used up. */
const pickFrom = (numbers: readonly number[]) => {
  let at = 0;
  return (below: number) => (numbers[at++ % numbers.length] ?? 0) % below;
};
const draws = fc.array(fc.nat(1000), { minLength: 1, maxLength: 20 });

test('AUTH-052 a captcha is five letters that nobody mixes up', () => {
  fc.assert(
    fc.property(draws, (numbers) => {
      const text = makeCaptchaText(pickFrom(numbers));
      expect([...text]).toHaveLength(5);
      expect([...text].every((letter) => captchaAlphabet.includes(letter))).toBe(true);
      expect(text).not.toMatch(/[0O1IZ25S8B]/);
    }),
  );
});

test('an answer counts without regard to case and blanks', () => {
  expect(normaliseCaptchaAnswer(' aB 3d ')).toBe('AB3D');
});

test('the picture holds no text that a program could read', () => {
  const svg = drawCaptcha('AKM47', () => 0.5);
  expect(svg).not.toContain('AKM47');
  expect(svg).not.toContain('<text');
  expect(svg.match(/<polyline/g)?.length).toBeGreaterThan(5);
});
