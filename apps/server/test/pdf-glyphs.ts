import { inflateSync } from 'node:zlib';
import * as fontkit from 'fontkit';

type Objects = Map<number, { head: string; bytes: Buffer | undefined }>;

/** Objects of a PDF that pdfkit has written, with their streams unpacked. */
function readObjects(file: Buffer): Objects {
  const text = file.toString('latin1');
  const objects: Objects = new Map();
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const body = match[2] ?? '';
    const at = body.indexOf('\nstream\n');
    const head = at < 0 ? body : body.slice(0, at);
    const packed = at < 0 ? undefined : Buffer.from(body.slice(at + 8, body.lastIndexOf('\nendstream')), 'latin1');
    objects.set(Number(match[1]), { head, bytes: packed && head.includes('/FlateDecode') ? inflateSync(packed) : packed });
  }
  return objects;
}

/**
 * Outlines of the glyphs that a PDF draws in one of its fonts, in the order in which they are drawn. An embedded font numbers its glyphs anew, so
 * outlines stand for them.
 * @param name of the font, as its file has it
 */
export function readGlyphs(file: Buffer, name: string): string[] {
  const objects = readObjects(file);
  const heads = [...objects].map(([id, { head }]) => ({ id, head }));
  const numberIn = (head: string, key: string) => Number(new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(head)?.[1]);
  const descriptor = heads.find(({ head }) => head.includes('/FontFile2') && head.includes(`+${name}`));
  const font = fontkit.create(objects.get(numberIn(descriptor?.head ?? '', 'FontFile2'))?.bytes as Buffer) as fontkit.Font;
  const type0 = heads.find(({ head }) => head.includes('/Type0') && head.includes(`+${name}`));
  const resource = heads.flatMap(({ head }) => new RegExp(`/(F\\d+) ${type0?.id} 0 R`).exec(head)?.[1] ?? [])[0];
  const drawn: string[] = [];
  for (const { head, bytes } of objects.values()) {
    if (!bytes || head.includes('/Length1') || !bytes.includes('BT')) continue;
    let current = '';
    for (const [, chosen, shown = ''] of bytes.toString('latin1').matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (chosen) current = chosen;
      else if (current === resource)
        for (const [, hex = ''] of shown.matchAll(/<([0-9a-f]+)>/gi))
          for (const code of hex.match(/.{4}/g) ?? []) drawn.push(font.getGlyph(Number.parseInt(code, 16)).path.toSVG());
    }
  }
  return drawn;
}

/** Outlines of a text's glyphs, as the font itself shapes it. */
export const shapedGlyphs = (fontFile: string, text: string): string[] =>
  (fontkit.openSync(fontFile) as fontkit.Font).layout(text).glyphs.map((glyph) => glyph.path.toSVG());
