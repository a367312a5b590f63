import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { uploadLimitBytes } from '@parley/contract';
import type { KeptFile, MailboxMail } from '@parley/vendors';
import type { FetchMessageObject, ImapFlow } from 'imapflow';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findTaken } from '../../channel/door.ts';
import { storeCustomerFile } from '../../file/door.ts';
import { mailLimits, type ParsedMail } from './mail.limits.ts';
import { bracketed, keyOf, toMailboxMail, unreadableMail } from './mail.shape.ts';
import { readMails } from './mail.task.ts';

/** Mails up to this size are fetched together, larger ones each by itself and in pieces. */
const smallBytes = 512 * 1024;
const atOnceBytes = 8 * 1024 ** 2;

export type Taken = { uid: number; key: Buffer; mail: MailboxMail };
/** @property within fails where the server says nothing for too long, or takes too long in all */
export type BatchOf = {
  ctx: EnterpriseContext;
  client: ImapFlow;
  channelId: string;
  own: readonly string[];
  servers: readonly string[];
  within: <T>(work: Promise<T>) => Promise<T>;
};
type Head = { uid: number; size: number; messageId: string; at: Date; from: { name: string; address: string }; subject: string };

/** Words that the database takes. */
const plain = (words: string): string => words.replaceAll('\0', '').toWellFormed();

const headOf = ({ uid, size = 0, envelope, internalDate }: FetchMessageObject): Head => ({
  uid,
  size,
  messageId: bracketed(envelope?.messageId ?? ''),
  at: new Date(internalDate ?? envelope?.date ?? 0),
  from: { name: plain(envelope?.from?.[0]?.name ?? ''), address: plain(envelope?.from?.[0]?.address ?? '') },
  subject: plain(envelope?.subject ?? ''),
});

async function fetchHeads({ client, within }: BatchOf, uids: readonly number[]): Promise<Head[]> {
  const query = { uid: true, size: true, envelope: true, internalDate: true } as const;
  const found = await within(client.fetchAll(uids.join(','), query, { uid: true }));
  return found.map(headOf).toSorted((one, other) => one.uid - other.uid);
}

/** Writes the raw mails into files. @returns paths by number; a mail that has gone meanwhile has none */
async function fetchBodies(by: BatchOf, heads: readonly Head[]): Promise<Map<number, string>> {
  const paths = new Map<number, string>();
  try {
    await fetchInto(by, heads, paths);
    return paths;
  } catch (error) {
    await remove(paths.values());
    throw error;
  }
}

async function fetchInto({ client, within, ctx }: BatchOf, heads: readonly Head[], paths: Map<number, string>): Promise<void> {
  const place = async (uid: number) => {
    const path = await ctx.files.place();
    paths.set(uid, path);
    return path;
  };
  let together: Head[] = [];
  const flush = async () => {
    const uids = together.map(({ uid }) => uid);
    together = [];
    if (uids.length === 0) return;
    for (const { uid, source } of await within(client.fetchAll(uids.join(','), { uid: true, source: true }, { uid: true })))
      if (source) await writeFile(await place(uid), source, { mode: 0o600 });
  };
  for (const head of heads) {
    if (head.size > mailLimits.bytes) continue;
    if (head.size > smallBytes) {
      const { content } = await within(client.download(String(head.uid), undefined, { uid: true, maxBytes: mailLimits.bytes }));
      if (content) await within(pipeline(content, createWriteStream(await place(head.uid), { mode: 0o600 })));
      continue;
    }
    together.push(head);
    if (together.reduce((sum, { size }) => sum + size, 0) > atOnceBytes) await flush();
  }
  await flush();
}

type Parsed = { mail: ParsedMail } | { refused: string };

/** Tells whether an error is about what was to be read. A full queue, or a part of the program that is away, is no property of a mail. */
const isOfContent = (error: unknown): error is DomainError =>
  error instanceof DomainError && error.httpStatus < 500 && error.httpStatus !== 429;

/** Reads mails together; where one cannot be read or costs too much, each by itself, so that it alone could not be read. */
async function parse(ctx: EnterpriseContext, paths: readonly string[]): Promise<Parsed[]> {
  const read: Parsed[] = [];
  try {
    for await (const one of ctx.confined.stream(readMails, { paths })) read.push(one);
  } catch (error) {
    if (!isOfContent(error)) throw error;
    const rest = paths.slice(read.length);
    if (paths.length === 1) return [{ refused: error.message }];
    for (const path of rest) read.push(...(await parse(ctx, [path])));
  }
  return read;
}

/** Keeps a file as what its content is. */
async function keep(ctx: EnterpriseContext, path: string, name: string): Promise<KeptFile | { lost: string }> {
  try {
    return await storeCustomerFile(ctx, { file: createReadStream(path), filename: name });
  } catch (error) {
    if (isOfContent(error)) return { lost: error.message };
    throw error;
  }
}

async function toTaken({ ctx, own, servers }: BatchOf, head: Head, path: string | undefined, read: Parsed): Promise<MailboxMail> {
  const id = head.messageId || `<${keyOf('', `${head.uid} ${head.subject} ${head.at.toISOString()}`).toString('hex')}@no-id>`;
  const place = { id, at: head.at, own, servers };
  if ('mail' in read) {
    const kept = [];
    for (const file of read.mail.files) kept.push(await keep(ctx, file.path, file.name));
    return toMailboxMail(read.mail, place, kept);
  }
  const isSmall = path !== undefined && (await stat(path)).size <= uploadLimitBytes;
  const file = isSmall ? await keep(ctx, path, 'mail.eml') : undefined;
  return unreadableMail({ ...place, ...head, id, reason: read.refused, file: file && 'id' in file ? file : undefined });
}

/**
 * Looks what mails are, by their numbers.
 * @param before keys of mails that are being taken, as hexadecimal text
 * @returns those that were not taken before, in the order of their numbers
 */
async function findNew(by: BatchOf, uids: readonly number[], before: ReadonlySet<string>): Promise<Head[]> {
  const { ctx, channelId } = by;
  const heads = await fetchHeads(by, uids);
  const keyed = heads.filter(({ messageId }) => messageId !== '').map(({ messageId }) => keyOf(messageId, ''));
  const known = await ctx.read((tx) => findTaken(tx, ctx.enterpriseId, channelId, keyed));
  return heads.filter(({ messageId }) => {
    const key = messageId === '' ? '' : keyOf(messageId, '').toString('hex');
    return key === '' || !(known.has(key) || before.has(key));
  });
}

/** Mails that lie here and are not read yet. @property refused why a mail that fails again and again is not fetched; '' otherwise */
export type Fetched = { heads: Head[]; paths: Map<number, string>; refused: string };

/**
 * Fetches mails into files, which `readBatch` or `dropBatch` removes.
 * @param refused a mail is not asked for: its message says why
 */
export async function fetchBatch(by: BatchOf, uids: readonly number[], before: ReadonlySet<string>, refused: string): Promise<Fetched> {
  const heads = await findNew(by, uids, before);
  return { heads, paths: refused === '' ? await fetchBodies(by, heads) : new Map(), refused };
}

export const keysOf = ({ heads }: Fetched): Set<string> =>
  new Set(heads.filter(({ messageId }) => messageId !== '').map(({ messageId }) => keyOf(messageId, '').toString('hex')));

const remove = (paths: Iterable<string>) => Promise.all([...paths].map((path) => rm(path, { force: true })));
/** Removes mails that nobody reads any longer. */
export const dropBatch = async ({ paths }: Fetched): Promise<void> => void (await remove(paths.values()));

const toRow = (head: Head, mail: MailboxMail): Taken => ({
  uid: head.uid,
  key: head.messageId === '' ? keyOf('', contentOf(mail)) : keyOf(head.messageId, ''),
  mail,
});

/** Reads mails that were fetched. @returns what becomes raw events; a mail that has gone meanwhile is left out */
export async function readBatch(by: BatchOf, { heads, paths, refused }: Fetched): Promise<Taken[]> {
  const { ctx } = by;
  const all = [...paths.values()];
  const made: string[] = [];
  try {
    const read = await parse(ctx, all);
    for (const one of read) if ('mail' in one) made.push(...one.mail.files.map(({ path }) => path));
    const byPath = new Map(all.map((path, place) => [path, read[place] as Parsed]));
    const taken: Taken[] = [];
    for (const head of heads) {
      const path = paths.get(head.uid);
      const isTooLarge = head.size > mailLimits.bytes;
      if (path === undefined && !isTooLarge && refused === '') continue;
      const reason = refused || `It is larger than ${mailLimits.bytes / 1024 ** 2} MB.`;
      const mail = await toTaken(by, head, path, path === undefined ? { refused: reason } : (byPath.get(path) as Parsed));
      taken.push(toRow(head, mail));
    }
    return taken;
  } finally {
    await remove([...all, ...made]);
  }
}

/** A mail without an id is the same one where it says the same at the same time; its number and its kept files are new each time. */
const contentOf = ({ at, from, subject, text, headers }: MailboxMail): string => JSON.stringify([at, from, subject, text, headers]);
