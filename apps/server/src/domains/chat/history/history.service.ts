import {
  chatStates,
  fieldError,
  type HistoryChat,
  type HistoryFilter,
  type HistoryPage,
  historyDaysMax,
  numberSpellings,
  readChatNumber,
} from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { addDays, dayOf, daysBetween, startOfDay } from '#platform/zone/zone-days.ts';
import { assertMayUseChannel, channelsOf } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { departmentNames } from '../../account/door.ts';
import { countryOf, readingOf, readNumber } from '../../customer/door.ts';
import { viewerOf } from '../access/chat.access.ts';
import { readingScope, servedDepartments } from '../access/chat.scope.ts';
import { listMoved, type ShownMoved } from '../moved/moved.list.repository.ts';
import { movedReader, presentMoved } from '../moved/moved.service.ts';
import { presentSummary } from '../record/chat.present.ts';
import { listSummaries, type SummaryRow } from '../record/chat.summary.repository.ts';
import { listOwnChats, type SearchPlace, searchEntries } from '../search/search.repository.ts';
import { askedWords, toQuery } from '../search/search.words.ts';
import {
  type HistoryKey,
  type HistoryQuery,
  type HistorySlice,
  listCustomersByNumber,
  listFoundAbove,
  narrow,
  readSlice,
} from './history.repository.ts';

/** Time of one look; what is left then is looked through by the next one. */
const longestLookMs = 300;
/** Chats that one statement looks through. */
const firstSlice = 200;
const largestSlice = 5000;
const hitsAtOnce = 200;
const mostShown = 200;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** @property number of the message that a search has found; @property moved of a conversation of another product */
type FoundKey = HistoryKey & { number?: number; moved?: ShownMoved };
/** @property next the place behind what was found; undefined at the end. @property lookedTo where time has ended the look */
type Found = { keys: readonly FoundKey[]; next: string | undefined; lookedTo: Date | undefined };

/**
 * A page of the ended chats within the data scope, newest first, and those that the reader took part in. One statement looks through a range of
 * one index, so what it costs does not grow with the enterprise; a rare filter takes several of them, until the time of a look is over.
 * @throws DomainError filter.invalid for a number that the reader may not see, request.invalid for days, or 1403 for a key of other channels
 */
export function listHistory(ctx: Ctx, filter: HistoryFilter): Promise<HistoryPage> {
  const { enterpriseId, actor } = ctx;
  const words = toQuery(askedWords(filter.text));
  const isWordless = words === undefined && filter.text.trim() !== '';
  if (filter.channelId !== undefined || words !== undefined)
    assertMayUseChannel(actor, words === undefined ? (filter.channelId ?? '') : '');
  assertSeesNumbers(ctx, filter.phone);
  return ctx.read(async (tx) => {
    const query = await prepare(ctx, tx, filter);
    const most = filter.perPage === -1 ? mostShown : filter.perPage;
    const skipped = filter.after === undefined ? filter.from : 0;
    const isNothing = !query || isWordless;
    const own: Found =
      isNothing || filter.origin === 'moved'
        ? nothing
        : words === undefined
          ? await look(tx, query, filter.after, skipped + most)
          : await lookForWords(ctx, tx, query, words, filter.after, skipped + most);
    const others = isNothing || filter.origin === 'here' ? [] : await listOthers(ctx, tx, query, words, filter.after, skipped + most);
    const found = mergeMoved(own, others, skipped + most);
    const keys = found.keys.slice(skipped);
    const rows = await listSummaries(
      tx,
      enterpriseId,
      actor.userId,
      keys.flatMap(({ chatId, moved }) => (moved ? [] : [chatId])),
    );
    const names = rows.some(({ deptId }) => deptId !== null) ? await departmentNames(tx, enterpriseId) : new Map<string, string>();
    const chats = new Map(rows.map((row) => [row.chatId, present(ctx, row, names)]));
    return {
      chats: keys.flatMap(({ chatId }) => chats.get(chatId) ?? []),
      moved: keys.flatMap(({ moved }) => (moved ? [presentMoved(moved, readingOf(actor))] : [])),
      more: found.next !== undefined,
      next: found.next ?? null,
      lookedTo: found.lookedTo?.toISOString() ?? null,
    };
  });
}

const nothing: Found = { keys: [], next: undefined, lookedTo: undefined };

/** Conversations of other products on the page; they have no rating, no miss and no number of ours. */
function listOthers(
  ctx: Ctx,
  tx: Read,
  query: HistoryQuery,
  words: string | undefined,
  after: string | undefined,
  most: number,
): Promise<ShownMoved[]> {
  const isForeign =
    query.state !== chatStates.missed && [query.chatNo, query.missedReason, query.rating].every((value) => value === undefined);
  return isForeign ? listMoved(tx, movedReader(ctx), { ...query, words }, { before: placeOf(after), most: most + 1 }) : Promise.resolve([]);
}

const isBelow = (one: HistoryKey, other: HistoryKey): boolean =>
  one.at.getTime() < other.at.getTime() || (one.at.getTime() === other.at.getTime() && one.chatId < other.chatId);

/** Both lists are in the same order. Where time has ended the look at our chats, nothing below that place is shown yet. */
function mergeMoved(own: Found, others: readonly ShownMoved[], most: number): Found {
  if (others.length === 0) return own;
  const end = own.lookedTo && placeOf(own.next);
  const moved = others.map((row): FoundKey => ({ at: row.startedAt, chatId: row.movedId, moved: row }));
  const shown = moved.filter((key) => !end || isBelow(end, key));
  const keys = [...own.keys, ...shown].toSorted((one, other) => (isBelow(one, other) ? 1 : -1));
  const last = keys[most - 1];
  if (keys.length <= most || !last) return { ...own, keys };
  return {
    keys: keys.slice(0, most),
    next: last.number === undefined ? keyOf(last) : `${keyOf(last)}_${last.number}`,
    lookedTo: undefined,
  };
}

/** A count by such a filter would tell as much as the row. @throws DomainError filter.invalid */
function assertSeesNumbers(ctx: Ctx, phone: string): void {
  if (phone.trim() === '' || readingOf(ctx.actor).seesNumbers) return;
  const fault = fieldError('phone', 'filter.hidden');
  throw new DomainError('filter.invalid', fault.message, { errors: [fault] });
}

/** @returns undefined where no chat can have the number that is asked for */
async function prepare(ctx: Ctx, tx: Read, filter: HistoryFilter): Promise<HistoryQuery | undefined> {
  const { enterpriseId, actor } = ctx;
  const number = filter.number.trim();
  const chatNo = number === '' ? undefined : readChatNumber(number);
  if (number !== '' && chatNo === undefined) return undefined;
  return {
    enterpriseId,
    userId: actor.userId,
    scope: readingScope(actor),
    channelIds: channelsOf(actor),
    ...(await daysOf(ctx, tx, filter)),
    customerIds: await customersOf(tx, enterpriseId, filter),
    name: filter.name,
    namedNo: readChatNumber(filter.name),
    chatNo,
    state: filter.state,
    agentId: filter.agentId,
    departmentId: filter.departmentId,
    channelId: filter.channelId,
    missedReason: filter.missedReason,
    labelId: filter.labelId,
    rating: filter.rating,
  };
}

/** Days of the enterprise's zone. @throws DomainError request.invalid */
async function daysOf(ctx: Ctx, tx: Read, { fromDate, toDate }: HistoryFilter): Promise<Pick<HistoryQuery, 'from' | 'until'>> {
  if (fromDate === '' && toDate === '') return { from: undefined, until: undefined };
  const zone = await ctx.readTimeZone(tx);
  if (fromDate !== '') {
    const last = toDate || dayOf(ctx.now(), zone);
    if (toDate !== '' && fromDate > toDate) throw invalidRequest(fieldError('fromDate', 'days.backwards'));
    if (daysBetween(fromDate, last) >= historyDaysMax)
      throw invalidRequest(fieldError('fromDate', 'days.too_many', { maximum: historyDaysMax }));
  }
  return {
    from: fromDate === '' ? undefined : startOfDay(fromDate, zone),
    until: toDate === '' ? undefined : startOfDay(addDays(toDate, 1), zone),
  };
}

async function customersOf(tx: Read, enterpriseId: string, { customerId, phone }: HistoryFilter): Promise<string[] | undefined> {
  const given = phone.trim();
  if (given === '') return customerId === undefined ? undefined : [customerId];
  const number = readNumber(given, await countryOf(tx, enterpriseId, '')).number || given;
  const found = await listCustomersByNumber(tx, enterpriseId, numberSpellings(number));
  return customerId === undefined ? found : found.filter((id) => id === customerId);
}

const keyOf = ({ at, chatId }: HistoryKey) => `${at.toISOString()}_${chatId}`;

/** The place that the address names; the contract has checked it. */
function placeOf(after: string | undefined): HistoryKey | undefined {
  const [at, chatId] = after?.split('_') ?? [];
  return at && chatId ? { at: new Date(at), chatId } : undefined;
}

/** Looks on in larger and larger slices, until the page is full, nothing is left, or the time is over. */
async function look(tx: Read, query: HistoryQuery, after: string | undefined, most: number): Promise<Found> {
  const began = performance.now();
  const keys: HistoryKey[] = [];
  let before = placeOf(after);
  let size = isPlain(query) ? most + 1 : Math.max(firstSlice, most + 1);
  for (;;) {
    const slice: HistorySlice = await readSlice(tx, query, { before, most: size });
    keys.push(...slice.keys);
    const last = keys[most - 1];
    if (keys.length > most && last) return { keys: keys.slice(0, most), next: keyOf(last), lookedTo: undefined };
    if (slice.isAll || !slice.last) return { keys, next: undefined, lookedTo: undefined };
    before = slice.last;
    if (performance.now() - began > longestLookMs) return { keys, next: keyOf(before), lookedTo: before.at };
    size = Math.min(largestSlice, size * 4);
  }
}

/** Tells whether one index has all that is asked for, so that a page is a range of it. */
const isPlain = ({ name, state, missedReason, labelId, rating, channelIds, departmentId, channelId, agentId }: HistoryQuery): boolean =>
  name === '' &&
  [state, missedReason, labelId, rating].every((value) => value === undefined) &&
  channelIds.length === 0 &&
  [departmentId, channelId, agentId].filter((value) => value !== undefined).length <= 1;

/** Chats in the order of the last message with the words; each stands at that message alone. */
async function lookForWords(
  ctx: Ctx,
  tx: Read,
  query: HistoryQuery,
  words: string,
  after: string | undefined,
  most: number,
): Promise<Found> {
  const { enterpriseId, userId, scope } = query;
  const began = performance.now();
  const served = servedDepartments(ctx.actor);
  const own = scope === 'enterprise' ? [] : await listOwnChats(tx, { enterpriseId, userId, served });
  const start = searchPlaceOf(after, ctx.now());
  let before = start;
  const seen = new Set<string>();
  const keys: (HistoryKey & { number: number })[] = [];
  for (;;) {
    const found = await searchEntries(tx, { query: words, before, most: hitsAtOnce, own, scope });
    const fresh = [...new Set(found.entries.map(({ chatId }) => chatId))].filter((chatId) => !seen.has(chatId));
    const fitting = await narrow(tx, query, fresh);
    const above = after === undefined ? new Set<string>() : await listFoundAbove(tx, enterpriseId, words, [...fitting], start);
    for (const { chatId, actedOn, number } of found.entries) {
      before = { actedOn, chatId, number };
      if (seen.has(chatId)) continue;
      if (fitting.has(chatId) && !above.has(chatId)) {
        const last = keys[most - 1];
        if (last) return { keys, next: `${keyOf(last)}_${last.number}`, lookedTo: undefined };
        keys.push({ chatId, at: actedOn, number });
      }
      seen.add(chatId);
    }
    const isOver = performance.now() - began > longestLookMs;
    if (found.lookedTo) {
      // The search itself has looked for as long as it may.
      if (isOver) return { keys, next: `${found.lookedTo.toISOString()}_${lastId}_0`, lookedTo: found.lookedTo };
      before = { actedOn: found.lookedTo, chatId: lastId, number: 0 };
    } else if (found.entries.length < hitsAtOnce) return { keys, next: undefined, lookedTo: undefined };
    else if (isOver) return { keys, next: `${before.actedOn.toISOString()}_${before.chatId}_${before.number}`, lookedTo: before.actedOn };
  }
}

function searchPlaceOf(after: string | undefined, now: Date): SearchPlace {
  const [at, chatId = lastId, number = '0'] = after?.split('_') ?? [];
  return at ? { actedOn: new Date(at), chatId, number: Number(number) } : { actedOn: now, chatId: lastId, number: 2_147_483_647 };
}

function present(ctx: Ctx, row: SummaryRow, names: ReadonlyMap<string, string>): HistoryChat {
  return {
    ...presentSummary(row, viewerOf(ctx.actor), ctx.fileUrl, ctx.now()),
    departmentName: names.get(row.deptId ?? '') ?? '',
    waitSeconds: waitOf(row),
    durationSeconds: secondsBetween(row.createdAt, row.closedAt),
    removed: row.textsErasedAt ? 'texts' : row.mediaErasedAt ? 'media' : null,
  };
}

/** The wait for people: until the first pickup, or until it was missed. */
function waitOf({ createdAt, queuedAt, pickedUpAt, missedAt }: SummaryRow): number | null {
  const end = pickedUpAt ?? missedAt;
  // A chat that waits again after its pickup has the time of its last wait.
  const start = queuedAt && end && queuedAt <= end ? queuedAt : createdAt;
  return secondsBetween(start, end);
}

const secondsBetween = (from: Date, to: Date | null): number | null =>
  to && Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000));
