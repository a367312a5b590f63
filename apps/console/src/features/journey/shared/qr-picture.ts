import { encode } from 'uqr';

/** White around the code, in modules: what readers ask for. */
const border = 4;
const pixelsAModule = 16;

const drawn = (text: string) => encode(text, { ecc: 'M', border });

/** A QR code as a picture of lines, for print in any size. */
export function qrSvg(text: string): string {
  const { data, size } = drawn(text);
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark.join('')}"/></svg>`;
}

/** The same as points. @throws TypeError where the browser cannot draw */
export async function qrPng(text: string): Promise<Blob> {
  const { data, size } = drawn(text);
  const canvas = document.createElement('canvas');
  canvas.width = size * pixelsAModule;
  canvas.height = size * pixelsAModule;
  const brush = canvas.getContext('2d');
  if (!brush) throw new TypeError('no canvas');
  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.fillStyle = '#000';
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries()) if (isDark) brush.fillRect(x * pixelsAModule, y * pixelsAModule, pixelsAModule, pixelsAModule);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new TypeError('no picture');
  return blob;
}
