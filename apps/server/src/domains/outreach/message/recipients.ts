import { channelTypes, customerFields, emailPattern, faultTexts } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { addressOf, countryOf, listAttributes, readNumber, shownAttributes } from '../../customer/door.ts';
import type { Addressee, Columns } from '../../messaging/door.run.ts';
import type { CustomerRow } from './recipient.repository.ts';

type Own = (typeof customerFields)[number]['name'];

const ownValues: Record<Own, (row: CustomerRow) => string> = {
  phoneNumber: (row) => row.number,
  name: (row) => row.name,
  emailId: (row) => row.email,
  whatsAppNumber: (row) => row.profile.whatsAppNumber ?? '',
  facebookId: (row) => row.profile.facebookId ?? '',
  instaId: (row) => row.profile.instaId ?? '',
  twitterId: (row) => row.profile.twitterId ?? '',
  language: (row) => row.profile.language ?? '',
  timeZone: (row) => row.profile.timeZone ?? '',
};

/** Fields of the phone book that a mapping may name. */
export async function listMappingColumns(tx: Read, enterpriseId: string): Promise<{ name: string; label: string }[]> {
  const attributes = shownAttributes(await listAttributes(tx, enterpriseId));
  return [
    ...customerFields.map(({ name, label }) => ({ name: name as string, label: label as string })),
    ...attributes.map(({ fieldName, label }) => ({ name: fieldName, label })),
  ];
}

type Reader = (row: CustomerRow) => Columns;

/** Reads the wanted columns of a customer; a column that is gone reads as empty. */
export async function columnReader(tx: Read, enterpriseId: string, wanted: readonly string[]): Promise<Reader> {
  const slots = new Map((await listAttributes(tx, enterpriseId)).map(({ fieldName, slot }) => [fieldName, slot]));
  return (row) =>
    Object.fromEntries(
      wanted.map((name) => {
        const own = ownValues[name as Own];
        const slot = slots.get(name);
        return [name, own ? own(row) : slot === undefined ? '' : (row.data[slot] ?? '')];
      }),
    );
}

export type ReadAddress = { address: string; reason: '' } | { address: null; reason: string };

/** A typed number, or e-mail address for a channel of mails, as the ledger keeps it. */
export async function addressReader(
  tx: Read,
  enterpriseId: string,
  channelType: number,
  country: string,
): Promise<(given: string) => ReadAddress> {
  if (channelType === channelTypes.EMAIL)
    return (given) =>
      emailPattern.test(given.trim())
        ? { address: given.trim().toLowerCase(), reason: '' }
        : { address: null, reason: 'No e-mail address' };
  const home = await countryOf(tx, enterpriseId, country);
  return (given) => {
    const { number, fault } = readNumber(given, home);
    return number !== '' ? { address: number, reason: '' } : { address: null, reason: fault ? faultTexts[`phone.${fault}`] : 'No number' };
  };
}

export const toAddressee = (row: CustomerRow, channelType: number, readColumns: Reader): Addressee => ({
  address: addressOf(row, channelType),
  given: row.number,
  customerId: row.customerId,
  columns: readColumns(row),
});
