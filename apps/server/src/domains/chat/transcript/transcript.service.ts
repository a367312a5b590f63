import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  countTranscriptParts,
  showChatNumber,
  showInstant,
  type TranscriptDownload,
  transcriptPart,
  transcriptPictures,
} from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { departmentNames, readEnterpriseName } from '../../account/door.ts';
import { listFiles } from '../../file/door.ts';
import { accessChat, viewerOf } from '../access/chat.access.ts';
import { mayReadNotes, readerOf } from '../access/chat.notes.access.ts';
import { shownWords } from '../mail-thread/addresses.ts';
import { presentSummary } from '../record/chat.present.ts';
import { type ActionRow, listActions } from '../record/chat.repository.ts';
import type { SummaryRow } from '../record/chat.summary.repository.ts';
import { listSidesAfter, type SideRow } from '../side/side.repository.ts';
import { linesOf } from './transcript.lines.ts';
import { chatTranscriptRecord } from './transcript.record.ts';
import { drawTranscript } from './transcript.task.ts';
import { type Transcript, writeText } from './transcript.text.ts';

type Wanted = Pick<TranscriptDownload, 'internal' | 'part'>;
type Read = Transcript & { name: string };

/** Side lines that are read at once. */
const sidesAtOnce = 500;
const mostNotes = 2000;
/** Pictures of a file together, as they are stored. */
const mostPictureBytes = 256 * 1024 * 1024;

/** A transcript as plain text. @returns the text, and the name of its file without an ending */
export async function writeTranscript(ctx: Ctx, chatId: string, wanted: Wanted): Promise<{ name: string; text: string }> {
  const { name, ...transcript } = await ctx.transaction((tx) => read(ctx, tx, chatId, wanted, 'TXT'));
  return { name, text: writeText(transcript) };
}

/** A transcript as a PDF, drawn in a process of its own. The file goes when it is read, or the reader has gone. */
export async function openTranscriptPdf(ctx: Ctx, chatId: string, wanted: Wanted): Promise<{ name: string; stream: Readable }> {
  const { name, ...transcript } = await ctx.transaction((tx) => read(ctx, tx, chatId, wanted, 'PDF'));
  const target = await ctx.files.place();
  const borrowed = await borrowPictures(ctx, transcript);
  try {
    const pictures = Object.fromEntries(borrowed.map(({ fileId, path }) => [fileId, path]));
    await ctx.confined.run(drawTranscript, { ...transcript, target, pictures, madeAt: ctx.now().toISOString() });
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  } finally {
    await Promise.all(borrowed.map(({ release }) => release()));
  }
  const stream = createReadStream(target);
  stream.once('close', () => void rm(target, { force: true }));
  return { name, stream };
}

/** @throws DomainError chat.not_found, or request.invalid for a part that the chat does not have */
async function read(ctx: Ctx, tx: Tx, chatId: string, { internal, part }: Wanted, format: 'PDF' | 'TXT'): Promise<Read> {
  const { enterpriseId, actor } = ctx;
  const chat = await accessChat(tx, actor, chatId);
  const parts = countTranscriptParts(chat.lastNumber);
  if (part > parts) throw new DomainError('chat.no_such_part', `This chat has ${parts} parts.`, { parts });
  const rows = await listActions(tx, enterpriseId, chatId, { after: (part - 1) * transcriptPart, perPage: transcriptPart });
  const notes = internal && mayReadNotes(actor, chat) ? await readNotes(ctx, tx, chat, rows, part, parts) : [];
  const [timeZone, brand] = [await ctx.readTimeZone(tx), await readEnterpriseName(tx, enterpriseId)];
  const { customerName: name, customerId } = chat;
  recordChange(ctx, tx, {
    record: chatTranscriptRecord,
    id: chatId,
    action: 'export',
    after: { name, customerId, format, internal, part },
  });
  const shown = rows.map((row) => ({ ...row, message: shownWords(row.message, chat.channelType, viewerOf(actor)) }));
  const number = showChatNumber(chat.chatNo);
  return {
    name: `chat_${number || chatId}${parts === 1 ? '' : `_part_${part}`}${internal ? '_internal' : ''}`,
    title: number === '' ? `Chat with ${name}` : `Chat #${number} with ${name}`,
    facts: await factsOf(ctx, tx, chat, { timeZone, brand, internal, part, parts }),
    lines: linesOf(shown, notes, { timeZone, brand, isInternal: internal }),
  };
}

/** Notes of the time of a part's entries; the last part has those that were written after its end, too. */
async function readNotes(ctx: Ctx, tx: Tx, chat: SummaryRow, rows: readonly ActionRow[], part: number, parts: number): Promise<SideRow[]> {
  const reader = { ...readerOf(ctx.actor, chat), readsAll: false };
  const from = part === 1 ? 0 : (rows[0]?.actedOn.getTime() ?? 0);
  const until = part === parts ? Number.POSITIVE_INFINITY : (rows.at(-1)?.actedOn.getTime() ?? 0);
  const notes: SideRow[] = [];
  let after = 0;
  for (;;) {
    const page = await listSidesAfter(tx, ctx.enterpriseId, chat.chatId, reader, after, sidesAtOnce);
    notes.push(...page.filter(({ kind, at, text }) => kind === 'note' && text !== '' && at.getTime() >= from && at.getTime() <= until));
    const last = page.at(-1);
    if (!last || page.length < sidesAtOnce || last.at.getTime() > until || notes.length >= mostNotes) return notes.slice(0, mostNotes);
    after = last.sideNo;
  }
}

type Setting = { timeZone: string; brand: string; internal: boolean; part: number; parts: number };

async function factsOf(
  ctx: Ctx,
  tx: Tx,
  chat: SummaryRow,
  { timeZone, brand, internal, part, parts }: Setting,
): Promise<Transcript['facts']> {
  const show = (at: Date) => showInstant(at, 'instant', timeZone);
  const outer: Transcript['facts'] = [
    ['Enterprise', brand],
    ['Channel', chat.channelName],
    ['Began', show(chat.createdAt)],
    ...(chat.closedAt ? [['Ended', show(chat.closedAt)] as [string, string]] : []),
    ['Times', timeZone],
    ...(parts === 1 ? [] : [['Part', `${part} of ${parts}`] as [string, string]]),
  ];
  if (!internal) return outer;
  const { customerNumber, users, tag, labels, rating, note } = presentSummary(chat, viewerOf(ctx.actor), ctx.fileUrl, ctx.now());
  const department = chat.deptId ? ((await departmentNames(tx, ctx.enterpriseId)).get(chat.deptId) ?? '') : '';
  const inner: Transcript['facts'] = [
    ['For', 'internal use'],
    ['Number', customerNumber],
    ['Department', department],
    ['Agents', users.map((user) => user.name).join(', ')],
    ['Labels', labels.length > 0 ? labels.map((label) => label.name).join(', ') : tag],
    ['Rating', rating === null ? '' : `${rating} of 5`],
    ['Note', mayReadNotes(ctx.actor, chat) ? note : ''],
  ];
  return [...outer, ...inner.filter(([, value]) => value !== '')];
}

type Borrowed = { fileId: string; path: string; release: () => Promise<void> };

/** The first pictures, as far as they are stored still. */
async function borrowPictures(ctx: Ctx, { lines }: Transcript): Promise<Borrowed[]> {
  const ids = [...new Set(lines.flatMap(({ fileId }) => fileId ?? []))].slice(0, transcriptPictures);
  const stored = new Map((await ctx.read((tx) => listFiles(tx, ctx.enterpriseId, ids))).map((file) => [file.fileId, file]));
  const borrowed: Borrowed[] = [];
  let left = mostPictureBytes;
  for (const fileId of ids) {
    const file = stored.get(fileId);
    if (!file || file.sizeBytes > left) continue;
    // Bytes that a rule of retention has just removed are told by their name.
    const found = await ctx.files.borrow(file.sha256).catch(() => undefined);
    if (!found) continue;
    borrowed.push({ fileId, ...found });
    left -= file.sizeBytes;
  }
  return borrowed;
}
