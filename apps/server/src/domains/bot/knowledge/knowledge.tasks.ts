import { defineConfined } from '#platform/confined/confined.task.ts';
import type { PdfPage } from '../pdf/pdf.read.ts';
import type { ReadPage } from '../website/page.read.ts';

const mega = 1024 * 1024;

export const readPdf = defineConfined<{ path: string }, PdfPage>({
  module: new URL('../pdf/pdf.read.ts', import.meta.url),
  subject: 'The document',
  lane: 'job',
  timeoutMs: 180_000, // 3,000 pages take some 40 s
  largestOutputBytes: 64 * mega,
});

export const readPage = defineConfined<{ source: string; isHtml: boolean; url: string }, ReadPage>({
  module: new URL('../website/page.read.ts', import.meta.url),
  subject: 'The page',
  lane: 'job',
  largestInputBytes: 32 * mega, // a character that JSON escapes takes six; the page itself has crawlLimits.pageBytes
  largestOutputBytes: 8 * mega,
});

/** Tells whether pages may be read, by the robots.txt of their origin. */
export const readRobotRules = defineConfined<{ text: string; address: string; urls: string[]; userAgent: string }, boolean[]>({
  module: new URL('../website/robots.read.ts', import.meta.url),
  subject: 'The website’s robots.txt',
  lane: 'job',
  timeoutMs: 10_000,
  largestInputBytes: 4 * mega,
});
