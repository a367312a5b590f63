import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import * as fontkit from 'fontkit';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import type { TranscriptLine } from './transcript.lines.ts';
import type { DrawnTranscript, TranscriptOrder } from './transcript.order.ts';
import { type Face, type FontName, type Fonts, type Line, type Missing, toLines } from './transcript.runs.ts';

const require = createRequire(import.meta.url);
/** Noto (OFL): Latin, Greek, Cyrillic and Devanagari in one, and emoji in one colour. */
const files: Record<FontName, string> = {
  regular: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf'),
  emoji: require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
};

/** A4. */
const [pageWidth, pageHeight] = [595.28, 841.89];
const linesAtOnce = 20;
const margin = 48;
const textWidth = pageWidth - 2 * margin;
const leading = 1.45;
/** Height of a line above the foot of its letters, which stand on one line whatever their font. */
const rise = 1.08;
/** Sizes of letters, and how far words stand from the left edge of the text. */
const sizes = { title: 17, fact: 9, said: 10, small: 8 } as const;
const indent = 12;
const ink = '#1b1f24';
const soft = '#5b6570';
const ruleColors = { customer: '#1f6f78', ours: '#9aa4af', note: '#c98a00', system: '' } as const;
const noteGround = '#fff6df';
/** A picture is as large as somebody sees it on a screen, and no higher than half a page. */
const pictureEdgePx = 1600;
const pictureHeight = 300;
const mostPixels = 50_000_000;

/** Draws a transcript into a file. The same order gives the same file. */
export default async function draw(order: TranscriptOrder): Promise<DrawnTranscript> {
  const madeAt = new Date(order.madeAt);
  const document = new PDFDocument({
    size: [pageWidth, pageHeight],
    margins: { top: margin, bottom: margin + 16, left: margin, right: margin },
    autoFirstPage: false,
    lang: 'en',
    displayTitle: true,
    info: { Title: order.title, CreationDate: madeAt, ModDate: madeAt },
  });
  const written = pipeline(document, createWriteStream(order.target, { mode: 0o600 }));
  for (const [name, file] of Object.entries(files)) document.registerFont(name, file);
  const page = createPage(document, order.title);
  page.text(order.title, { size: sizes.title, face: 'bold' });
  page.space(4);
  for (const [name, value] of order.facts) page.text(`${name}: ${value}`, { size: sizes.fact, color: soft });
  page.space(8);
  page.rule();
  for (const [place, line] of order.lines.entries()) {
    await drawLine(page, line, order.pictures);
    // Finished pages leave the memory only when this thread is idle.
    if (place % linesAtOnce === 0) await setImmediate();
  }
  if (page.missing.count > 0) {
    page.space(8);
    const glyphs = page.missing.count === 1 ? '1 character has' : `${page.missing.count} characters have`;
    page.text(`${glyphs} no glyph in the fonts of this file and stand here as [U+…], the number of the character in Unicode.`, {
      size: sizes.small,
      color: soft,
    });
  }
  document.end();
  await written;
  return { pages: page.count(), missing: page.missing.count };
}

type Style = { size: number; face?: Face; color?: string; from?: number; bar?: string; ground?: string };
type Page = ReturnType<typeof createPage>;

/** The place on the page that is drawn at next, and what moves it on. */
function createPage(document: PDFKit.PDFDocument, title: string) {
  const missing: Missing = { count: 0 };
  const known = Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, new Set((fontkit.openSync(file) as fontkit.Font).characterSet)]),
  ) as Record<FontName, Set<number>>;
  // Words come again and again; shaping one costs more than to look it up.
  const widths = new Map<string, number>();
  const mostWidths = 50_000;
  let y = margin;
  let pages = 0;

  const fontsOf = (size: number): Fonts => ({
    has: (font, codePoint) => known[font].has(codePoint),
    measure(font, text) {
      const key = `${font} ${text}`;
      let unit = widths.get(key);
      if (unit === undefined) {
        unit = document.font(font).fontSize(100).widthOfString(text) / 100;
        if (widths.size >= mostWidths) widths.clear();
        widths.set(key, unit);
      }
      return unit * size;
    },
  });

  function add(): void {
    document.addPage();
    pages += 1;
    y = margin;
    if (pages === 1) return;
    // The chat that a page belongs to, at its foot.
    put(toLines(title, 'regular', textWidth - 60, fontsOf(sizes.small), { count: 0 })[0], margin, pageHeight - margin, sizes.small, soft);
    put(
      toLines(String(pages), 'regular', 60, fontsOf(sizes.small), { count: 0 })[0],
      pageWidth - margin - 20,
      pageHeight - margin,
      sizes.small,
      soft,
    );
  }

  function put(line: Line | undefined, x: number, top: number, size: number, color: string): void {
    let left = x;
    for (const { font, text, width: wide } of line?.runs ?? []) {
      document.font(font).fontSize(size).fillColor(color);
      // Glyphs of these scripts do not stand in the order of their letters: readers that copy or search take the words from here.
      const isShaped = /[^\p{ASCII}\p{Script=Latin}]/u.test(text);
      if (isShaped) document.markContent('Span', { actual: text });
      document.text(text, left, top + size * rise, { lineBreak: false, baseline: 'alphabetic' });
      if (isShaped) document.endMarkedContent();
      left += wide;
    }
  }

  function need(height: number): void {
    if (pages === 0 || y + height > pageHeight - margin - 16) add();
  }

  return {
    missing,
    count: () => pages,
    space(height: number) {
      y += height;
    },
    rule() {
      need(6);
      document
        .moveTo(margin, y)
        .lineTo(pageWidth - margin, y)
        .lineWidth(0.5)
        .strokeColor('#d5dae0')
        .stroke();
      y += 10;
    },
    /** @returns whether so much room is left on this page, so that a heading does not stand alone */
    keep: need,
    text(text: string, { size, face = 'regular', color = ink, from = 0, bar = '', ground = '' }: Style) {
      const height = size * leading;
      for (const line of toLines(text, face, textWidth - from, fontsOf(size), missing)) {
        need(height);
        if (ground) document.rect(margin + 2, y, textWidth - 2, height + 0.5).fill(ground);
        if (bar) document.rect(margin, y, 2, height + 0.5).fill(bar);
        put(line, margin + from, y, size, color);
        y += height;
      }
    },
    picture(bytes: Buffer, pixels: { width: number; height: number }, bar: string) {
      const scale = Math.min(1, (textWidth - indent) / (pixels.width * 0.75), pictureHeight / (pixels.height * 0.75)) * 0.75;
      const [wide, high] = [pixels.width * scale, pixels.height * scale];
      need(high + 6);
      if (bar) document.rect(margin, y, 2, high + 6).fill(bar);
      document.image(bytes, margin + indent, y + 3, { width: wide, height: high });
      y += high + 6;
    },
  };
}

async function drawLine(
  page: Page,
  { kind, at, author, text, file, fileId }: TranscriptLine,
  pictures: Record<string, string>,
): Promise<void> {
  if (kind === 'system') {
    page.space(3);
    page.text(`${at}  ${text}`, { size: sizes.small, color: soft, from: indent });
    page.space(5);
    return;
  }
  const bar = ruleColors[kind];
  const style = { bar, from: indent, ...(kind === 'note' ? { ground: noteGround } : {}) };
  page.keep(sizes.said * leading * 2);
  page.text(`${kind === 'note' ? `Internal note · ${author}` : author}  ·  ${at}`, {
    size: sizes.small,
    face: 'bold',
    color: soft,
    ...style,
  });
  if (text) page.text(text, { size: sizes.said, ...style });
  const path = fileId === null ? undefined : pictures[fileId];
  const picture = path === undefined ? undefined : await readPicture(path);
  if (picture) page.picture(picture.data, picture.info, bar);
  if (file) page.text(picture ? file : `File: ${file}`, { size: sizes.small, color: soft, ...style });
  page.space(7);
}

/** A stored picture as a PDF holds it; undefined for one that cannot be read, whose name stands alone then. */
async function readPicture(path: string) {
  try {
    return await sharp(path, { limitInputPixels: mostPixels, pages: 1 })
      .autoOrient()
      .resize({ width: pictureEdgePx, height: pictureEdgePx, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
  } catch {
    return undefined;
  }
}
