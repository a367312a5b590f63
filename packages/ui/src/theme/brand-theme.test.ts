import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import fc from 'fast-check';
import { test } from 'vitest';
import { brandVariables, toBrandTheme, toShades } from './brand-theme.ts';
import { contrast, fromOklch, mix, toOklch } from './oklch.ts';

const labels = { close: 'Close', saturation: 'Saturation', hue: 'Hue', transparency: 'Transparency', pickColour: 'Pick a colour' };
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
      const theme = mergeMantineTheme(DEFAULT_THEME, toBrandTheme({ primary }, labels));
      const variables = brandVariables(theme);
      return (
        contrast(String(variables.light['--mantine-color-anchor']), '#ffffff') >= 4.5 &&
        contrast(String(variables.dark['--mantine-color-anchor']), '#1d2025') >= 4.5
      );
    }),
    { numRuns: 150 },
  );
});

test('texts on a selected row of the dark scheme read at 4.5:1, whatever the brand', () => {
  fc.assert(
    fc.property(fc.oneof(colours, fc.constantFrom('#ffd400', '#ffff00', '#ffffff')), (primary) => {
      const { dark } = brandVariables(mergeMantineTheme(DEFAULT_THEME, toBrandTheme({ primary }, labels)));
      const share = Number(/(\d+)%/.exec(String(dark['--app-selected']))?.[1]) / 100;
      const texts = ['--mantine-color-text', '--mantine-color-dimmed', '--mantine-color-anchor'] as const;
      return ['#1d2025', '#202329'].every((ground) =>
        texts.every((text) => contrast(String(dark[text]), mix(primary, ground, share)) >= 4.5),
      );
    }),
    { numRuns: 150 },
  );
});
