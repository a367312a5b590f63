import { type BrandColors, defaultBrandColors } from '@parley/ui/theme';

const isColor = (value: unknown) => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

/** The host's colours, as the console has them; where nobody has set any, the product's own. */
export async function loadColors(): Promise<Partial<BrandColors>> {
  const { host } = location;
  try {
    const response = await fetch(`/assets/WhiteLabel/${host}/${host}.json`);
    const { colors = {} } = response.ok ? ((await response.json()) as { colors?: Record<string, unknown> }) : {};
    const known = Object.entries(colors).filter(([name, value]) => Object.hasOwn(defaultBrandColors, name) && isColor(value));
    return Object.fromEntries(known) as Partial<BrandColors>;
  } catch {
    return {};
  }
}
