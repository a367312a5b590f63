import type { Connection } from './types.ts';

/** The value of one of the specification's keys; '' where the form left it open. */
export const keyOf = (connection: Pick<Connection, 'config'>, key: string): string => connection.config[key] ?? '';

/** Vendors that take numbers without the plus. */
export const withoutPlus = (number: string): string => number.replace(/^\+/, '');
/** A vendor's digits as our address. */
export const withPlus = (number: string): string => (/^\d{6,}$/.test(number) ? `+${number}` : number);

export const basicAuth = (user: string, password: string): string => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
