import { expect, test } from 'vitest';
import { calibrationPrior, fitCalibration, type Observations, opennessOf, probabilityOf, shareOfTold, signalCount } from './calibration.ts';

/** Texts of which a held-out training had never seen this share of what they tell. */
const observe = (foreign: readonly number[], isInScope: readonly number[]): Observations => {
  const signals = new Float64Array(foreign.length * signalCount);
  for (const [row, share] of foreign.entries()) signals.set([1, 0, 0.5, 0.5, 0.2, 0, 0.1, share, 0.5], row * signalCount);
  return {
    signals,
    isRight: Uint8Array.from(isInScope),
    isInScope: Uint8Array.from(isInScope),
    weights: new Float64Array(foreign.length).fill(1),
    count: foreign.length,
  };
};

test('a bot is open whose own phrases are mostly names, whatever its strangers are', () => {
  expect(opennessOf(observe([0.3, 0.4, 0.9], [1, 1, 0]))).toBe(0);
  expect(opennessOf(observe([0.7, 0.6, 0.1], [1, 1, 0]))).toBe(1);
  expect(opennessOf(observe([0.54], [1]))).toBeCloseTo(0.5, 10);
  expect(opennessOf(observe([], []))).toBe(0);
});

test('unknown words count against a text in a closed bot, and not in an open one', () => {
  const confidence = (foreign: number, openness: number): number =>
    probabilityOf(Float64Array.of(1, 0, 0.5, 0.5, foreign, 0, 0.1, foreign, 0.5), 0, calibrationPrior(24, 3, openness).coefficients);
  expect(confidence(0.8, 0)).toBeLessThan(confidence(0.2, 0) / 2);
  expect(confidence(0.8, 1)).toBe(confidence(0.2, 1));
});

test('a bot without observations is calibrated as expected of its size', () => {
  const prior = calibrationPrior(24, 3, 0);
  const { coefficients, threshold } = fitCalibration(observe([], []), prior);
  expect(coefficients).toEqual(Float64Array.from(prior.coefficients, Math.fround));
  expect(threshold).toBeCloseTo(prior.threshold * prior.leniency, 6);
});

test('a text that tells nothing has no foreign share', () => {
  expect(shareOfTold(0, 0)).toBe(0);
});
