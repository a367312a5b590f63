import type { Bill } from '../../../bill.ts';
import { countryOfNumber } from '../../customer/door.ts';
import { readRates } from './rate.repository.ts';
import { kindOf, priceLines } from './rate.rules.ts';

export const quoteLines: Bill['quote'] = async (tx, { enterpriseId, at }, lines) => {
  const rates = await readRates(tx, enterpriseId, [...new Set(lines.map(({ channelType }) => channelType))], at);
  const units = new Map(rates.map((rate) => [kindOf(rate), rate.units]));
  return priceLines(rates, lines, countryOfNumber, (kind) => units.get(kind) ?? 0);
};
