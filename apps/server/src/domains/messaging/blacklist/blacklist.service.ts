import { randomUUIDv7 } from 'node:crypto';
import {
  type BlacklistAdded,
  type BlacklistEntry,
  type BlacklistKind,
  type BlacklistSource,
  blacklistImportLimit,
  customerTexts,
  emailPattern,
} from '@parley/contract';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { createPauses } from '#platform/pauses.ts';
import type { Ctx } from '../../../context.ts';
import { accessChannel, listChannelNames } from '../../channel/door.ts';
import { countryOf, type Reading, readingOf, readNumber, seesAll, shownAddress, shownName } from '../../customer/door.ts';
import { type BlacklistFilter, channelTypeOf, findEntries, insertEntries, type ListedEntry, listEntries } from './blacklist.repository.ts';

const notFound = () => new DomainError('blacklist.not_found', 'No such entry of the blacklist.', {});
const invalid = (field: string, message: string) => new DomainError('blacklist.invalid', message, { errors: [{ field, message }] });

const present = (row: ListedEntry, eyes: Reading): BlacklistEntry => ({
  id: row.entryId,
  name: shownName(row.customerName ?? '', eyes),
  numbers: [shownAddress(row.address, eyes)],
  kind: row.kind,
  reason: row.reason,
  source: row.source,
  channelId: row.channelId ?? '',
  channelName: row.channelName ?? '',
  channelType: channelTypeOf(row.channelType),
  createdBy: row.userName ?? '',
  createdOn: row.createdAt.toISOString(),
});

export function listBlacklist(ctx: Ctx, filter: BlacklistFilter & { from: number; perPage: number }) {
  const limit = filter.perPage === -1 ? 200 : filter.perPage;
  const eyes = readingOf(ctx.actor);
  // Whoever may not read whole addresses does not find them by guessing either.
  const wanted = { ...filter, search: filter.search.trim(), searchesAddresses: seesAll(eyes) };
  return ctx.read(async (tx) => {
    const rows = await listEntries(tx, ctx.enterpriseId, wanted, { from: filter.from, limit: limit + 1 });
    return {
      blacklist: rows.slice(0, limit).map((row) => present(row, eyes)),
      more: rows.length > limit,
      channels: await listChannelNames(tx, ctx.enterpriseId),
    };
  });
}

async function getListed(ctx: Ctx, tx: Tx, entryId: string): Promise<BlacklistEntry> {
  const [row] = await findEntries(tx, ctx.enterpriseId, [entryId]);
  if (!row) throw notFound();
  return present(row, readingOf(ctx.actor));
}
export const getEntry = (ctx: Ctx, entryId: string) => ctx.read((tx) => getListed(ctx, tx, entryId));

type Country = Awaited<ReturnType<typeof countryOf>>;
/** A number in E.164, or an e-mail address in lower case. */
function readAddress(given: string, country: Country): { address: string; reason: string } {
  const value = given.trim();
  if (value.includes('@'))
    return emailPattern.test(value)
      ? { address: value.toLowerCase(), reason: '' }
      : { address: '', reason: 'This is not an e-mail address' };
  const { number, message } = readNumber(value, country);
  return { address: number, reason: number ? '' : message || customerTexts.numberInvalid };
}

type Adding = { kind: BlacklistKind; reason: string; source: BlacklistSource; channelId: string };

async function addLines(ctx: Ctx, tx: Tx, lines: readonly { line: number; value: string }[], adding: Adding) {
  const { enterpriseId, actor } = ctx;
  if (adding.channelId) await accessChannel(tx, enterpriseId, adding.channelId);
  const country = await countryOf(tx, enterpriseId, '');
  const pauses = createPauses();
  const read: { line: number; value: string; address: string; reason: string }[] = [];
  for (const { line, value } of lines) {
    await pauses.ifDue();
    read.push({ line, value: value.slice(0, 100), ...readAddress(value, country) });
  }
  const addresses = [...new Set(read.flatMap(({ address }) => (address ? [address] : [])))];
  const entries = addresses.map((address) => ({
    entryId: randomUUIDv7(),
    address,
    kind: adding.kind,
    reason: adding.reason.trim(),
    source: adding.source,
    channelId: adding.channelId || null,
    createdBy: actor.userId,
  }));
  const ids = await insertEntries(tx, enterpriseId, entries);
  const invalid = read.filter(({ address }) => address === '').map(({ line, value, reason }) => ({ line, value, reason }));
  return { ids, added: ids.length, existing: addresses.length - ids.length, invalid };
}

export function addNumbers(
  ctx: Ctx,
  numbers: readonly string[],
  adding: Adding,
): Promise<BlacklistAdded & { blacklist: BlacklistEntry[] }> {
  return ctx.transaction(async (tx) => {
    const lines = numbers.map((value, index) => ({ line: index + 1, value }));
    const { ids, ...counts } = await addLines(ctx, tx, lines, adding);
    if (counts.added + counts.existing === 0) throw invalid('numbers', counts.invalid[0]?.reason ?? customerTexts.numberInvalid);
    const rows = ids.length > 0 ? await findEntries(tx, ctx.enterpriseId, ids) : [];
    return { ...counts, blacklist: rows.map((row) => present(row, readingOf(ctx.actor))) };
  });
}

const shownInvalid = 200;
/** One number a line, of several columns the first; a first line without a digit or an @ is a heading. */
export function importNumbers(ctx: Ctx, text: string, adding: Adding): Promise<BlacklistAdded> {
  const lineCount = text.match(/\r\n|\r|\n/g)?.length ?? 0;
  // Empty lines are left out below, and cost the same to look at.
  if (lineCount > 5 * blacklistImportLimit) throw invalid('text', `At most ${blacklistImportLimit} numbers at once.`);
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, value: (line.split(/[,;\t]/)[0] ?? '').trim().replace(/^["']+|["']+$/g, '') }))
    .filter(({ line, value }) => value !== '' && (line > 1 || /[\d@]/.test(value)));
  if (lines.length > blacklistImportLimit) throw invalid('text', `At most ${blacklistImportLimit} numbers at once.`);
  return ctx.transaction(async (tx) => {
    const { ids: _ids, ...counts } = await addLines(ctx, tx, lines, adding);
    return { ...counts, invalid: counts.invalid.slice(0, shownInvalid) };
  });
}

export async function updateEntry(ctx: Ctx, entryId: string, change: Adding): Promise<BlacklistEntry> {
  const { enterpriseId } = ctx;
  try {
    return await ctx.transaction(async (tx) => {
      await getListed(ctx, tx, entryId);
      if (change.channelId) await accessChannel(tx, enterpriseId, change.channelId);
      await tx
        .updateTable('blacklist')
        .set({ kind: change.kind, reason: change.reason.trim(), source: change.source, channelId: change.channelId || null })
        .where('enterpriseId', '=', enterpriseId)
        .where('entryId', '=', entryId)
        .where('removedAt', 'is', null)
        .execute();
      return getListed(ctx, tx, entryId);
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'blacklist_once') throw error;
    throw new DomainError('blacklist.exists', 'This number is on the blacklist in that way already.', {});
  }
}

/** The row stays, with who lifted it and why. */
export function removeEntry(ctx: Ctx, entryId: string, reason: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('blacklist')
      .set({ removedAt: ctx.now(), removedBy: ctx.actor.userId, removedReason: reason.trim() })
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('entryId', '=', entryId)
      .where('removedAt', 'is', null)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) throw notFound();
  });
}
