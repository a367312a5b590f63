import type { Addressee, AudienceSource } from '../../messaging/door.run.ts';
import { findByAddress, listMembers } from '../message/recipient.repository.ts';
import { addressReader, columnReader, toAddressee } from '../message/recipients.ts';
import { listNumbers, readNamedAudience } from './broadcast.repository.ts';

const noId = '00000000-0000-0000-0000-000000000000';

type Place = { part: 'numbers'; after: number } | { part: 'group'; index: number; after: string };

/** 'n:2000' behind the 2000th typed number; 'g:1:<id>' behind that customer of the second group. */
function placeOf(cursor: string): Place {
  const [part, first = '0', second = noId] = cursor.split(':');
  return part === 'g' ? { part: 'group', index: Number(first), after: second } : { part: 'numbers', after: Number(first) };
}

/** First the typed numbers in their order, then each group by the ids of its customers. */
export const readAudience: AudienceSource = async (ctx, tx, run, page) => {
  const { enterpriseId } = ctx;
  const place = placeOf(page.cursor);
  const readColumns = await columnReader(tx, enterpriseId, page.columns);
  const { groupIds, numberCount, country } = await readNamedAudience(tx, enterpriseId, run.runId);
  if (place.part === 'numbers' && place.after < numberCount) {
    const given = await listNumbers(tx, enterpriseId, run.runId, place.after, page.limit);
    const readAddress = await addressReader(tx, enterpriseId, page.channelType, country);
    const read = given.map((number) => ({ given: number, address: readAddress(number).address }));
    const known = await findByAddress(
      tx,
      enterpriseId,
      page.channelType,
      read.flatMap(({ address }) => address ?? []),
    );
    const addressees = read.map(({ given: typed, address }): Addressee => {
      const customer = address === null ? undefined : known.get(address);
      if (!customer) return { address, given: typed, customerId: null, columns: {} };
      return { ...toAddressee(customer, page.channelType, readColumns), address };
    });
    const after = place.after + given.length;
    const isLast = after >= numberCount && groupIds.length === 0;
    return { addressees, next: isLast ? null : `n:${after}` };
  }
  const { index, after } = place.part === 'group' ? place : { index: 0, after: noId };
  const groupId = groupIds[index];
  if (groupId === undefined) return { addressees: [], next: null };
  const members = await listMembers(tx, enterpriseId, groupId, after, page.limit);
  const last = members.at(-1);
  const isOver = members.length < page.limit || last === undefined;
  const next = isOver ? (index + 1 < groupIds.length ? `g:${index + 1}:${noId}` : null) : `g:${index}:${last.customerId}`;
  return { addressees: members.map((row) => toAddressee(row, page.channelType, readColumns)), next };
};
