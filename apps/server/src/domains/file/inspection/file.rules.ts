import { campaignDataExtensions, type MediaKind, mediaExtensions } from '@parley/contract';

export type FileKind = MediaKind | 'archive' | 'import';
/** Format of an extension: its kind, the type it is served with, and the allowed formats of its content. */
export type FileFormat = { kind: FileKind; type: string; contents: readonly string[] };

const office = 'application/vnd.openxmlformats-officedocument';
/** `contents` are the formats that the first bytes may show; none means text, which shows nothing. */
const formats: Record<string, Omit<FileFormat, 'kind'>> = {
  aac: { type: 'audio/aac', contents: ['aac'] },
  mpeg: { type: 'audio/mpeg', contents: ['mp3', 'mp2', 'mp1'] },
  m4a: { type: 'audio/mp4', contents: ['m4a', 'mp4', 'm4b'] },
  mp3: { type: 'audio/mpeg', contents: ['mp3', 'mp2', 'mp1'] },
  amr: { type: 'audio/amr', contents: ['amr'] },
  ogg: { type: 'audio/ogg', contents: ['ogg', 'oga', 'opus', 'spx'] },
  jpeg: { type: 'image/jpeg', contents: ['jpg'] },
  jpg: { type: 'image/jpeg', contents: ['jpg'] },
  png: { type: 'image/png', contents: ['png'] },
  mp4: { type: 'video/mp4', contents: ['mp4', 'm4v'] },
  pdf: { type: 'application/pdf', contents: ['pdf'] },
  doc: { type: 'application/msword', contents: ['cfb'] },
  ppt: { type: 'application/vnd.ms-powerpoint', contents: ['cfb'] },
  xls: { type: 'application/vnd.ms-excel', contents: ['cfb'] },
  docx: { type: `${office}.wordprocessingml.document`, contents: ['docx', 'zip'] },
  pptx: { type: `${office}.presentationml.presentation`, contents: ['pptx', 'zip'] },
  xlsx: { type: `${office}.spreadsheetml.sheet`, contents: ['xlsx', 'zip'] },
  csv: { type: 'text/csv', contents: [] },
  zip: { type: 'application/zip', contents: ['zip'] },
};

const kindOf = (extension: string): FileKind => {
  const kinds = Object.keys(mediaExtensions) as MediaKind[];
  return kinds.find((kind) => (mediaExtensions[kind] as readonly string[]).includes(extension)) ?? 'archive';
};

export const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * The format that a name promises (UPLOAD-009, UPLOAD-010).
 * @param purpose campaign data takes other files than media
 */
export function formatOfName(name: string, purpose: 'artifact' | 'campaign'): FileFormat | undefined {
  const extension = extensionOf(name);
  const allowed: readonly string[] = purpose === 'campaign' ? campaignDataExtensions : Object.values(mediaExtensions).flat();
  const format = allowed.includes(extension) ? formats[extension] : undefined;
  return format && { ...format, kind: kindOf(extension) };
}

export type CustomerFormat = { kind: FileKind; type: string; name: string; isUnusual: boolean };

/**
 * Formats of customers' files beside our own list, by the format of the first bytes; a name with another ending gets the first of these
 * endings.
 */
const moreContents: Record<string, { kind: FileKind; type: string; endings?: readonly string[] }> = {
  aif: { kind: 'audio', type: 'audio/aiff', endings: ['aif', 'aiff', 'aifc'] },
  ac3: { kind: 'audio', type: 'audio/ac3' },
  ape: { kind: 'audio', type: 'audio/x-ape' },
  flac: { kind: 'audio', type: 'audio/flac' },
  m4b: { kind: 'audio', type: 'audio/mp4' },
  mp1: { kind: 'audio', type: 'audio/mpeg' },
  mp2: { kind: 'audio', type: 'audio/mpeg' },
  oga: { kind: 'audio', type: 'audio/ogg' },
  opus: { kind: 'audio', type: 'audio/ogg' },
  spx: { kind: 'audio', type: 'audio/ogg' },
  qcp: { kind: 'audio', type: 'audio/qcelp' },
  voc: { kind: 'audio', type: 'audio/x-voc' },
  wav: { kind: 'audio', type: 'audio/wav' },
  wv: { kind: 'audio', type: 'audio/x-wavpack' },
  webp: { kind: 'image', type: 'image/webp' },
  gif: { kind: 'image', type: 'image/gif' },
  heic: { kind: 'document', type: 'image/heic' },
  '3g2': { kind: 'video', type: 'video/3gpp2' },
  '3gp': { kind: 'video', type: 'video/3gpp' },
  asf: { kind: 'video', type: 'video/x-ms-asf', endings: ['asf', 'wmv', 'wma'] },
  avi: { kind: 'video', type: 'video/x-msvideo' },
  f4v: { kind: 'video', type: 'video/x-f4v' },
  flv: { kind: 'video', type: 'video/x-flv' },
  m4v: { kind: 'video', type: 'video/mp4', endings: ['m4v', 'mp4'] },
  mkv: { kind: 'video', type: 'video/x-matroska' },
  mov: { kind: 'video', type: 'video/quicktime', endings: ['mov', 'qt'] },
  mpg: { kind: 'video', type: 'video/mpeg', endings: ['mpg', 'mpeg', 'vob'] },
  mts: { kind: 'video', type: 'video/mp2t', endings: ['mts', 'm2ts', 'ts'] },
  ogm: { kind: 'video', type: 'video/ogg' },
  ogv: { kind: 'video', type: 'video/ogg' },
  webm: { kind: 'video', type: 'video/webm' },
  rtf: { kind: 'document', type: 'application/rtf' },
  odt: { kind: 'document', type: 'application/vnd.oasis.opendocument.text' },
  ods: { kind: 'document', type: 'application/vnd.oasis.opendocument.spreadsheet' },
};
/** Texts that no program runs when they are opened. */
const plainTexts: readonly string[] = ['txt', 'csv', 'vcf', 'ics', 'log', 'md', 'json'];

/** Returns the format of an unknown file: it is saved, and opened by people who trust the sender. */
export const unknownFormat = (name: string, type = 'application/octet-stream'): CustomerFormat => ({
  kind: 'document',
  type,
  name,
  isUnusual: true,
});

/**
 * Returns the format in which a customer's file is served: by its content, so that no name makes a browser or a person take it for
 * something else. A name without the right ending gets it.
 * @param found what the first bytes showed.
 * @param isText that they show nothing, and no NUL is among them
 */
export function formatOfContent(name: string, found: string | undefined, isText: boolean): CustomerFormat {
  const house = formatOfName(name, 'artifact');
  if (house && isContentOf(house, found, isText)) return { kind: house.kind, type: house.type, name, isUnusual: false };
  const extension = extensionOf(name);
  if (isText) {
    if (plainTexts.includes(extension)) return { kind: 'document', type: 'text/plain', name, isUnusual: false };
    return extension === ''
      ? { kind: 'document', type: 'text/plain', name: `${name}.txt`, isUnusual: false }
      : unknownFormat(name, 'text/plain');
  }
  if (found === undefined) return unknownFormat(name);
  const more = moreContents[found];
  if (more) {
    const { kind, type, endings = [found] } = more;
    return { kind, type, name: endings.includes(extension) ? name : `${name}.${endings[0]}`, isUnusual: false };
  }
  const [ending, format] = Object.entries(formats).find(([key, one]) => key !== 'zip' && one.contents[0] === found) ?? [];
  if (ending === undefined || format === undefined || found === 'cfb' || found === 'zip') return unknownFormat(name);
  const { type } = format;
  return { kind: kindOf(ending), type, name: extension === ending ? name : `${name}.${ending}`, isUnusual: false };
}

/** Tells whether the content is what the name promises. `found` is what the first bytes showed, `isText` that there is no NUL among them. */
export function isContentOf(format: FileFormat, found: string | undefined, isText: boolean): boolean {
  return format.contents.length === 0 ? found === undefined && isText : found !== undefined && format.contents.includes(found);
}

/** The name of a part of a form as its sender's file had it: browsers write quotes and line breaks of it as %22, %0D and %0A. */
export const readPartName = (name: string): string => name.replace(/(?:%0D|%0A)+/gi, ' ').replaceAll('%22', '"');

/** A name to show and to save under: no folders, no control characters, no marks that turn the writing around. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}<>|:*?]/gu, '').trim();
  const extension = extensionOf(clean);
  return clean.length <= 200 ? clean || 'file' : `${clean.slice(0, 190)}.${extension}`;
}

/** Tells whether a browser may show the file itself; every other file is saved, since it could carry a script. */
export const isShownInline = (kind: string): boolean => kind === 'image' || kind === 'audio' || kind === 'video';

export type Range = { start: number; end: number };

/** One range of a `Range` header; several, or none that can be satisfied, are answered as the whole file. */
export function parseRange(header: string | undefined, sizeBytes: number): Range | undefined {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!parts || sizeBytes === 0) return undefined;
  const [, from = '', to = ''] = parts;
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1);
  return start <= end && start < sizeBytes ? { start, end } : undefined;
}

/** RFC 6266: a plain name for old readers, and the real one. */
export function contentDisposition(kind: string, name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '');
  const real = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${isShownInline(kind) ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${real}`;
}
