import { defineRecord } from '#platform/audit/record.ts';
import { findRateRow } from './rate.repository.ts';

/** Record of an operator's price for a unit. */
export const rateRecord = defineRecord({
  kind: 'rate',
  module: 'billing',
  tables: ['billingRates'],
  fields: {
    channelType: 'plain',
    vendor: 'plain',
    category: 'plain',
    country: 'plain',
    fromUnits: 'plain',
    price: 'plain',
    validFrom: 'plain',
  },
  async read(tx, enterpriseId, id) {
    const row = await findRateRow(tx, enterpriseId, id);
    if (!row) return undefined;
    const { channelType, vendor, category, country, fromUnits, price, validFrom } = row;
    return { channelType, vendor, category, country, fromUnits, price, validFrom: validFrom.toISOString() };
  },
  nameOf: ({ channelType, category, country }) => [channelType, category, country].filter(Boolean).join(' '),
  link: () => '/billing',
});
