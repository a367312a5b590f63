import { createReadStream } from 'node:fs';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';

export type Picture = { format: string; widthPx: number; heightPx: number; pageCount: number };
export type Inspected = {
  /** Format of the first bytes, as file-type names it; undefined for text. */
  extension?: string;
  /** True if there is a NUL, which no text has; looked for where it is asked for. */
  hasNul: boolean;
  /** Format and size of a picture; missing where it cannot be read. */
  picture?: Picture;
};

async function hasNul(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) if (chunk.includes(0)) return true;
  return false;
}

/** Reads its head alone; the caller decides whether it has too many pixels. */
async function readPicture(path: string): Promise<Picture | undefined> {
  const found = await sharp(path, { limitInputPixels: false, pages: -1 })
    .metadata()
    .catch(() => undefined);
  if (!found) return undefined;
  return { format: found.format, widthPx: found.width, heightPx: found.pageHeight ?? found.height, pageCount: found.pages ?? 1 };
}

export default async function inspect(asked: { path: string; wantsText: boolean; wantsPicture: boolean }): Promise<Inspected> {
  const { path, wantsText, wantsPicture } = asked;
  const found = await fileTypeFromFile(path);
  const picture = wantsPicture ? await readPicture(path) : undefined;
  return {
    ...(found ? { extension: found.ext } : {}),
    hasNul: wantsText && (await hasNul(path)),
    ...(picture ? { picture } : {}),
  };
}
