import type { Consent, Customer, CustomerRow as WireRow } from '@parley/contract';
import { consentChannels } from '@parley/contract';
import type { Actor } from '../../context.ts';
import type { Attribute } from './attribute.present.ts';
import type { CustomerRow, SetOfCustomer } from './customer.repository.ts';

/** What a role hides is hidden by the same marks as in chats: the end of a number tells two customers apart. */
export const maskNumber = (number: string) => (number.length > 3 ? `${'•'.repeat(number.length - 3)}${number.slice(-3)}` : number);

export type Eyes = { seesNumbers: boolean; seesEmails: boolean };
export const eyesOf = (actor: Actor): Eyes => ({
  seesNumbers: !actor.maskedFields.includes('phone'),
  seesEmails: !actor.maskedFields.includes('email'),
});

const hiddenEmail = (email: string, eyes: Eyes) => (eyes.seesEmails ? email : '');
const shownNumber = (number: string, eyes: Eyes) => (eyes.seesNumbers ? number : maskNumber(number));

/** The address of a message: a number, or of a mail its address. */
export function shownAddress(address: string, eyes: Eyes): string {
  if (address.includes('@')) return hiddenEmail(address, eyes);
  return shownNumber(address, eyes);
}

const setsOf = (sets: readonly SetOfCustomer[], customerId: string, kind: SetOfCustomer['kind']) =>
  sets.filter((set) => set.customerId === customerId && set.kind === kind).map(({ setId, name }) => ({ id: setId, name }));

export type ListedRow = Pick<CustomerRow, 'customerId' | 'name' | 'number' | 'data' | 'createdAt'>;

/** Columns of the phone book: the attributes that it shows, after name and number. */
export const headersOf = (attributes: readonly Attribute[]) => ['Name', 'Phone Number', ...attributes.map(({ label }) => label)];

export function presentRow(row: ListedRow, attributes: readonly Attribute[], sets: readonly SetOfCustomer[], eyes: Eyes): WireRow {
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

export function presentCustomer({ row, attributes, sets, consents, updatedBy }: WholeCustomer, eyes: Eyes): Customer {
  return {
    id: row.customerId,
    version: row.version,
    name: row.name,
    phoneNumber: shownNumber(row.number, eyes),
    whatsAppNumber: shownNumber(row.profile.whatsAppNumber ?? '', eyes),
    emailId: hiddenEmail(row.email, eyes),
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
