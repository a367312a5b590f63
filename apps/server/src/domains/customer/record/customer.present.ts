import type { Consent, Customer, CustomerRow as WireRow } from '@parley/contract';
import { consentChannels } from '@parley/contract';
import type { Attribute } from '../attribute/attribute.present.ts';
import { type Reading, shownEmail, shownNumber } from './customer.reading.ts';
import type { CustomerRow, SetOfCustomer } from './customer.repository.ts';

const setsOf = (sets: readonly SetOfCustomer[], customerId: string, kind: SetOfCustomer['kind']) =>
  sets.filter((set) => set.customerId === customerId && set.kind === kind).map(({ setId, name }) => ({ id: setId, name }));

export type ListedRow = Pick<CustomerRow, 'customerId' | 'name' | 'number' | 'data' | 'createdAt'>;

/** Columns of the phone book: the attributes that it shows, after name and number. */
export const headersOf = (attributes: readonly Attribute[]) => ['Name', 'Phone Number', ...attributes.map(({ label }) => label)];

export function presentRow(row: ListedRow, attributes: readonly Attribute[], sets: readonly SetOfCustomer[], eyes: Reading): WireRow {
  const phoneNumber = shownNumber(row.number, eyes);
  return {
    id: row.customerId,
    name: row.name,
    phoneNumber,
    details: [row.name, phoneNumber, ...attributes.map(({ slot }) => row.data[slot] ?? '')].map((value) => ({ value })),
    groups: setsOf(sets, row.customerId, 'group'),
    tags: setsOf(sets, row.customerId, 'label'),
    createdAt: row.createdAt.toISOString(),
  };
}

type ConsentRow = { channel: string; isGranted: boolean; source: string; changedAt: Date };
export const presentConsents = (rows: readonly ConsentRow[]): Consent[] =>
  consentChannels.flatMap((channel) => {
    const row = rows.find((candidate) => candidate.channel === channel);
    return row ? [{ channel, isGranted: row.isGranted, source: row.source, changedAt: row.changedAt.toISOString() }] : [];
  });

export type WholeCustomer = {
  row: CustomerRow;
  attributes: readonly Attribute[];
  sets: readonly SetOfCustomer[];
  consents: readonly ConsentRow[];
  updatedBy: string;
};

export function presentCustomer({ row, attributes, sets, consents, updatedBy }: WholeCustomer, eyes: Reading): Customer {
  return {
    id: row.customerId,
    version: row.version,
    name: row.name,
    phoneNumber: shownNumber(row.number, eyes),
    whatsAppNumber: shownNumber(row.profile.whatsAppNumber ?? '', eyes),
    emailId: shownEmail(row.email, eyes),
    facebookId: row.profile.facebookId ?? '',
    instaId: row.profile.instaId ?? '',
    twitterId: row.profile.twitterId ?? '',
    language: row.profile.language ?? '',
    timeZone: row.profile.timeZone ?? '',
    data: attributes.flatMap(({ attributeId, slot }) => (row.data[slot] ? [{ id: attributeId, value: row.data[slot] }] : [])),
    groups: setsOf(sets, row.customerId, 'group'),
    tags: setsOf(sets, row.customerId, 'label'),
    consents: presentConsents(consents),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    updatedBy,
  };
}
