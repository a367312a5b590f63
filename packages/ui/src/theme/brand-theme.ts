import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, type MantineTheme } from '@mantine/core';
import type { WhiteLabel } from '@parley/contract/account/app-config';
import { defaultWhiteLabel } from '@parley/contract/account/default-white-label';
import { contrast, fromOklch, isHexColor, mix, toOklch } from './oklch.ts';

/** Colours that a white label may change. */
export type BrandColors = WhiteLabel['colors'];

export const defaultBrandColors: BrandColors = defaultWhiteLabel.colors;

/** Meanings, drawn from colours that carry white text at 4.5:1. */
const meaningColors = {
  red: '#c92f2f',
  green: '#187f3c',
  orange: '#b4530f',
  yellow: '#8a6500',
  teal: '#0f766e',
  cyan: '#0e7490',
  blue: '#2563c9',
  grape: '#9333a8',
};

const chromaSteps = [0.1, 0.22, 0.42, 0.62, 0.8, 0.95, 1, 0.98, 0.92, 0.85];

/** Ten shades of one colour; the sixth is the colour as given, the darker ones are dark enough for text on white. */
export function toShades(hex: string): MantineColorsTuple {
  const { l, c, h } = toOklch(hex);
  const lightness = [
    0.975,
    0.945,
    0.89,
    0.82,
    0.74,
    Math.max(0.66, l + 0.05),
    l,
    Math.min(l - 0.05, 0.55),
    Math.min(l - 0.1, 0.48),
    Math.min(l - 0.15, 0.4),
  ];
  return lightness.map((step, index) =>
    index === 6 ? hex : fromOklch({ l: Math.max(0.18, Math.min(0.985, step)), c: c * (chromaSteps[index] ?? 1), h }),
  ) as unknown as MantineColorsTuple;
}

/** The kit's own labels, in the language that is shown. */
export type ThemeLabels = Record<'close' | 'saturation' | 'hue' | 'transparency' | 'pickColour', string>;

export function toBrandTheme(colors: Partial<BrandColors>, labels: ThemeLabels) {
  const primary = colors.primary && isHexColor(colors.primary) ? colors.primary : defaultBrandColors.primary;
  const shades = Object.fromEntries(Object.entries(meaningColors).map(([name, hex]) => [name, toShades(hex)]));
  return createTheme({
    primaryColor: 'brand',
    primaryShade: 6,
    autoContrast: true,
    luminanceThreshold: 0.179,
    respectReducedMotion: true,
    cursorType: 'pointer',
    defaultRadius: 'md',
    fontFamily: "'Inter Variable', ui-sans-serif, system-ui, 'Segoe UI', Roboto, sans-serif",
    fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
    fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
    lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
    radius: { xs: '3px', sm: '5px', md: '7px', lg: '11px', xl: '18px' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '28px' },
    shadows: {
      xs: '0 1px 2px rgb(16 24 40 / 6%)',
      sm: '0 1px 3px rgb(16 24 40 / 8%), 0 1px 2px rgb(16 24 40 / 5%)',
      md: '0 4px 12px rgb(16 24 40 / 9%), 0 1px 3px rgb(16 24 40 / 6%)',
      lg: '0 10px 28px rgb(16 24 40 / 12%), 0 2px 6px rgb(16 24 40 / 6%)',
      xl: '0 20px 48px rgb(16 24 40 / 18%)',
    },
    headings: {
      fontWeight: '620',
      sizes: {
        h1: { fontSize: '20px', lineHeight: '1.3' },
        h2: { fontSize: '16px', lineHeight: '1.35' },
        h3: { fontSize: '14px', lineHeight: '1.4' },
        h4: { fontSize: '13px', lineHeight: '1.4' },
      },
    },
    colors: {
      ...shades,
      brand: toShades(primary),
      gray: ['#f7f8fa', '#f1f2f5', '#e6e8ec', '#d8dbe0', '#c3c7ce', '#9ea4ad', '#7b828c', '#5b626c', '#3d434b', '#22262c'],
      dark: ['#d5d7da', '#b6b9be', '#979ba2', '#6d727a', '#4a4f57', '#363a42', '#2a2e35', '#202329', '#1a1c21', '#141619'],
    },
    // Components are named, not imported: the first page would otherwise load every component that the theme names.
    components: {
      Anchor: { defaultProps: { underline: 'always' } },
      Avatar: { defaultProps: { color: 'gray' } },
      Button: { defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 550 } } },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
      Badge: {
        defaultProps: { variant: 'light', radius: 'sm' },
        styles: { root: { textTransform: 'none', fontWeight: 550 } },
      },
      Card: { defaultProps: { withBorder: true, padding: 'md', radius: 'lg' } },
      Paper: { defaultProps: { radius: 'lg' } },
      // Each closed list would otherwise stand in the page with all of its options, drawn anew with every key that is typed.
      Combobox: { defaultProps: { keepMounted: false } },
      ColorPicker: {
        defaultProps: {
          saturationLabel: labels.saturation,
          hueLabel: labels.hue,
          alphaLabel: labels.transparency,
        },
      },
      ColorInput: { defaultProps: { eyeDropperButtonProps: { 'aria-label': labels.pickColour } } },
      Modal: {
        defaultProps: { closeButtonProps: { 'aria-label': labels.close }, centered: true, radius: 'lg' },
        styles: { title: { fontWeight: 620, fontSize: '16px' } },
      },
      Drawer: {
        defaultProps: { closeButtonProps: { 'aria-label': labels.close } },
        styles: { title: { fontWeight: 620, fontSize: '16px' } },
      },
      InputWrapper: { styles: { label: { fontWeight: 550, marginBlockEnd: 4 }, error: { marginBlockStart: 4 } } },
      // The placeholder that takes the first focus is no menu item, which readers are told to expect.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', radius: 'md', transitionProps: { duration: 120 } } },
      NumberInput: { defaultProps: { size: 'sm' } },
      PasswordInput: { defaultProps: { size: 'sm' } },
      Rating: { defaultProps: { color: '#c77d00' } },
      Select: { defaultProps: { size: 'sm', allowDeselect: false } },
      Switch: { defaultProps: { size: 'sm' } },
      Checkbox: { defaultProps: { size: 'sm' } },
      Table: { defaultProps: { fz: 'sm', verticalSpacing: 0 } },
      Tabs: { styles: { tab: { fontWeight: 550, paddingBlock: 10 } } },
      Textarea: { defaultProps: { size: 'sm' } },
      TextInput: { defaultProps: { size: 'sm' } },
      Tooltip: {
        defaultProps: { openDelay: 300, fz: 'xs', color: 'dark.8', events: { hover: true, focus: true, touch: false } },
      },
    },
  });
}

/** Shade 8 on white and shade 4 on the dark surface; a brand that is too pale or too dark for text is moved until it reads. */
function readableShade(shades: readonly string[], background: string, from: number, step: 1 | -1): string {
  for (let index = from; index >= 0 && index < shades.length; index += step) {
    const shade = shades[index];
    if (shade && contrast(shade, background) >= 4.5) return shade;
  }
  return shades.at(step === 1 ? -1 : 0) ?? '#000000';
}

const darkText = '#d5d7da';
const darkDimmed = '#a6a7ab'; // the text hardest to read on a selected row
const darkSurface = '#202329'; // the lightest of the grounds that rows lie on

/**
 * Returns the share of the brand colour, in percent, on a selected row of the dark scheme. A bright brand takes less, or its texts could
 * not be read.
 */
function selectedShare(primary: string): number {
  let share = 30;
  while (share > 4 && contrast(darkDimmed, mix(primary, darkSurface, share / 100)) < 4.5) share -= 1;
  return share;
}

const meaningNames = ['brand', ...Object.keys(meaningColors)];

/** Replaces Mantine's own values that fall short of 4.5:1. */
export const brandVariables: CSSVariablesResolver = (theme: MantineTheme) => {
  const brand = theme.colors.brand ?? toShades(defaultBrandColors.primary);
  const brandTextLight = readableShade(brand, '#f1f2f5', 6, 1);
  const primary = brand[6] ?? defaultBrandColors.primary;
  const share = selectedShare(primary);
  const brandTextDark = readableShade(brand, mix(primary, darkSurface, share / 100), 4, -1);
  const darkVariants = Object.fromEntries(
    meaningNames.flatMap((name) => {
      const shades = theme.colors[name] ?? brand;
      return [
        [`--mantine-color-${name}-light`, `color-mix(in srgb, var(--mantine-color-${name}-6) 26%, transparent)`],
        [`--mantine-color-${name}-light-hover`, `color-mix(in srgb, var(--mantine-color-${name}-6) 34%, transparent)`],
        [`--mantine-color-${name}-light-color`, shades[1] ?? '#ffffff'],
        [`--mantine-color-${name}-text`, readableShade(shades, '#2a2e35', 4, -1)],
        [`--mantine-color-${name}-outline`, readableShade(shades, '#2a2e35', 4, -1)],
      ];
    }),
  );
  const lightVariants = Object.fromEntries(
    meaningNames.flatMap((name) => {
      const shades = theme.colors[name] ?? brand;
      return [
        [`--mantine-color-${name}-light`, shades[1] ?? '#ffffff'],
        [`--mantine-color-${name}-light-hover`, shades[2] ?? '#ffffff'],
        [`--mantine-color-${name}-light-color`, readableShade(shades, shades[2] ?? '#ffffff', 8, 1)],
        [`--mantine-color-${name}-text`, readableShade(shades, '#f1f2f5', 6, 1)],
        [`--mantine-color-${name}-outline`, readableShade(shades, '#f1f2f5', 7, 1)],
      ];
    }),
  );
  return {
    variables: {},
    light: {
      ...lightVariants,
      '--mantine-color-text': '#1b1f26',
      '--mantine-color-dimmed': '#5c636a',
      '--mantine-color-placeholder': '#6c737b',
      '--mantine-color-anchor': brandTextLight,
      '--mantine-color-error': theme.colors.red?.[7] ?? '#b02525',
      '--mantine-color-default-border': '#d8dbe0',
      '--app-canvas': '#f7f8fa',
      '--app-surface': '#ffffff',
      '--app-sunken': '#f1f2f5',
      '--app-line': '#e6e8ec',
      '--app-line-strong': '#d8dbe0',
      '--app-hover': 'rgb(22 28 45 / 4.5%)',
      '--app-selected': 'color-mix(in srgb, var(--mantine-color-brand-6) 9%, transparent)',
      '--app-focus': brandTextLight,
      '--app-danger': '#b42318',
      '--app-warning': '#8a4b00',
      // Notes that never leave the enterprise
      '--app-note': '#fff4d1',
      '--app-note-line': '#c98f00',
      '--app-note-soft': '#6b5300',
    },
    dark: {
      ...darkVariants,
      '--mantine-color-text': darkText,
      '--mantine-color-dimmed': darkDimmed,
      '--mantine-color-placeholder': '#989ca1',
      '--mantine-color-anchor': brandTextDark,
      '--mantine-color-error': theme.colors.red?.[3] ?? '#ff9b93',
      '--mantine-color-body': '#1a1c21',
      '--mantine-color-default': '#202329',
      '--mantine-color-default-hover': '#2a2e35',
      '--mantine-color-default-border': '#3d4149',
      '--app-canvas': '#16181d',
      '--app-surface': '#1d2025',
      '--app-sunken': '#16181d',
      '--app-line': '#2b2f36',
      '--app-line-strong': '#3a3f47',
      '--app-hover': 'rgb(255 255 255 / 5%)',
      '--app-selected': `color-mix(in srgb, var(--mantine-color-brand-6) ${share}%, transparent)`,
      '--app-focus': brandTextDark,
      '--app-danger': '#ff9d92',
      '--app-warning': '#f0b15a',
      '--app-note': '#332b12',
      '--app-note-line': '#b98f1e',
      '--app-note-soft': '#e2cf94',
    },
  };
};
