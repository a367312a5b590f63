/** Colours in OKLCH, where equal steps look equal: the one place that knows the matrices. */
export type Oklch = { l: number; c: number; h: number };

const isHex = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

export const isHexColor = (value: string) => isHex.test(value);

/** '#3b82f6' or '#38f' → lightness 0–1, chroma, hue in degrees. @throws RangeError when it is no hex colour */
export function toOklch(hex: string): Oklch {
  const [r, g, b] = toLinear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: lightness, c: Math.hypot(a, bb), h: ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360 };
}

/** The nearest sRGB colour of the same lightness and hue: chroma falls until it fits. */
export function fromOklch({ l, c, h }: Oklch): string {
  let low = 0;
  let high = c;
  if (fits(toSrgb({ l, c, h }))) low = c;
  else {
    for (let step = 0; step < 18; step += 1) {
      const middle = (low + high) / 2;
      if (fits(toSrgb({ l, c: middle, h }))) low = middle;
      else high = middle;
    }
  }
  return `#${toSrgb({ l, c: low, h })
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** WCAG relative luminance, 0 to 1. */
export function luminance(hex: string): number {
  const [r, g, b] = toLinear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast ratio, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Blends one colour over another. @param share of the upper one, 0–1 */
export function mix(upper: string, lower: string, share: number): string {
  const [over, under] = [toDigits(upper), toDigits(lower)];
  const part = (at: number) => {
    const value = Number.parseInt(over.slice(at, at + 2), 16) * share + Number.parseInt(under.slice(at, at + 2), 16) * (1 - share);
    return Math.round(value).toString(16).padStart(2, '0');
  };
  return `#${part(0)}${part(2)}${part(4)}`;
}

const toDigits = (hex: string) => (hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1));

function toLinear(hex: string): [number, number, number] {
  if (!isHexColor(hex)) throw new RangeError(`Not a hex colour: ${hex}`);
  const digits = toDigits(hex);
  const channel = (at: number) => {
    const value = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(0), channel(2), channel(4)];
}

function toSrgb({ l, c, h }: Oklch): [number, number, number] {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const gamma = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
  return [
    gamma(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    gamma(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    gamma(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ];
}

const fits = (rgb: [number, number, number]) => rgb.every((value) => value >= -0.0005 && value <= 1.0005);
