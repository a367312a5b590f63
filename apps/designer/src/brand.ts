import { WhiteLabel } from '@parley/contract/account/app-config';
import type { BrandColors } from '@parley/ui/theme';

/** The host's colours, as the console has them; where nobody has set any, the product's own. */
export async function loadColors(): Promise<Partial<BrandColors>> {
  const { host } = location;
  try {
    const response = await fetch(`/assets/WhiteLabel/${host}/${host}.json`);
    const given = response.ok ? ((await response.json()) as { colors?: unknown }) : {};
    const read = WhiteLabel.shape.colors.partial().safeParse(given.colors ?? {});
    return read.success
      ? (Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== undefined)) as Partial<BrandColors>)
      : {};
  } catch {
    return {};
  }
}
