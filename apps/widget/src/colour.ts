/** Black or white, whichever reads better on the colour; the better of the two is never below 4.58 : 1. */
export function textOn(colour: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = (/^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour)?.slice(1) ?? []).map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.179 ? '#000000' : '#ffffff';
}
