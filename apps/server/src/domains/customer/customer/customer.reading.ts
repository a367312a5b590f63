import { type Actor, can } from '../../../context.ts';

/** What somebody may read of customers. Made by `readingOf` alone, so that one place decides for calls, exports, links and events. */
export type Reading = { seesNumbers: boolean; seesEmails: boolean; seesNames: boolean };

/** Who meets customers by name although the phone book is closed to them. */
const chatPermissions = ['CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY', 'CHAT.VIEW_MONITOR'] as const;

/**
 * Numbers and e-mail addresses: whoever may open the phone book and whose roles do not hide the field. Names: those, and whoever reads
 * chats (decision 0019).
 */
export function readingOf(actor: Actor): Reading {
  const hasBook = can(actor, 'CUSTOMER.VIEW');
  return {
    seesNumbers: hasBook && !actor.maskedFields.includes('phone'),
    seesEmails: hasBook && !actor.maskedFields.includes('email'),
    seesNames: hasBook || chatPermissions.some((permission) => can(actor, permission)),
  };
}

/** The same for the audit trail: what it keeps from the reader. */
export function hiddenByRole(actor: Actor): ('phone' | 'email' | 'name')[] {
  const { seesNumbers, seesEmails, seesNames } = readingOf(actor);
  return [...(seesNumbers ? [] : ['phone' as const]), ...(seesEmails ? [] : ['email' as const]), ...(seesNames ? [] : ['name' as const])];
}

/** Rows of a file, and whatever else shows all of a customer as it is. */
export const seesAll = (reading: Reading): boolean => reading.seesNumbers && reading.seesEmails;

/** The end of a number tells two customers apart. */
export const maskNumber = (number: string): string =>
  number.length <= 3 ? '•'.repeat(number.length) : '•'.repeat(number.length - 3) + number.slice(-3);

export const shownNumber = (number: string, reading: Reading): string => (reading.seesNumbers ? number : maskNumber(number));
export const shownEmail = (email: string, reading: Reading): string => (reading.seesEmails ? email : '');
export const shownName = (name: string, reading: Reading): string => (reading.seesNames ? name : '');

/** The address of a message: a number, or of a mail its address. */
export const shownAddress = (address: string, reading: Reading): string =>
  address.includes('@') ? shownEmail(address, reading) : shownNumber(address, reading);

/** What a vendor says of a message may name the address that it went to, with its plus sign or without. */
export function withoutAddress(text: string, address: string, reading: Reading): string {
  const shown = shownAddress(address, reading);
  return shown === address || address === '' ? text : text.replaceAll(address, shown).replaceAll(address.replace(/^\+/, ''), shown);
}
