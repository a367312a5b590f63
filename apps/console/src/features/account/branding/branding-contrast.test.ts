import { defaultWhiteLabel } from '@parley/contract';
import { expect, test } from 'vitest';
import { measurePairs } from './branding-contrast.ts';

test('the bundled colours read', () => {
  expect(new Set(measurePairs(defaultWhiteLabel.colors).map((pair) => pair.isReadable))).toEqual(new Set([true]));
});

test('text under 4.5 to 1 is refused, and so is what is no colour', () => {
  const pale = measurePairs({ ...defaultWhiteLabel.colors, primary: '#ffcc00', primaryText: '#ffffff', topBarText: 'red' });
  expect(pale.map((pair) => pair.isReadable)).toEqual([false, false]);
});
