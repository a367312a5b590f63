import { contentsOf } from '@parley/contract';
import type { RawBuilder } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { SendingWay } from '../../messaging/door.run.ts';
import { reachableAmong, reachableOf } from '../../messaging/door.sql.ts';
import type { RunMessage } from '../../messaging/door.talk.ts';
import { type AskedAudience, askAudience, isOfPhoneBook, nobody } from '../audience/audience.ask.ts';
import { askLacks } from '../audience/audience.lacks.ts';
import { memberIds, wholePeople } from '../audience/people.repository.ts';
import { findRunMessage, type Wanted } from '../message/message.ts';
import { addressReader } from '../message/recipients.ts';
import { findPlan } from '../row/activity.repository.ts';
import type { BookingRow } from './booking.repository.ts';
import { type Booked, knownPeople, ledgerPeople, mineTable, onePerson, readBroadcastAudience, sharedWith } from './pressure.repository.ts';

/** Tells whether its people are those of its plan still, and not those of the ledger. */
export const isPlanned = ({ hasStarted, isFreezing }: BookingRow): boolean => !hasStarted || isFreezing;

/** Selects the recipients of an audience, as the table `mine`. Customers of the phone book are told apart by their ids already. */
export function minePeople(enterpriseId: string, asked: AskedAudience, way: SendingWay): RawBuilder<unknown> {
  const people = reachableOf(enterpriseId, way, wholePeople(enterpriseId, asked));
  return isOfPhoneBook(asked) ? knownPeople(people) : onePerson(enterpriseId, people);
}

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

async function askBooked(tx: Tx, enterpriseId: string, { kind, id }: BookingRow, channelType: number): Promise<AskedAudience> {
  if (kind === 'broadcast') return askBroadcast(tx, enterpriseId, id, channelType);
  const plan = await findPlan(tx, enterpriseId, id);
  if (!plan) throw new Error('A booked iteration is gone.');
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
  const { groupIds, phoneNumbers, country, message } = await readBroadcastAudience(tx, enterpriseId, broadcastId);
  const read = await addressReader(tx, enterpriseId, channelType, country);
  const addresses = phoneNumbers.flatMap((number) => read(number).address ?? []);
  const lacks = await askLacks(tx, enterpriseId, nobody, [{ message: message as RunMessage }]);
  return { ...(await askAudience(tx, enterpriseId, { ...nobody, groupIds }, channelType)), addresses, lacks };
}
