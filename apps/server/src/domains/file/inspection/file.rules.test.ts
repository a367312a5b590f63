import { campaignDataExtensions, mediaExtensions } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanFileName, contentDisposition, formatOfContent, formatOfName, isContentOf, parseRange, readPartName } from './file.rules.ts';

test('UPLOAD-010 exactly the listed media are allowed', () => {
  const allowed = {
    audio: ['aac', 'mpeg', 'm4a', 'mp3', 'amr', 'ogg'],
    image: ['jpeg', 'jpg', 'png'],
    video: ['mp4'],
    document: ['pdf', 'doc', 'docx', 'ppt', 'pptx', 'xls', 'xlsx', 'csv'],
  };
  expect(mediaExtensions).toEqual(allowed);
  for (const [kind, extensions] of Object.entries(allowed)) {
    for (const extension of extensions) {
      expect(formatOfName(`a.${extension}`, 'artifact')?.kind).toBe(kind);
      expect(formatOfName(`a.${extension.toUpperCase()}`, 'artifact')?.kind).toBe(kind);
    }
  }
  for (const name of ['a.svg', 'a.html', 'a.exe', 'a.zip', 'a.gif', 'a', '.png.', 'png', 'a.png.js']) {
    expect(formatOfName(name, 'artifact')).toBeUndefined();
  }
});

test('UPLOAD-009 campaign data is csv, xlsx or zip', () => {
  expect(campaignDataExtensions).toEqual(['csv', 'xlsx', 'zip']);
  for (const extension of campaignDataExtensions) expect(formatOfName(`a.${extension}`, 'campaign')).toBeDefined();
  for (const name of ['a.png', 'a.pdf', 'a.mp4']) expect(formatOfName(name, 'campaign')).toBeUndefined();
});

test('a content is what its name promises, or refused', () => {
  const png = formatOfName('a.png', 'artifact');
  const csv = formatOfName('a.csv', 'artifact');
  if (!png || !csv) throw new Error('both are allowed');
  expect(isContentOf(png, 'png', false)).toBe(true);
  expect(isContentOf(png, 'jpg', false)).toBe(false);
  expect(isContentOf(png, undefined, true)).toBe(false);
  expect(isContentOf(csv, undefined, true)).toBe(true);
  expect(isContentOf(csv, undefined, false)).toBe(false);
  expect(isContentOf(csv, 'pdf', true)).toBe(false);
});

test('a name keeps no folder, no control character and a bounded length', () => {
  expect(cleanFileName('../../etc/passwd.png')).toBe('passwd.png');
  expect(cleanFileName('C:\\fakepath\\photo.JPG')).toBe('photo.JPG');
  expect(cleanFileName('inv\u202egnp.exe')).toBe('invgnp.exe');
  expect(cleanFileName('')).toBe('file');
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), (name) => {
      const clean = cleanFileName(name);
      expect(clean).not.toMatch(/[/\\\p{Cc}<>]/u);
      expect(clean.length).toBeGreaterThan(0);
      // A header that Node accepts, for any name.
      expect(contentDisposition('document', clean)).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\x21-\x7e]*$/);
    }),
  );
});

test('a range lies within the file, or the whole file is answered', () => {
  expect(parseRange('bytes=0-', 10)).toEqual({ start: 0, end: 9 });
  expect(parseRange('bytes=2-5', 10)).toEqual({ start: 2, end: 5 });
  expect(parseRange('bytes=-3', 10)).toEqual({ start: 7, end: 9 });
  expect(parseRange('bytes=5-500', 10)).toEqual({ start: 5, end: 9 });
  for (const header of [undefined, 'bytes=-', 'bytes=20-30', 'bytes=5-2', 'bytes=0-1,4-5', 'pages=1-2', 'bytes=-0']) {
    expect(parseRange(header, 10)).toBeUndefined();
  }
  fc.assert(
    fc.property(fc.option(fc.nat(), { nil: '' }), fc.option(fc.nat(), { nil: '' }), fc.nat(1000), (from, to, size) => {
      const range = parseRange(`bytes=${from}-${to}`, size);
      if (range) expect(range.start >= 0 && range.start <= range.end && range.end < size).toBe(true);
    }),
  );
});

test('the name of a part of a form is read as its file had it', () => {
  expect(readPartName('№1 %22draft%22.pdf')).toBe('№1 "draft".pdf');
  expect(readPartName('two%0D%0Alines%0A.pdf')).toBe('two lines .pdf');
  expect(cleanFileName(readPartName('№1 %22draft%22.pdf'))).toBe('№1 "draft".pdf');
});

test('a file of a customer is served as what it is, whatever its name says', () => {
  const cases: [string, string | undefined, boolean, string, string, string, boolean][] = [
    ['voice.wav', 'wav', false, 'audio', 'audio/wav', 'voice.wav', false],
    ['voice.ogg', 'wav', false, 'audio', 'audio/wav', 'voice.ogg.wav', false],
    ['clip.wmv', 'asf', false, 'video', 'video/x-ms-asf', 'clip.wmv', false],
    ['clip', 'avi', false, 'video', 'video/x-msvideo', 'clip.avi', false],
    ['clip.ts', 'mts', false, 'video', 'video/mp2t', 'clip.ts', false],
    ['call.opus', 'opus', false, 'audio', 'audio/ogg', 'call.opus', false],
    ['image.bin', 'png', false, 'image', 'image/png', 'image.bin.png', false],
    ['sticker.webp', 'webp', false, 'image', 'image/webp', 'sticker.webp', false],
    ['bild ä.txt', undefined, true, 'document', 'text/plain', 'bild ä.txt', false],
    ['note', undefined, true, 'document', 'text/plain', 'note.txt', false],
    ['list.csv', undefined, true, 'document', 'text/csv', 'list.csv', false],
    ['bill.pdf', 'pdf', false, 'document', 'application/pdf', 'bill.pdf', false],
    ['all.zip', 'zip', false, 'document', 'application/octet-stream', 'all.zip', true],
    ['page.html', undefined, true, 'document', 'text/plain', 'page.html', true],
    ['photo.jpg', 'exe', false, 'document', 'application/octet-stream', 'photo.jpg', true],
    ['data.dat', undefined, false, 'document', 'application/octet-stream', 'data.dat', true],
  ];
  for (const [name, found, isText, kind, type, kept, isUnusual] of cases)
    expect(formatOfContent(name, found, isText)).toEqual({ kind, type, name: kept, isUnusual });
});
