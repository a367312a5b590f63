import { type Currency, showMoney } from '@parley/contract';
import { getLocale } from './place.ts';

/** 'Rs.12.50', or '12.50' where a column names no currency. @param cost in millionths of the currency */
export const formatCost = (cost: number, currency?: Currency): string => showMoney(cost, { currency, locale: getLocale() });
/** 'Rs.12.500': what a wallet holds (FORMAT-009). @param amount in millionths of the currency */
export const formatBalance = (amount: number, currency: Currency): string =>
  showMoney(amount, { currency, locale: getLocale(), decimals: 3 });
/** '₹12.50' and '₹12.500': costs and the wallet in the bar. @param amount in millionths of the currency */
export const formatBarAmount = (amount: number, currency: Currency, decimals: 2 | 3): string =>
  showMoney(amount, { currency, locale: getLocale(), decimals, hasOwnSign: true });
/** 'Rs.0.8631', 'Rs.12.50': as many of the six decimals as say something, two at least. @param amount in millionths of the currency */
export const formatExact = (amount: number, currency: Currency): string =>
  showMoney(amount, { currency, locale: getLocale(), decimals: 'exact' });
