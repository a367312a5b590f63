import { channelTypes } from '@parley/contract';
import { type AudienceSource, zonesOf } from '../../messaging/door.run.ts';
import { readRecipients } from '../message/recipient.repository.ts';
import { columnReader, toAddressee } from '../message/recipients.ts';
import { type FallbackPerson, takeWaiting } from '../row/fallback.repository.ts';

const byNumber: readonly number[] = [channelTypes.SMS, channelTypes.WHATSAPP, channelTypes.RCS];
/** Tells whether an address of one kind of channel is one of the other too. */
export const sharesAddresses = (one: number, other: number): boolean =>
  one === other || (byNumber.includes(one) && byNumber.includes(other));

/** @property type of the channel that did not reach */
export type FallbackOf = { activityId: string; firstType: number };

const ownColumns = ({ names, cells }: FallbackPerson): Record<string, string> =>
  Object.fromEntries((names ?? []).flatMap((name, place) => ((cells?.[place] ?? '') === '' ? [] : [[name, cells?.[place] ?? '']])));

/**
 * Reads the people whom the first message of an iteration has not reached: at the address of the phone book, else at the same number if
 * both channels have numbers. People without an address there keep a row without one.
 */
export const readUnreached = async (of: FallbackOf, ...[ctx, tx, run, page]: Parameters<AudienceSource>): ReturnType<AudienceSource> => {
  const { enterpriseId } = ctx;
  const { people, isLast } = await takeWaiting(tx, { enterpriseId, activityId: of.activityId }, { ...run, limit: page.limit });
  const ids = people.flatMap(({ customerId }) => customerId ?? []);
  const known = new Map((await readRecipients(tx, enterpriseId, ids)).map((row) => [row.customerId, row]));
  const readColumns = await columnReader(tx, enterpriseId, page.columns);
  const isShared = sharesAddresses(of.firstType, page.channelType);
  const addressees = people.map((person) => {
    const customer = person.customerId === null ? undefined : known.get(person.customerId);
    const same = isShared && person.address !== '' ? person.address : null;
    const own = ownColumns(person);
    const zones = (address: string | null) =>
      run.quietHours === null ? {} : { timeZones: zonesOf(address ?? person.address, customer?.profile.timeZone ?? '', ctx.now()) };
    if (!customer) return { address: same, given: person.address, customerId: null, columns: own, ...zones(same) };
    const addressee = toAddressee(customer, page.channelType, readColumns);
    const address = addressee.address || same;
    return { ...addressee, address, given: person.address, columns: { ...addressee.columns, ...own }, ...zones(address) };
  });
  return { addressees, next: isLast ? null : 'more' };
};
