import { type Audience, type AudienceBreakdown, channelTypes, type SkipReason } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Tx } from '#platform/db/database.ts';
import { createPauses } from '#platform/pauses.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { addressOf } from '../../customer/door.ts';
import { type Addressee, type AudiencePage, judge, type Way } from '../../messaging/door.ts';
import { addressReader, columnReader, findByAddress, findCustomers, toAddressee } from '../shared/recipients.ts';
import { resultIs } from './audience.results.ts';

const noId = '00000000-0000-0000-0000-000000000000';
const countedAtOnce = 1000;

export type AudiencePageRequest = { cursor: string; limit: number; channelType: number; columns: readonly string[]; country: string };
export type AudienceWay = { channelId: string; channelType: number; isMarketing: boolean; country: string };
export type AudienceRow = Addressee & { name: string };

const uuids = (ids: readonly string[]): RawBuilder<unknown> => sql`${[...ids]}::uuid[]`;

/** Who is in a part of the audience: the condition on a customer `c` of groups, labels and results of earlier iterations. */
function isIncluded({ groupIds, labelIds, results }: Audience): RawBuilder<boolean> {
  const inSets = sql<boolean>`exists (select from customer_set_members m where m.enterprise_id = c.enterprise_id and m.customer_id = c.customer_id
    and m.set_id = any(${uuids([...groupIds, ...labelIds])}))`;
  const byResults = results.map(
    ({ activityId, result }) =>
      sql<boolean>`c.customer_id in (select m.customer_id from messages m where m.enterprise_id = c.enterprise_id and m.resource_id = ${activityId}
        and m.direction = 'out' and m.customer_id is not null and ${resultIs(result)})`,
  );
  return sql<boolean>`(${sql.join([inSets, ...byResults], sql` or `)})`;
}

function isExcluded({ exclude: { groupIds, labelIds, activityIds } }: Audience): RawBuilder<boolean> {
  const inSets = sql<boolean>`exists (select from customer_set_members x where x.enterprise_id = c.enterprise_id and x.customer_id = c.customer_id
    and x.set_id = any(${uuids([...groupIds, ...labelIds])}))`;
  const reached = activityIds.map(
    (activityId) =>
      sql<boolean>`c.customer_id in (select m.customer_id from messages m where m.enterprise_id = c.enterprise_id and m.resource_id = ${activityId}
        and m.direction = 'out' and m.customer_id is not null and ${resultIs('reached')})`,
  );
  return sql<boolean>`(${sql.join([inSets, ...reached], sql` or `)})`;
}

/** Customers of any of its parts who are in no excluded one, each once, by their ids. */
async function listIds(tx: Tx, enterpriseId: string, audience: Audience, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`
    select c.customer_id from customers c
    where c.enterprise_id = ${enterpriseId} and c.deleted_at is null and c.customer_id > ${after}
      and ${isIncluded(audience)} and not ${isExcluded(audience)}
    order by c.customer_id limit ${limit}`.execute(tx);
  return rows.map(({ customerId }) => customerId);
}

async function countExcluded(tx: Tx, enterpriseId: string, audience: Audience): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from customers c
    where c.enterprise_id = ${enterpriseId} and c.deleted_at is null and ${isIncluded(audience)} and ${isExcluded(audience)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function readPeople(ctx: EnterpriseContext, tx: Tx, ids: readonly string[], { channelType, columns }: AudiencePageRequest) {
  if (ids.length === 0) return [];
  const read = await columnReader(tx, ctx.enterpriseId, columns);
  const found = new Map((await findCustomers(tx, ctx.enterpriseId, ids)).map((row) => [row.customerId, row]));
  return ids.flatMap((id): AudienceRow[] => {
    const row = found.get(id);
    if (!row) return [];
    const zone = row.profile.timeZone ?? '';
    return [{ ...toAddressee(row, channelType, read), name: row.name, ...(zone === '' ? {} : { timeZone: zone }) }];
  });
}

/** A part of an audience, in the order of the customers' ids. */
export async function readAudiencePage(
  ctx: EnterpriseContext,
  tx: Tx,
  audience: Audience,
  request: AudiencePageRequest,
): Promise<AudiencePage> {
  const ids = await listIds(tx, ctx.enterpriseId, audience, request.cursor === '' ? noId : request.cursor, request.limit);
  const people = await readPeople(ctx, tx, ids, request);
  const last = ids.at(-1);
  return { addressees: people.map(({ name: _name, ...one }) => one), next: last && ids.length === request.limit ? last : null };
}

const partOfReason: Partial<Record<SkipReason, 'invalid' | 'blocked' | 'optedOut' | 'capped'>> = {
  INVALID_NUMBER: 'invalid',
  BLOCKED: 'blocked',
  OPTED_OUT: 'optedOut',
  CAPPED: 'capped',
};

/** What the gate would say of everybody in an audience now, as far as it does not depend on the message. */
export async function countAudience(
  ctx: EnterpriseContext,
  tx: Tx,
  audience: Audience,
  { channelId, channelType, isMarketing, country }: AudienceWay,
): Promise<AudienceBreakdown> {
  const excluded = await countExcluded(tx, ctx.enterpriseId, audience);
  const counts = { total: excluded, excluded, invalid: 0, duplicates: 0, blocked: 0, optedOut: 0, capped: 0, reachable: 0 };
  const byCountry = new Map<string, number>();
  const seen = new Set<string>();
  const pauses = createPauses();
  const way: Way = {
    channel: { channelId, type: channelType, state: 'ACTIVE' },
    purpose: isMarketing ? 'marketing' : 'utility',
    template: null,
    resourceId: '',
    unique: null,
    isBlocked: null,
    isWindowClosed: false,
    quietHours: null,
  };
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await readAudiencePage(ctx, tx, audience, { cursor, limit: countedAtOnce, channelType, columns: [], country });
    counts.total += page.addressees.length;
    const fresh = page.addressees.filter(({ address }) => {
      if (address === null) return true;
      if (seen.has(address)) counts.duplicates += 1;
      return seen.size < seen.add(address).size;
    });
    const judged = await judge(
      ctx,
      tx,
      way,
      fresh.map((one) => ({ ...one, missing: [] })),
    );
    for (const { draft, reason } of judged) {
      await pauses.ifDue();
      const part = reason && partOfReason[reason];
      if (part) counts[part] += 1;
      else {
        counts.reachable += 1;
        const where = countryOfAddress(draft.address ?? '', channelType);
        byCountry.set(where, (byCountry.get(where) ?? 0) + 1);
      }
    }
    cursor = page.next;
  }
  return { ...counts, byCountry: [...byCountry].map(([name, count]) => ({ country: name, count })).sort((a, b) => b.count - a.count) };
}

const countryOfAddress = (address: string, channelType: number): string =>
  channelType === channelTypes.EMAIL ? '' : (parsePhoneNumberFromString(address)?.country ?? '');

/** The first people of an audience, or the one with a number or e-mail address; [] where nobody of it has it. */
export async function previewAudience(
  ctx: EnterpriseContext,
  tx: Tx,
  audience: Audience,
  wanted: Omit<AudiencePageRequest, 'cursor' | 'limit'> & ({ limit: number } | { number: string }),
): Promise<AudienceRow[]> {
  const { enterpriseId } = ctx;
  const request = { ...wanted, cursor: '', limit: 1 };
  if ('limit' in wanted) return readPeople(ctx, tx, await listIds(tx, enterpriseId, audience, noId, wanted.limit), request);
  const read = await addressReader(tx, enterpriseId, wanted.channelType, wanted.country);
  const { address } = read(wanted.number);
  if (address === null) return [];
  const known = (await findByAddress(tx, enterpriseId, wanted.channelType, [address])).get(address);
  if (!known || addressOf(known, wanted.channelType) !== address) return [];
  const before = await isMember(tx, enterpriseId, audience, known.customerId);
  return before ? readPeople(ctx, tx, [known.customerId], request) : [];
}

async function isMember(tx: Tx, enterpriseId: string, audience: Audience, customerId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from customers c where c.enterprise_id = ${enterpriseId} and c.customer_id = ${customerId} and c.deleted_at is null
      and ${isIncluded(audience)} and not ${isExcluded(audience)}`.execute(tx);
  return rows.length > 0;
}
