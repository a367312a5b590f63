import { createHash } from 'node:crypto';
import type { AudienceBreakdown, GivenPerson, StartForAnswer } from '@parley/contract';
import { channelTypes } from '@parley/contract';
import { canonical } from '#platform/audit/changes.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { countryOf, type Reading, shownAddress } from '../../customer/door.ts';
import { insertFile } from '../audience-file/file.repository.ts';
import { countAddresses, insertAudienceRows, listAllBadRows } from '../audience-file/row.repository.ts';
import { addressReader } from '../message/recipients.ts';

/** People that come with a start, kept as the rows of a file of numbers are: the readers of a file read these too. */

/** Tells whether two requests bring the same people. */
export const hashOfPeople = (people: readonly GivenPerson[]): string => createHash('sha256').update(canonical(people)).digest('hex');

type Way = { channelType: number; country: string };

/** The list as a file of its own; each of its people has a row, also one without a valid number. @returns its id */
export async function storeList(ctx: Ctx, tx: Tx, people: readonly GivenPerson[], { channelType, country }: Way): Promise<string> {
  const { enterpriseId } = ctx;
  const fileId = newId();
  const read = await addressReader(tx, enterpriseId, channelType, country);
  const own = new Set(['number', 'name']);
  const names = [...new Set(people.flatMap(({ values }) => Object.keys(values)))].filter((name) => !own.has(name)).sort();
  const rows = people.map(({ number, name, values }) => {
    const { address, reason } = read(number);
    return { address: address ?? '', given: number, fault: reason, cells: [number, name, ...names.map((column) => values[column] ?? '')] };
  });
  await insertFile(tx, enterpriseId, {
    fileId,
    name: 'API',
    storedFileId: null,
    channelType,
    country,
    columns: [...own, ...names],
    delimiter: ',',
    state: 'READY',
    rowCount: rows.length,
    invalidCount: rows.filter(({ address }) => address === '').length,
    sha256: '',
    sizeBytes: 0,
    markBytes: 0,
    byteOffset: 0,
    createdBy: ctx.actor.userId,
    createdAt: ctx.now(),
  });
  await insertAudienceRows(tx, enterpriseId, fileId, 0, rows);
  return fileId;
}

/** Reads the stored results of the people of a list: once somebody is erased, their place stays. */
export async function readList(tx: Read, enterpriseId: string, fileId: string, eyes: Reading): Promise<StartForAnswer> {
  const { valid, accepted } = await countAddresses(tx, enterpriseId, fileId);
  const invalid = await listAllBadRows(tx, enterpriseId, fileId);
  return {
    accepted,
    duplicates: valid - accepted,
    invalid: invalid.map(({ number, given, fault }) => ({ index: number - 1, number: shownAddress(given, eyes), reason: fault })),
  };
}

/** Returns the number of people that an approval covers while nobody has come: the most that may come, in the enterprise's country. */
export async function mostGivenPeople(
  tx: Read,
  enterpriseId: string,
  most: number,
  { channelType, country }: Way,
): Promise<AudienceBreakdown> {
  const home = channelType === channelTypes.EMAIL ? '' : ((await countryOf(tx, enterpriseId, country)) ?? '');
  const none = { excluded: 0, invalid: 0, duplicates: 0, blocked: 0, optedOut: 0, capped: 0 };
  return { total: most, ...none, reachable: most, byCountry: [{ country: home, count: most }] };
}
