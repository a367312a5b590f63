import {
  type BlacklistAdded,
  type BlacklistEntry,
  type BlacklistKind,
  type BlacklistSource,
  blacklistImportLimit,
  canonicalNumber,
  emailPattern,
  endpoints,
  type FieldError,
  faultWords,
  fieldError,
} from '@parley/contract';
import type { Snapshot } from '#platform/audit/record.ts';
import { changing, recordChange } from '#platform/audit/trail.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { assertMay } from '#platform/http/route.ts';
import { newId } from '#platform/ids.ts';
import { createPauses } from '#platform/pauses.ts';
import type { Ctx } from '../../../context.ts';
import { accessChannel, listChannelNames } from '../../channel/door.ts';
import { countryOf, type NumberFault, type Reading, readingOf, readNumber, seesAll, shownAddress, shownName } from '../../customer/door.ts';
import { blacklistRecord, readSnapshots } from './blacklist.record.ts';
import { type BlacklistFilter, channelTypeOf, findEntries, insertEntries, type ListedEntry, listEntries } from './blacklist.repository.ts';

const notFound = () => new DomainError('blacklist.not_found', 'There is no such entry in the blacklist.', {});
const invalid = (error: FieldError) => new DomainError('blacklist.invalid', error.message, { errors: [error] });

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
  version: row.version,
});

export function listBlacklist(ctx: Ctx, filter: BlacklistFilter & { from: number; perPage: number }) {
  const limit = filter.perPage === -1 ? 200 : filter.perPage;
  const eyes = readingOf(ctx.actor);
  // Users with masked addresses cannot find them by guessing.
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

async function getListed(ctx: Ctx, tx: Read, entryId: string): Promise<BlacklistEntry> {
  const [row] = await findEntries(tx, ctx.enterpriseId, [entryId]);
  if (!row) throw notFound();
  return present(row, readingOf(ctx.actor));
}
export const getEntry = (ctx: Ctx, entryId: string) => ctx.read((tx) => getListed(ctx, tx, entryId));

async function lockEntry(tx: Tx, enterpriseId: string, entryId: string): Promise<number> {
  const row = await tx
    .selectFrom('blacklist')
    .select('version')
    .where('enterpriseId', '=', enterpriseId)
    .where('entryId', '=', entryId)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row.version;
}

type AddressFault = 'email.not_one' | `phone.${NumberFault}`;
type Country = Awaited<ReturnType<typeof countryOf>>;
/** A number in E.164, or an e-mail address in lower case. */
function readAddress(given: string, country: Country): { address: string; fault?: AddressFault } {
  const value = given.trim();
  if (value.includes('@')) return emailPattern.test(value) ? { address: value.toLowerCase() } : { address: '', fault: 'email.not_one' };
  const { number, fault = 'invalid' } = readNumber(value, country);
  return number ? { address: number } : { address: '', fault: `phone.${fault}` };
}

type Adding = { kind: BlacklistKind; reason: string; source: BlacklistSource; channelId: string };

async function addLines(ctx: Ctx, tx: Tx, lines: readonly { line: number; value: string }[], adding: Adding) {
  const { enterpriseId, actor } = ctx;
  if (adding.channelId) await accessChannel(tx, enterpriseId, adding.channelId);
  const country = await countryOf(tx, enterpriseId, '');
  const pauses = createPauses();
  const read: { line: number; value: string; address: string; fault?: AddressFault }[] = [];
  for (const { line, value } of lines) {
    await pauses.ifDue();
    read.push({ line, value: value.slice(0, 100), ...readAddress(value, country) });
  }
  const addresses = onePerLine(read.flatMap(({ address }) => (address ? [address] : [])));
  const entries = addresses.map((address) => ({
    entryId: newId(),
    address,
    kind: adding.kind,
    reason: adding.reason.trim(),
    source: adding.source,
    channelId: adding.channelId || null,
    createdBy: actor.userId,
  }));
  const ids = await insertEntries(tx, enterpriseId, entries, ctx.now());
  const refused = read.flatMap(({ line, value, fault }) => (fault ? [{ line, value, fault }] : []));
  const invalid = refused.map(({ line, value, fault }) => {
    const { code, values, message } = faultWords(fault);
    return { line, value, code, values, reason: message };
  });
  return { ids, added: ids.length, existing: addresses.length - ids.length, invalid, firstFault: refused[0]?.fault };
}

/** The first spelling of each line. */
const onePerLine = (addresses: readonly string[]): string[] =>
  [...new Map(addresses.toReversed().map((address) => [canonicalNumber(address), address])).values()].toReversed();

async function recordAdded(ctx: Ctx, tx: Tx, ids: readonly string[]): Promise<void> {
  for (const { entryId, ...after } of await readSnapshots(tx, ctx.enterpriseId, ids))
    recordChange(ctx, tx, { record: blacklistRecord, id: entryId, action: 'create', after });
}

/** Blocks a number or an e-mail address on every channel. One that is blocked already stays so. @returns false: it is neither */
export async function blockAddress(ctx: Ctx, tx: Tx, address: string, reason: string): Promise<boolean> {
  const adding: Adding = { kind: 'blocked', reason, source: 'manual', channelId: '' };
  const { ids, added, existing } = await addLines(ctx, tx, [{ line: 1, value: address }], adding);
  await recordAdded(ctx, tx, ids);
  return added + existing > 0;
}

export function addNumbers(
  ctx: Ctx,
  numbers: readonly string[],
  adding: Adding,
): Promise<BlacklistAdded & { blacklist: BlacklistEntry[] }> {
  return ctx.transaction(async (tx) => {
    const lines = numbers.map((value, index) => ({ line: index + 1, value }));
    const { ids, firstFault = 'phone.invalid', ...counts } = await addLines(ctx, tx, lines, adding);
    if (counts.added + counts.existing === 0) throw invalid(fieldError('numbers', firstFault));
    await recordAdded(ctx, tx, ids);
    const rows = ids.length > 0 ? await findEntries(tx, ctx.enterpriseId, ids) : [];
    return { ...counts, blacklist: rows.map((row) => present(row, readingOf(ctx.actor))) };
  });
}

const shownInvalid = 200;
/** One number a line, of several columns the first; a first line without a digit or an @ is a heading. */
export function importNumbers(ctx: Ctx, text: string, adding: Adding): Promise<BlacklistAdded> {
  const lineCount = text.match(/\r\n|\r|\n/g)?.length ?? 0;
  // Empty lines are left out below, and cost the same to look at.
  if (lineCount > 5 * blacklistImportLimit) throw invalid(fieldError('text', 'blacklist.too_many', { maximum: blacklistImportLimit }));
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, value: (line.split(/[,;\t]/)[0] ?? '').trim().replace(/^["']+|["']+$/g, '') }))
    .filter(({ line, value }) => value !== '' && (line > 1 || /[\d@]/.test(value)));
  if (lines.length > blacklistImportLimit) throw invalid(fieldError('text', 'blacklist.too_many', { maximum: blacklistImportLimit }));
  return ctx.transaction(async (tx) => {
    const { ids: _ids, firstFault: _firstFault, ...counts } = await addLines(ctx, tx, lines, adding);
    const { kind, reason, source, channelId } = adding;
    recordChange(ctx, tx, {
      record: blacklistRecord,
      id: '',
      action: 'import',
      after: { kind, reason, source, channelId },
      counts: { added: counts.added, existing: counts.existing, invalid: counts.invalid.length },
    });
    return { ...counts, invalid: counts.invalid.slice(0, shownInvalid) };
  });
}

/** @throws DomainError blacklist.not_found, blacklist.exists or record.changed */
export async function updateEntry(
  ctx: Ctx,
  entryId: string,
  { version, ...change }: Adding & { version?: number | undefined },
): Promise<BlacklistEntry> {
  const { enterpriseId } = ctx;
  try {
    return await ctx.transaction(async (tx) => {
      await assertVersion(ctx, tx, blacklistRecord, { id: entryId, version: await lockEntry(tx, enterpriseId, entryId) }, version);
      if (change.channelId) await accessChannel(tx, enterpriseId, change.channelId);
      await changing(ctx, tx, blacklistRecord, entryId, 'edit', () =>
        tx
          .updateTable('blacklist')
          .set({ kind: change.kind, reason: change.reason.trim(), source: change.source, channelId: change.channelId || null })
          .where('enterpriseId', '=', enterpriseId)
          .where('entryId', '=', entryId)
          .where('removedAt', 'is', null)
          .execute(),
      );
      return getListed(ctx, tx, entryId);
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'blacklist_once') throw error;
    throw new DomainError('blacklist.exists', 'This number is on the blacklist in that way already.', {});
  }
}

/** Gives an entry former values; its number never changes. @throws DomainError as updateEntry, or 1403 */
export async function putEntryBack(ctx: Ctx, entryId: string, values: Snapshot): Promise<void> {
  assertMay(ctx.actor, endpoints.blacklist.update);
  const { kind, reason, source, channelId } = await getEntry(ctx, entryId);
  await updateEntry(ctx, entryId, { kind, reason, source, channelId, ...values });
}

/** The row stays, with who lifted it and why. */
export function removeEntry(ctx: Ctx, entryId: string, reason: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const remove = () =>
      tx
        .updateTable('blacklist')
        .set({ removedAt: ctx.now(), removedBy: ctx.actor.userId, removedReason: reason.trim() })
        .where('enterpriseId', '=', ctx.enterpriseId)
        .where('entryId', '=', entryId)
        .where('removedAt', 'is', null)
        .executeTakeFirst();
    const { numUpdatedRows } = await changing(ctx, tx, blacklistRecord, entryId, 'delete', remove, { reason: reason.trim() });
    if (Number(numUpdatedRows) === 0) throw notFound();
  });
}
