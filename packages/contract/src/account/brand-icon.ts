import type { WhiteLabel } from './app-config.ts';

/** Draws a square of the brand's colour with its first letter, as SVG. @param radius of its corners, of 32; 0: the system cuts it */
export function drawBrandIcon({ info, colors }: Pick<WhiteLabel, 'info' | 'colors'>, radius: number): string {
  const letter = ([...info.title][0] ?? '').toUpperCase().replace(/[<>&]/g, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="${colors.primary}"/><text x="16" y="22" font-family="system-ui,sans-serif" font-size="18" font-weight="700" text-anchor="middle" fill="${colors.primaryText}">${letter}</text></svg>`;
}
