import { type Actor, can } from '../../../context.ts';

/**
 * The fields of customers that a user may read. Made by `readingOf` alone, so that one place decides for calls, exports, links and events.
 */
export type Reading = { seesNumbers: boolean; seesEmails: boolean; seesNames: boolean };

/** Permissions that show customers' names although the phone book is closed to the user. */
const chatPermissions = ['CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY', 'CHAT.VIEW_MONITOR'] as const;

/**
 * Numbers and e-mail addresses: users who may open the phone book and whose roles do not hide the field. Names: those users, and readers of
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

/** Rows of a file, and anything else that shows all of a customer as it is. */
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

/** Removes the address from a vendor's text about a message; it may stand there with its plus sign or without. */
export function withoutAddress(text: string, address: string, reading: Reading): string {
  const shown = shownAddress(address, reading);
  return shown === address || address === '' ? text : text.replaceAll(address, shown).replaceAll(address.replace(/^\+/, ''), shown);
}
