import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import fc from 'fast-check';
import { test } from 'vitest';
import { brandVariables, toBrandTheme, toShades } from './brand-theme.ts';
import { contrast, fromOklch, toOklch } from './oklch.ts';

const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('a colour survives the way to OKLCH and back', () => {
  fc.assert(fc.property(colours, (hex) => contrast(fromOklch(toOklch(hex)), hex) < 1.02));
});

test('WL-006 the sixth shade is the brand colour itself', () => {
  fc.assert(fc.property(colours, (hex) => toShades(hex)[6] === hex));
});

test('links and text in the brand colour read at 4.5:1 on the light and the dark ground, whatever the brand', () => {
  fc.assert(
    fc.property(colours, (primary) => {
      const theme = mergeMantineTheme(DEFAULT_THEME, toBrandTheme({ primary }));
      const variables = brandVariables(theme);
      return (
        contrast(String(variables.light['--mantine-color-anchor']), '#ffffff') >= 4.5 &&
        contrast(String(variables.dark['--mantine-color-anchor']), '#1d2025') >= 4.5
      );
    }),
    { numRuns: 150 },
  );
});
