import { campaignDataExtensions, type MediaKind, mediaExtensions } from '@parley/contract';

export type FileKind = MediaKind | 'archive' | 'import';
/** What an extension stands for: its kind, the type it is served with, and what the content must turn out to be. */
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

/** Whether the content is what the name promises. `found` is what the first bytes showed, `isText` that there is no NUL among them. */
export function isContentOf(format: FileFormat, found: string | undefined, isText: boolean): boolean {
  return format.contents.length === 0 ? found === undefined && isText : found !== undefined && format.contents.includes(found);
}

/** A name to show and to save under: no folders, no control characters, no marks that turn the writing around. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(/[\p{Cc}\p{Cf}"<>|:*?]/gu, '').trim();
  const extension = extensionOf(clean);
  return clean.length <= 200 ? clean || 'file' : `${clean.slice(0, 190)}.${extension}`;
}

/** What a browser may show by itself; everything else is saved, since it could carry a script. */
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
