import type { Audience } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { type Addressee, type AudiencePage, zonesOf } from '../../messaging/door.run.ts';
import { type AudienceFileRow, columnsOfRow, findFileRow, listFileRows } from '../audience-file/row.repository.ts';
import { findByAddress, readRecipients } from '../message/recipient.repository.ts';
import { columnReader, toAddressee } from '../message/recipients.ts';
import type { AskedAudience } from './audience.ask.ts';
import { findExcluded, findMember, listCustomerIds } from './people.repository.ts';
import { hasResult, listOfResult } from './result.repository.ts';

const noId = '00000000-0000-0000-0000-000000000000';

/** @property wantsZones whether it is told where each of them lives, which is looked up for the hours of a run alone */
export type PageAsk = { cursor: string; limit: number; columns: readonly string[]; wantsZones?: boolean };

/** The file's rows, then the people of each earlier iteration, then the phone book: 'f:2000', 'r:1:300', 'c:<id>' are what comes next. */
type Place = { part: 'file'; after: number } | { part: 'result'; index: number; after: number } | { part: 'customers'; after: string };

function placeOf(cursor: string, audience: Audience): Place {
  const [part = '', first = '', second = ''] = cursor.split(':');
  if (part === 'r') return { part: 'result', index: Number(first), after: Number(second) };
  if (part === 'c') return { part: 'customers', after: first };
  if (audience.fileId !== '') return { part: 'file', after: Number(first) };
  return startOfResults(audience);
}
const startOfResults = ({ results }: Audience, index = 0): Place =>
  index < results.length ? { part: 'result', index, after: 0 } : { part: 'customers', after: noId };
const cursorOf = (place: Place): string =>
  place.part === 'file' ? `f:${place.after}` : place.part === 'result' ? `r:${place.index}:${place.after}` : `c:${place.after}`;

/** A part of the audience in its order, without the excluded people. A page may be empty before the last. */
export async function readPage(tx: Read, enterpriseId: string, asked: AskedAudience, ask: PageAsk): Promise<AudiencePage> {
  const place = placeOf(ask.cursor, asked.audience);
  switch (place.part) {
    case 'file': {
      const rows = await listFileRows(tx, enterpriseId, asked.audience.fileId, place.after, ask.limit);
      const addressees = await known(tx, enterpriseId, asked, rows, ask);
      const last = rows.at(-1);
      const isOver = rows.length < ask.limit || !last;
      return { addressees, next: cursorOf(isOver ? startOfResults(asked.audience) : { part: 'file', after: last.number }) };
    }
    case 'result': {
      const rows = await listResults(tx, enterpriseId, asked.audience, place, ask.limit);
      const addressees = await known(tx, enterpriseId, asked, rows, ask);
      const last = rows.at(-1);
      const isOver = rows.length < ask.limit || !last;
      return {
        addressees,
        next: cursorOf(isOver ? startOfResults(asked.audience, place.index + 1) : { ...place, after: last.number }),
      };
    }
    case 'customers':
      return readCustomers(tx, enterpriseId, asked, place.after, ask);
  }
}

/** People of an earlier iteration as rows of a file. */
async function listResults(
  tx: Read,
  enterpriseId: string,
  { results }: Audience,
  place: Extract<Place, { part: 'result' }>,
  limit: number,
): Promise<AudienceFileRow[]> {
  const result = results[place.index];
  const rows = result ? await listOfResult(tx, enterpriseId, result, place.after, limit) : [];
  return rows.map(({ names, cells, ...row }) => ({
    ...row,
    given: row.address,
    columns: names && cells ? columnsOfRow(names, cells) : {},
  }));
}

/** Finds the phone book's data about given addresses; their own columns come before its fields. Excluded customers are left out. */
async function known(
  tx: Read,
  enterpriseId: string,
  asked: AskedAudience,
  rows: readonly AudienceFileRow[],
  { columns, wantsZones }: Pick<PageAsk, 'columns' | 'wantsZones'>,
): Promise<Addressee[]> {
  const { channelType } = asked;
  const readColumns = await columnReader(tx, enterpriseId, columns);
  const addresses = rows.flatMap(({ address }) => (address === '' ? [] : address));
  const customers = await findByAddress(tx, enterpriseId, channelType, addresses);
  const excluded = await findExcluded(
    tx,
    enterpriseId,
    asked,
    [...customers.values()].map(({ customerId }) => customerId),
  );
  return rows.flatMap(({ address, given, columns: own }): Addressee[] => {
    const customer = customers.get(address);
    const zones = (ownZone: string) => (wantsZones ? { timeZones: zonesOf(address, ownZone, new Date()) } : {});
    if (!customer) return [{ address: address === '' ? null : address, given, customerId: null, columns: own, ...zones('') }];
    if (excluded.has(customer.customerId)) return [];
    const addressee = toAddressee(customer, channelType, readColumns);
    const told = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ''));
    return [{ ...addressee, address, given, columns: { ...addressee.columns, ...told }, ...zones(customer.profile.timeZone ?? '') }];
  });
}

async function readCustomers(tx: Read, enterpriseId: string, asked: AskedAudience, after: string, ask: PageAsk): Promise<AudiencePage> {
  const ids = await listCustomerIds(tx, enterpriseId, asked, after, ask.limit);
  const [last] = ids.slice(-1);
  const readColumns = await columnReader(tx, enterpriseId, ask.columns);
  const found = new Map((await readRecipients(tx, enterpriseId, ids)).map((row) => [row.customerId, row]));
  const excluded = await findExcluded(tx, enterpriseId, asked, ids);
  const addressees = ids.flatMap((id) => {
    const row = found.get(id);
    if (!row || excluded.has(id)) return [];
    const addressee = toAddressee(row, asked.channelType, readColumns);
    return [ask.wantsZones ? { ...addressee, timeZones: zonesOf(addressee.address, row.profile.timeZone ?? '', new Date()) } : addressee];
  });
  return { addressees, next: ids.length < ask.limit || last === undefined ? null : cursorOf({ part: 'customers', after: last }) };
}

/** The one of an audience who has this address. */
export async function findPerson(
  tx: Read,
  enterpriseId: string,
  asked: AskedAudience,
  address: string,
  columns: readonly string[],
): Promise<Addressee | undefined> {
  const { audience, channelType } = asked;
  if (audience.fileId !== '') {
    const [found] = await known(tx, enterpriseId, asked, await findFileRow(tx, enterpriseId, audience.fileId, address), { columns });
    if (found) return found;
  }
  for (const result of audience.results) {
    const isTheirs = await hasResult(tx, enterpriseId, result, address);
    const given = { number: 0, address, given: address, columns: {} };
    const [found] = isTheirs ? await known(tx, enterpriseId, asked, [given], { columns }) : [];
    if (found) return found;
  }
  const ids = await findMember(tx, enterpriseId, asked, address);
  if (!ids) return undefined;
  const [member] = await readRecipients(tx, enterpriseId, ids);
  if (!member || (await findExcluded(tx, enterpriseId, asked, [member.customerId])).size > 0) return undefined;
  return toAddressee(member, channelType, await columnReader(tx, enterpriseId, columns));
}
