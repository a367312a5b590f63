import type { MoveReason, MoveSource } from '@parley/contract';
import { readCsv } from '../moving-file/csv.rows.ts';
import { type ExportEntry, ExportFault, openExport } from '../moving-file/file.entries.ts';
import { readJson } from '../moving-file/json.records.ts';
import type { Hint, ReadRecord, SourceReader } from './record.ts';
import { readChatwoot } from './source.chatwoot.ts';
import { readIntercom } from './source.intercom.ts';
import { readListmonk, readMautic } from './source.lists.ts';
import { readZendesk } from './source.zendesk.ts';
import { drop } from './values.ts';

/** @property entry of all texts of all files, in the order in which they are read; @property record of it: those before are known */
export type ReadPlace = { entry: number; record: number };
export type ReadInput =
  | { source: MoveSource; files: { path: string; name: string }[]; place: ReadPlace }
  | { source: MoveSource; page: string; hint: Hint };
/** @property place behind the group. @property warnings faults of files as a whole */
export type ReadGroup = {
  records: { ref: string; record: ReadRecord }[];
  place: ReadPlace;
  warnings: { file: string; reason: MoveReason; line: number }[];
};

const readers: Record<MoveSource, () => SourceReader> = {
  chatwoot: readChatwoot,
  intercom: readIntercom,
  zendesk: readZendesk,
  listmonk: readListmonk,
  mautic: readMautic,
};

const hints: [RegExp, Hint][] = [
  [/conversation|ticket|chat/i, 'conversation'],
  [/message|comment/i, 'messages'],
  [/agent|admin|staff|teammate/i, 'agent'],
  [/canned|macro|repl/i, 'reply'],
  [/inbox|channel/i, 'inbox'],
  [/team|group/i, 'team'],
  [/label|tag/i, 'label'],
  [/segment|list(?!monk)/i, 'list'],
  [/contact|user|people|subscriber|customer|lead/i, 'contact'],
];
/** Names of people and of places come before what refers to them. */
const order: Hint[] = ['agent', 'team', 'inbox', 'label', 'list', 'reply', 'contact', '', 'conversation', 'messages'];

/** `messages/conversation-17.json` is about messages: the folder counts before the name. */
export function hintOf(name: string): Hint {
  for (const part of name.replace(/\.\w+$/, '').split('/')) {
    const found = hints.filter(([pattern]) => pattern.test(part)).map(([, hint]) => hint);
    if (found.includes('messages')) return 'messages';
    if (found[0]) return found[0];
  }
  return '';
}

/** Records and bytes of one group: a message between processes, and one transaction. */
const groupRecords = 500;
const groupBytes = 512 * 1024;

type Line = { number: number; read: () => ReadRecord[]; size: number };

async function* linesOf(entry: ExportEntry, reader: SourceReader, hint: Hint): AsyncGenerator<Line, { isCutOff: boolean }> {
  if (/\.csv$/i.test(entry.name)) {
    const rows = readCsv(entry.open);
    for (;;) {
      const { value, done } = await rows.next();
      if (done) return value;
      const { cells, line } = value;
      yield { number: line, size: 500, read: () => (cells ? reader.csv(cells, hint) : [drop('contact', 'unreadable', '')]) };
    }
  }
  const groups = readJson(entry.open(), /\.(?:ndjson|jsonl)$/i.test(entry.name));
  for (;;) {
    const { value, done } = await groups.next();
    if (done) return value;
    for (const { number, text } of value)
      yield {
        number,
        size: text?.length ?? 0,
        read: () => (text === undefined ? [drop('file', 'too_large', '')] : readText(text, reader, hint, entry.name)),
      };
  }
}

function readText(text: string, reader: SourceReader, hint: Hint, name: string): ReadRecord[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [drop('file', 'unreadable', text)];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [drop('file', 'unknown_shape', text)];
  return reader.json(value as Record<string, unknown>, hint, name);
}

/** Reads an export, group by group, from a place on. What it says of people is remembered while it is passed, too. */
export default async function* read(input: ReadInput): AsyncGenerator<ReadGroup> {
  const reader = readers[input.source]();
  let records: ReadGroup['records'] = [];
  let warnings: ReadGroup['warnings'] = [];
  let size = 0;
  const take = (place: ReadPlace): ReadGroup => {
    const group = { records, place, warnings };
    [records, warnings, size] = [[], [], 0];
    return group;
  };
  if ('page' in input) {
    const entry: ExportEntry = {
      name: `${input.hint}.json`,
      open: async function* () {
        yield await Promise.resolve(Buffer.from(input.page));
      },
    };
    for await (const { number, read: readOne } of linesOf(entry, reader, input.hint))
      for (const record of readOne()) records.push({ ref: `${input.hint}:${number}`, record });
    yield take({ entry: 0, record: 0 });
    return;
  }
  const opened: Awaited<ReturnType<typeof openExport>>[] = [];
  for (const { path, name } of input.files)
    try {
      opened.push(await openExport(path, name));
    } catch (error) {
      if (!(error instanceof ExportFault)) throw error;
      if (input.place.entry === 0 && input.place.record === 0) warnings.push({ file: name, reason: error.reason, line: 0 });
    }
  try {
    const entries = opened
      .flatMap((each) => each.entries)
      .map((entry) => ({ entry, hint: hintOf(entry.name) }))
      .toSorted((a, b) => order.indexOf(a.hint) - order.indexOf(b.hint));
    const pictures = opened.flatMap(({ others }) => others);
    if (input.place.entry === 0 && input.place.record === 0)
      for (const name of pictures.slice(0, 1000)) records.push({ ref: name, record: drop('file', 'not_fetched', name) });
    for (const [at, { entry, hint }] of entries.entries()) {
      if (at < input.place.entry && hint !== 'agent' && hint !== 'contact') continue;
      const known = at < input.place.entry ? Number.POSITIVE_INFINITY : at === input.place.entry ? input.place.record : 0;
      let record = 0;
      let recognised = 0;
      const lines = linesOf(entry, reader, hint);
      try {
        for (;;) {
          const { value, done } = await lines.next();
          if (done) {
            if (value.isCutOff && known === 0) warnings.push({ file: entry.name, reason: 'cut_off', line: record });
            else if (value.isCutOff && record > known) warnings.push({ file: entry.name, reason: 'cut_off', line: record });
            break;
          }
          record += 1;
          if (record <= known) {
            if (hint === 'agent' || hint === 'contact') value.read();
            continue;
          }
          for (const each of value.read()) {
            records.push({ ref: `${entry.name}:${value.number}`, record: each });
            if (each.kind !== 'drop') recognised += 1;
          }
          size += value.size;
          if (records.length >= groupRecords || size >= groupBytes) yield take({ entry: at, record });
        }
      } catch (error) {
        if (!isDamage(error)) throw error;
        warnings.push({ file: entry.name, reason: 'cut_off', line: record });
      }
      if (record > 0 && recognised === 0 && known === 0) warnings.push({ file: entry.name, reason: 'unknown_shape', line: 0 });
      if (at >= input.place.entry && (records.length > 0 || warnings.length > 0)) yield take({ entry: at + 1, record: 0 });
    }
    if (records.length > 0 || warnings.length > 0) yield take({ entry: entries.length, record: 0 });
  } finally {
    for (const { close } of opened) close();
  }
}

/** A ZIP whose entry ends early, or has other bytes than it says; a CSV that is none. */
const isDamage = (error: unknown): boolean => {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return code.startsWith('Z_') || code.startsWith('CSV_') || /size|crc|inflate|unexpected end/i.test(message);
};
