import type { Currency } from '../fields.ts';
import { moneyUnit } from '../money.ts';
import { numberFormat } from './intl.ts';
import { showPlain } from './number.ts';

/** The specification's signs (FORMAT-006). */
const signs: Record<Currency, string> = { INR: 'Rs.', USD: '$' };
const ownSigns: Record<Currency, string> = { INR: '₹', USD: '$' };

const unitDecimals = 6;

/** Rounded once, from whole millionths: a half goes to the farther amount from zero. */
function roundAmount(amount: number, decimals: number): number {
  const step = 10 ** (unitDecimals - decimals);
  return (Math.sign(amount) * Math.round(Math.abs(amount) / step)) / 10 ** decimals;
}

/** `1234.50` of 1,234,500,000: for exports and fields that are typed into. */
export const showAmount = (amount: number, decimals: 2 | 3 | 6): string => showPlain(roundAmount(amount, decimals), decimals);

type Money = {
  /** None where a column's head names the currency. */
  currency?: Currency | undefined;
  locale: string;
  /** 'exact': as many of the six decimals as say something, two at least. */
  decimals?: 2 | 3 | 'exact';
  /** The rupee's own symbol: in the bar, which has less room, and on invoices. */
  hasOwnSign?: boolean;
};

/** 'Rs.5,000.00', 'Rs.5,00,000.00' by the locale `en-IN`. @param amount in millionths of the currency */
export function showMoney(amount: number, { currency, locale, decimals = 2, hasOwnSign = false }: Money): string {
  const isExact = decimals === 'exact';
  const value = isExact ? amount / moneyUnit : roundAmount(amount, decimals);
  const digits = { minimumFractionDigits: isExact ? 2 : decimals, maximumFractionDigits: isExact ? unitDecimals : decimals };
  // `Intl` writes the minus before the sign of a currency, and each locale has its place for both.
  if (!currency) return numberFormat(locale, digits).format(value || 0);
  const sign = (hasOwnSign ? ownSigns : signs)[currency];
  return numberFormat(locale, { ...digits, style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(value || 0)
    .map((part) => (part.type === 'currency' ? sign : part.value))
    .join('');
}
