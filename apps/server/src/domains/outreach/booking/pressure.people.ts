import { contentsOf } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type PeopleQuery, reachableAmong, reachableOf, type SendingWay } from '../../messaging/door.run.ts';
import type { RunMessage } from '../../messaging/door.talk.ts';
import { askLacks } from '../audience/audience.lacks.ts';
import { type AskedAudience, askAudience, isOfPhoneBook, memberIds, nobody, wholePeople } from '../audience/audience.people.ts';
import { findRunMessage, type Wanted } from '../message/message.ts';
import { addressReader } from '../message/recipients.ts';
import type { BookingRow } from './booking.repository.ts';

/** Name of the table of the people whose pressure is asked for: everybody with an address, rows of (person, address). */
export const mineTable = sql`mine`;

/** The people among them to whom a booking writes: rows of (person), each once. */
export type Booked = RawBuilder<unknown>;

/** Tells whether its people are those of its plan still, and not those of the ledger. */
export const isPlanned = ({ hasStarted, isFreezing }: BookingRow): boolean => !hasStarted || isFreezing;

/**
 * Each person once, by one id: a customer's own, or a hash of the address of somebody who is in no phone book. So a person who gets an SMS
 * here and a WhatsApp message there is one. A row from before its person was in the phone book is theirs by the number.
 * @param people rows of (customer_id, address)
 */
export const onePerson = (enterpriseId: string, people: PeopleQuery): RawBuilder<unknown> => sql`
  select coalesce(x.customer_id, k.customer_id, md5(canonical_number(x.address))::uuid) as person, min(x.address) as address
  from (${people}) x left join customers k on x.customer_id is null and k.enterprise_id = ${enterpriseId} and k.number = x.address
    and k.number <> '' and k.deleted_at is null
  group by 1`;

/** Selects the recipients of an audience, as the table `mine`. Customers of the phone book are told apart by their ids already. */
export function minePeople(enterpriseId: string, asked: AskedAudience, way: SendingWay): RawBuilder<unknown> {
  const people = reachableOf(enterpriseId, way, wholePeople(enterpriseId, asked));
  return isOfPhoneBook(asked) ? sql`select r.customer_id as person, r.address from (${people}) r` : onePerson(enterpriseId, people);
}

/** Rows with a customer are found by its id alone, so the phone book is read for the others only. */
export const sharedWith = (enterpriseId: string, people: PeopleQuery): Booked => sql`
  select m.person from ${mineTable} m where m.person in (
    with booked as materialized (${people})
    select x.customer_id from booked x where x.customer_id is not null
    union all
    select coalesce(k.customer_id, md5(canonical_number(x.address))::uuid) from booked x left join customers k on k.enterprise_id = ${enterpriseId}
      and k.number = x.address and k.number <> '' and k.deleted_at is null
    where x.customer_id is null)`;

/**
 * @param channelType of the audience whose pressure is asked for
 * @returns undefined where the booking's plan names what is not there any more
 */
export async function bookedPeople(tx: Tx, enterpriseId: string, row: BookingRow, channelType: number): Promise<Booked | undefined> {
  const { id, at, channelId, isMarketing } = row;
  if (!isPlanned(row)) return sharedWith(enterpriseId, ledgerPeople(enterpriseId, id, at));
  if (channelId === null || row.channelType === null) return undefined;
  const way = { channelId, channelType: row.channelType, isMarketing };
  try {
    const asked = await askBooked(tx, enterpriseId, row, row.channelType);
    // A customer has the same address on the same kind of channel, so the phone book need not be read once more.
    if (row.channelType === channelType && isOfPhoneBook(asked) && !asked.lacks)
      return reachableAmong(enterpriseId, way, memberIds(enterpriseId, asked), mineTable);
    return sharedWith(enterpriseId, reachableOf(enterpriseId, way, wholePeople(enterpriseId, asked)));
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** Uses the index of the run; its rows are no older than its start. */
const ledgerPeople = (enterpriseId: string, runId: string, startedAt: Date): PeopleQuery => sql`
  select m.customer_id, m.address from messages m
  where m.enterprise_id = ${enterpriseId} and m.resource_id = ${runId} and m.created_at >= ${startedAt} and m.address <> ''
    and m.status not in ('SKIPPED', 'FAILED')`;

async function askBooked(tx: Tx, enterpriseId: string, { kind, id }: BookingRow, channelType: number): Promise<AskedAudience> {
  if (kind === 'broadcast') return askBroadcast(tx, enterpriseId, id, channelType);
  const { plan } = await tx
    .selectFrom('activities')
    .select('plan')
    .where('enterpriseId', '=', enterpriseId)
    .where('activityId', '=', id)
    .executeTakeFirstOrThrow();
  const wanted = contentsOf(plan).map((content) => ({ ...content, channelId: plan.channelId }));
  const asked = await askAudience(tx, enterpriseId, plan.audience, channelType);
  return { ...asked, lacks: await askLacks(tx, enterpriseId, plan.audience, await findContents(tx, enterpriseId, wanted)) };
}

/** Finds the contents, as far as they still exist. */
export async function findContents(tx: Tx, enterpriseId: string, wanted: readonly Wanted[]): Promise<{ message: RunMessage }[]> {
  const found: { message: RunMessage }[] = [];
  for (const one of wanted) {
    const content = one.message.template.templateUId === '' ? undefined : await findRunMessage(tx, enterpriseId, one);
    if (content) found.push(content);
  }
  return found;
}

async function askBroadcast(tx: Tx, enterpriseId: string, broadcastId: string, channelType: number): Promise<AskedAudience> {
  const { groupIds, phoneNumbers, country, message } = await tx
    .selectFrom('broadcasts as b')
    .innerJoin('sendRuns as r', (join) => join.onRef('r.enterpriseId', '=', 'b.enterpriseId').onRef('r.runId', '=', 'b.broadcastId'))
    .select(['b.groupIds', 'b.phoneNumbers', 'b.country', 'r.message'])
    .where('b.enterpriseId', '=', enterpriseId)
    .where('b.broadcastId', '=', broadcastId)
    .executeTakeFirstOrThrow();
  const read = await addressReader(tx, enterpriseId, channelType, country);
  const addresses = phoneNumbers.flatMap((number) => read(number).address ?? []);
  const lacks = await askLacks(tx, enterpriseId, nobody, [{ message: message as RunMessage }]);
  return { ...(await askAudience(tx, enterpriseId, { ...nobody, groupIds }, channelType)), addresses, lacks };
}
