import { fieldError, numberSpellings, type WalkFilter } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { countryOf, type Reading, readingOf, readNumber } from '../../customer/door.ts';

const startingWith = (words: string): string => `${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/**
 * The customers whose number or address begins so, found by index. Users who may not read whole addresses cannot search by one: the answer
 * would tell whose it is.
 * @param most null: all of them
 * @throws DomainError filter.invalid
 */
async function customersOf(
  tx: Read,
  enterpriseId: string,
  given: string,
  eyes: Reading,
  most: number | null,
): Promise<RawBuilder<unknown>> {
  const isAddress = /[^\d\s()+-]/.test(given);
  if (isAddress ? !eyes.seesEmails : !eyes.seesNumbers) {
    const fault = fieldError('search', 'filter.hidden');
    throw new DomainError('filter.invalid', fault.message, { errors: [fault] });
  }
  const digits = given.replace(/[\s()+-]/g, '');
  if (!isAddress && digits === '') return sql`select null::uuid where false`;
  const whole = isAddress ? '' : readNumber(given, await countryOf(tx, enterpriseId, '')).number;
  const spellings = whole === '' ? [] : numberSpellings(whole);
  const beginnings = (isAddress ? [given] : [digits, `+${digits}`, ...spellings.flatMap((one) => [one, one.slice(1)])]).map(startingWith);
  return sql`
    select customer_id from customers where enterprise_id = ${enterpriseId} and deleted_at is null
      and (${sql.join(
        beginnings.map((one) => sql`number like ${one}`),
        sql` or `,
      )})
    union
    select a.customer_id from channels c join customer_addresses a on a.enterprise_id = c.enterprise_id and a.channel_id = c.channel_id
      where c.enterprise_id = ${enterpriseId} and (${sql.join(
        beginnings.map((one) => sql`a.address like ${one}`),
        sql` or `,
      )})
    limit ${most}`;
}

/**
 * Condition for walks that go on by themselves in that time; without walks of a paused stream, and without those that wait for another
 * stream.
 */
const dueBetween = (enterpriseId: string, { dueFrom, dueTo }: WalkFilter): RawBuilder<unknown> => sql`
  (i.instance_id, i.started_at) in (select l.instance_id, l.started_at from journey_waits w
    join journey_live l on l.enterprise_id = w.enterprise_id and l.instance_id = w.instance_id
    where w.enterprise_id = ${enterpriseId} and w.due_at is not null and not w.is_held
      and w.due_at >= ${dueFrom === '' ? sql`'-infinity'` : new Date(dueFrom)} and w.due_at < ${dueTo === '' ? sql`'infinity'` : new Date(dueTo)})`;

/**
 * Builds the conditions of a filter on walks, which are called `i`.
 * @param mostCustomers most customers that a search may match; null: all of them
 * @throws DomainError filter.invalid
 */
export async function walkConditions(
  { enterpriseId, actor }: Pick<Ctx, 'enterpriseId' | 'actor'>,
  tx: Read,
  filter: WalkFilter,
  mostCustomers: number | null,
): Promise<RawBuilder<unknown>[]> {
  const conditions: RawBuilder<unknown>[] = [];
  if (filter.journeyId !== '') conditions.push(sql`i.journey_id = ${filter.journeyId}`);
  if (filter.version > 0) conditions.push(sql`i.version = ${filter.version}`);
  if (filter.channelId !== '') conditions.push(sql`i.channel_id = ${filter.channelId}`);
  if (filter.state !== '') conditions.push(sql`i.state = ${filter.state}`);
  if (filter.node !== '')
    conditions.push(sql`(i.journey_id, i.node_no) in (select n.journey_id, n.node_no from journey_nodes n
      where n.enterprise_id = ${enterpriseId} and n.node_id = ${filter.node})`);
  if (filter.dueFrom !== '' || filter.dueTo !== '') conditions.push(dueBetween(enterpriseId, filter));
  const given = filter.search.trim();
  if (given !== '')
    conditions.push(sql`i.customer_id = any(array(${await customersOf(tx, enterpriseId, given, readingOf(actor), mostCustomers)}))`);
  return conditions;
}
