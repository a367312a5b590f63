import {
  type FaultWords,
  faultWords,
  messageLimit,
  type quickReplyFileColumns,
  quickReplyLinesMax,
  shortcutPattern,
} from '@parley/contract';
import { CsvError, parse } from 'csv-parse/sync';
import { foldKey } from './quick-reply.rules.ts';
import { faultOfText } from './quick-reply.text.ts';

export type LineFault = FaultWords & { line: number };
export type FileReply = { line: number; shortcut: string; deptId: string | null; textEn: string; textHi: string };
export type QuickReplyFile = { replies: FileReply[]; faults: LineFault[] };

const languages: Readonly<Record<string, 'textEn' | 'textHi'>> = {
  '': 'textEn',
  en: 'textEn',
  english: 'textEn',
  hi: 'textHi',
  hindi: 'textHi',
  हिन्दी: 'textHi',
  हिंदी: 'textHi',
};
const mandatory: readonly string[] = ['shortcut', 'text'];

type Line = { record: string[]; info: { lines: number } };
type Read = { shortcut: string; language: 'textEn' | 'textHi'; text: string; deptId: string | null };

/** @param departments ids by folded name, of those that the caller may change @param usual of a line that names no department */
type Choices = { departments: ReadonlyMap<string, string>; usual: string | null };

function readLine(cells: Readonly<Record<string, string>>, { departments, usual }: Choices): { read: Read; faults: FaultWords[] } {
  const cell = (column: (typeof quickReplyFileColumns)[number]) => (cells[column] ?? '').trim();
  const [shortcut, text, department] = [cell('shortcut').replace(/^\//, ''), cell('text'), cell('department')];
  const language = languages[cell('language').toLowerCase()];
  const deptId = department === '' ? usual : departments.get(foldKey(department));
  const faults: FaultWords[] = [];
  if (!shortcutPattern.test(shortcut)) faults.push(faultWords('quick_reply.shortcut'));
  if (language === undefined) faults.push(faultWords('value.choice', { choices: 'en, hi' }));
  if (text === '') faults.push(faultWords('value.required', { label: 'text' }));
  if (text.length > messageLimit) faults.push(faultWords('text.too_long', { maximum: messageLimit }));
  if (deptId === undefined) faults.push(faultWords('quick_reply.department', { value: department }));
  const wrong = faultOfText(text);
  if (wrong) faults.push(wrong);
  if (/\0/.test(text) || !text.isWellFormed()) faults.push(faultWords('row.characters'));
  return { read: { shortcut, language: language ?? 'textEn', text, deptId: deptId ?? null }, faults };
}

/** Reads quick replies from a CSV text whose first line names the columns: each faulty line is said, the others are taken. */
export function readQuickReplyFile(csv: string, choices: Choices): QuickReplyFile {
  let lines: Line[];
  try {
    lines = parse(csv, {
      bom: true,
      info: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      // One more than fits says that there are too many.
      to: quickReplyLinesMax + 2,
    }) as unknown as Line[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { replies: [], faults: [{ line: Number(error.lines) || 1, ...faultWords('row.quote') }] };
  }
  const [head, ...rows] = lines;
  const columns = (head?.record ?? []).map((name) => name.trim().toLowerCase());
  const lacking = mandatory.filter((name) => !columns.includes(name));
  if (lacking.length > 0)
    return { replies: [], faults: lacking.map((column) => ({ line: 1, ...faultWords('mapping.no_column', { column }) })) };
  if (rows.length > quickReplyLinesMax)
    return { replies: [], faults: [{ line: 1, ...faultWords('list.too_long', { maximum: quickReplyLinesMax }) }] };
  const replies = new Map<string, FileReply>();
  const faults: LineFault[] = [];
  for (const { record, info } of rows) {
    const line = info.lines;
    const { read, faults: found } =
      record.length === columns.length
        ? readLine(Object.fromEntries(columns.map((name, index) => [name, record[index] ?? ''])), choices)
        : { read: undefined, faults: [faultWords('row.cells', { count: record.length, wanted: columns.length })] };
    faults.push(...found.map((fault) => ({ ...fault, line })));
    if (!read || found.length > 0) continue;
    const { shortcut, deptId, language, text } = read;
    const key = `${deptId ?? ''} ${foldKey(shortcut)}`;
    const reply = replies.get(key) ?? { line, shortcut, deptId, textEn: '', textHi: '' };
    // Each language has a line of its own.
    if (reply[language] === '') replies.set(key, { ...reply, [language]: text });
    else faults.push({ line, ...faultWords('quick_reply.repeated') });
  }
  return { replies: [...replies.values()], faults };
}
