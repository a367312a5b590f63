import type { MoveReason, MoveRecordKind } from '@parley/contract';
import type { MovedFile, ReadContact, ReadConversation, ReadDrop } from './record.ts';

type Values = Record<string, unknown>;

export const longestText = 20_000;
const longestName = 200;

/** Text that the database takes: no U+0000, no half of a character. */
export const clean = (value: string, longest = longestName): string =>
  (value.length > longest ? value.slice(0, longest) : value).replaceAll('\u0000', '\ufffd').toWellFormed();

export function textOf(value: unknown, longest = longestName): string {
  if (typeof value === 'string') return clean(value.trim(), longest);
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  return '';
}
export const objectOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const objectsOf = (value: unknown): Values[] => listOf(value).map(objectOf);
export const textsOf = (value: unknown): string[] =>
  [...new Set(listOf(value).map((each) => textOf(each)))].filter((each) => each !== '').slice(0, 50);

/** Instants as seconds, milliseconds or ISO. @returns milliseconds; undefined: none that a calendar knows */
export function instantOf(value: unknown): number | undefined {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && /^\d{9,13}(?:\.\d+)?$/.test(value) ? Number(value) : undefined;
  const ms =
    number === undefined
      ? typeof value === 'string'
        ? Date.parse(value.replace(' UTC', 'Z'))
        : Number.NaN
      : number > 1e11
        ? number
        : number * 1000;
  return Number.isFinite(ms) && ms > 0 && ms < 4e12 ? Math.round(ms) : undefined;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const breaks = new Set(['br', 'p', 'div', 'li', 'tr', 'h1', 'h2', 'h3', 'blockquote']);

/** The words of a page: tags go, blocks become lines, scripts and styles go whole. One walk, whatever it holds. */
export function wordsOf(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return clean(html.trim(), longestText);
  const parts: string[] = [];
  let at = 0;
  const text = html.slice(0, 10 * longestText);
  while (at < text.length) {
    const open = text.indexOf('<', at);
    parts.push(text.slice(at, open === -1 ? undefined : open));
    if (open === -1) break;
    const close = text.indexOf('>', open);
    if (close === -1) break;
    const name = /^\/?([a-z0-9]+)/i.exec(text.slice(open + 1, open + 20))?.[1]?.toLowerCase() ?? '';
    at = close + 1;
    if (name === 'script' || name === 'style') {
      const end = text.toLowerCase().indexOf(`</${name}`, at);
      at = end === -1 ? text.length : end;
    } else if (breaks.has(name)) parts.push('\n');
  }
  const words = parts.join('').replace(/&(?:#(\d{1,6})|([a-z]{2,6}));/gi, (whole, code?: string, name?: string) => {
    if (code) return Number(code) > 0 && Number(code) < 0x110000 ? String.fromCodePoint(Number(code)) : '';
    return entities[(name ?? '').toLowerCase()] ?? whole;
  });
  return clean(
    words
      .replace(/[ \t]+\n/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    longestText,
  );
}

export const drop = (of: MoveRecordKind, reason: MoveReason, value: unknown): ReadDrop => ({
  kind: 'drop',
  of,
  reason,
  sample: clean(typeof value === 'string' ? value : JSON.stringify(value), 300),
});

export const fileOf = (name: unknown, address: unknown): MovedFile => {
  const url = textOf(address, 1000);
  const last = url.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  return { name: textOf(name) || decode(last), address: url };
};
const decode = (text: string): string => {
  try {
    return clean(decodeURIComponent(text));
  } catch {
    return clean(text);
  }
};

/** Own fields of the other product, as far as they are one value each. */
export function attributesOf(...given: unknown[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of given.flatMap((each) => Object.entries(objectOf(each))).slice(0, 100)) {
    const text = textOf(value, 1000);
    if (text !== '' && name.trim() !== '') found[clean(name.trim(), 100)] = text;
  }
  return found;
}

export const contact = (given: Partial<ReadContact> & { key: string }): ReadContact => ({
  ...{ kind: 'contact', name: '', phone: '', email: '', externalId: '', labels: [], lists: [], optOuts: [], attributes: {} },
  ...given,
});

/** A conversation in the order of its messages; it lasts as long as they do. */
export function conversation(given: Partial<ReadConversation> & { key: string; startedAt: number }): ReadConversation {
  const messages = (given.messages ?? []).toSorted((a, b) => a.at - b.at);
  const { key, startedAt } = given;
  return {
    ...{
      kind: 'conversation',
      contactKey: '',
      contactName: '',
      contactAddress: '',
      inboxKey: '',
      inboxName: '',
      teamKey: '',
      teamName: '',
    },
    ...{ agents: [], labels: [], subject: '' },
    ...given,
    key,
    startedAt,
    messages,
    endedAt: Math.max(startedAt, given.endedAt ?? 0, messages.at(-1)?.at ?? 0),
  };
}

/** Remembers names by ids, up to a bound. */
export function createNames(): { set: (key: string, name: string) => void; get: (key: string) => string } {
  const names = new Map<string, string>();
  return {
    set: (key, name) => {
      if (names.size < 300_000 && name !== '') names.set(key, name);
    },
    get: (key) => names.get(key) ?? '',
  };
}
