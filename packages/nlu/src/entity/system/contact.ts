import type { AlignedText } from '../aligned-text.ts';

/** A span of the aligned text; one pass over blanks-parted pieces, so that time grows with length alone. */
export type Piece = { start: number; end: number; value: string; data?: Record<string, string> };

const longestPiece = 2_000;
const opening = /^[([{<"'“‘*_]+/;
const closing = /[.,;:!?'"”’>*_।]+$/;

/** Mail addresses, as RFC 5321 writes plain ones; the value is lower case. */
export function findEmails({ text }: AlignedText): Piece[] {
  return piecesOf(text).flatMap(({ start, piece }) =>
    [...piece.matchAll(/@/g)].flatMap(({ index }) => {
      let from = index;
      while (from > 0 && index - from < 64 && /[\p{L}\p{N}._%+-]/u.test(piece[from - 1] ?? '')) from--;
      while (from < index && piece[from] === '.') from++;
      let to = index + 1;
      while (to < piece.length && to - index < 255 && /[\p{L}\p{N}.-]/u.test(piece[to] ?? '')) to++;
      while (to > index && /[.-]/.test(piece[to - 1] ?? '')) to--;
      const value = piece.slice(from, to);
      return from < index && isHost(value.slice(index - from + 1)) ? [{ start: start + from, end: start + to, value }] : [];
    }),
  );
}

const topLevel = new Set(
  'com org net edu gov mil int in io co ai app dev info biz me us uk eu de fr jp au ca sg ae nl xyz online site shop store tech cloud example test blog'.split(
    ' ',
  ),
);

/** Links with a scheme, with www., or as a bare host under a well known top level; the value has a scheme and a lower-case host. */
export function findUrls({ text, original, starts, ends }: AlignedText): Piece[] {
  return piecesOf(text).flatMap(({ start: pieceStart, piece: whole }) => {
    const scheme = whole.indexOf('http');
    const hasScheme = scheme >= 0 && /^https?:\/\/[^\s]/.test(whole.slice(scheme, scheme + 9));
    const lead = hasScheme ? scheme : (opening.exec(whole)?.[0].length ?? 0);
    let piece = whole.slice(lead).replace(closing, '');
    // A closing bracket belongs to the link only when it was opened in it.
    while (/[)\]}]$/.test(piece) && !isBalanced(piece)) piece = piece.slice(0, -1).replace(closing, '');
    if (piece === '' || (!hasScheme && piece.includes('@'))) return [];
    const bare = piece.replace(/^https?:\/\//, '');
    const host = bare.split(/[/?#:]/)[0] ?? '';
    if (!(hasScheme ? isHost(host) || host === 'localhost' || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) : isBareHost(host))) return [];
    const start = pieceStart + lead;
    const end = start + piece.length;
    // Paths are told apart by case, so they are taken as written; hosts are not.
    const written = original.slice(starts[start], ends[end - 1]).replace(/[\u200b-\u200d\ufeff]/g, '');
    const afterHost = written.replace(/^https?:\/\//i, '').slice(host.length);
    return [{ start, end, value: `${hasScheme ? (/^https?:\/\//.exec(piece)?.[0] ?? '') : 'https://'}${host}${afterHost}` }];
  });
}

function isBareHost(host: string): boolean {
  if (!isHost(host)) return false;
  return host.startsWith('www.') || topLevel.has(host.split('.').at(-1) ?? '');
}

function isHost(host: string): boolean {
  const labels = host.split('.');
  return (
    labels.length >= 2 &&
    labels.every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label)) &&
    /\p{L}{2,}/u.test(labels.at(-1) ?? '')
  );
}

function isBalanced(piece: string): boolean {
  const count = (bracket: string) => piece.split(bracket).length;
  return count('(') >= count(')') && count('[') >= count(']') && count('{') >= count('}');
}

const phonePattern = /(?:\+|(?<![\p{L}\p{N}]))\(?\d[\d ().-]{6,24}/gu;

/** Phone numbers in international form (+ and 8 to 15 digits), and Indian mobiles of ten digits, with 0 or 91 before them or not; the value is E.164. */
export function findPhones({ text }: AlignedText): Piece[] {
  const found: Piece[] = [];
  for (const match of text.matchAll(phonePattern)) {
    const piece = cutPhone(match[0]);
    const end = match.index + piece.length;
    const digits = piece.replace(/\D/g, '');
    if (/^[\p{L}\p{N}]/u.test(text.slice(end, end + 1)) || /[\p{N}/,:]$/u.test(text.slice(Math.max(0, match.index - 1), match.index)))
      continue;
    const value = piece.startsWith('+') ? toInternational(digits) : toIndian(digits);
    if (value !== undefined) found.push({ start: match.index, end, value });
  }
  return found;
}

/** Leaves out what follows a number: another group that would make it too long, and what parts it from the sentence. */
function cutPhone(written: string): string {
  const trimmed = written.replace(/[ ().-]+$/, '');
  if (trimmed.startsWith('+')) return trimmed;
  const groups = [...trimmed.matchAll(/\d+/g)];
  let shown = '';
  for (const group of groups) {
    shown += group[0];
    if (toIndian(shown) !== undefined && shown.length >= 10) {
      const end = group.index + group[0].length;
      const isWhole = end === trimmed.length || !/^[.-]?\d/.test(trimmed.slice(end));
      if (isWhole && !(shown.length === 10 && shown.startsWith('91') && groups.length > 1 && trimmed.replace(/\D/g, '').length === 12))
        return trimmed.slice(0, end);
    }
  }
  return trimmed;
}

const toInternational = (digits: string) =>
  digits.length >= 8 && digits.length <= 15 && !digits.startsWith('0') ? `+${digits}` : undefined;

function toIndian(digits: string): string | undefined {
  const local = /^(?:0|91|091|0091)?([6-9]\d{9})$/.exec(digits)?.[1];
  return local === undefined ? undefined : `+91${local}`;
}

function piecesOf(text: string): { start: number; piece: string }[] {
  return [...text.matchAll(/\S+/g)].map(({ 0: piece, index }) => ({ start: index, piece: piece.slice(0, longestPiece) }));
}
