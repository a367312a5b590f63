import type { PricedLine, Quoted } from '../../../bill.ts';

/** A rate that is in force, with the units of its month so far where it has tiers. */
export type Rate = {
  rateId: string;
  channelType: number;
  vendor: string;
  category: string;
  country: string;
  fromUnits: number;
  price: number;
  validFrom: Date;
};

/**
 * Ranks a rate by its precision: the one with more properties wins; with equal numbers, the country counts before the category before the
 * vendor.
 */
const exactness = ({ vendor, category, country }: Rate): number =>
  (country === '' ? 0 : 4) + (category === '' ? 0 : 2) + (vendor === '' ? 0 : 1);
const count = ({ vendor, category, country }: Rate): number => [vendor, category, country].filter((part) => part !== '').length;

/** Returns the common key of rates of one kind: a later one takes over from an earlier one, and tiers follow each other. */
export const kindOf = ({ channelType, vendor, category, country }: Omit<Rate, 'rateId' | 'fromUnits' | 'price' | 'validFrom'>): string =>
  `${channelType} ${vendor} ${category} ${country}`;

/** A message within the window has a rate of its own, or else that of its category. */
const categoriesOf = (category: string): readonly string[] =>
  category === 'UTILITY_IN_WINDOW' ? ['UTILITY_IN_WINDOW', 'UTILITY', ''] : [category, ''];

/**
 * The price of messages of one kind. Of each kind of rate the newest one counts, with its tiers.
 * @param rates in force. @param unitsOf units of the month so far of a kind of rate
 * @returns the rate; undefined: nobody asks anything
 */
export function findRate(
  rates: readonly Rate[],
  { channelType, vendor, category }: Pick<PricedLine, 'channelType' | 'vendor' | 'category'>,
  country: string,
  unitsOf: (kind: string) => number,
): Rate | undefined {
  const categories = categoriesOf(category);
  const fits = rates.filter(
    (rate) =>
      rate.channelType === channelType &&
      (rate.vendor === '' || rate.vendor === vendor) &&
      (rate.country === '' || rate.country === country) &&
      categories.includes(rate.category),
  );
  const placeOf = (rate: Rate) => categories.indexOf(rate.category);
  const kinds = [...Map.groupBy(fits, kindOf).entries()].sort(([, [a]], [, [b]]) => {
    const [one, other] = [a as Rate, b as Rate];
    return count(other) - count(one) || exactness(other) - exactness(one) || placeOf(one) - placeOf(other);
  });
  const [kind, members] = kinds[0] ?? [];
  if (kind === undefined || !members) return undefined;
  const newest = Math.max(...members.map(({ validFrom }) => validFrom.getTime()));
  const tiers = members.filter(({ validFrom }) => validFrom.getTime() === newest).sort((a, b) => b.fromUnits - a.fromUnits);
  const units = unitsOf(kind);
  // Below the first tier nothing is asked.
  return tiers.find(({ fromUnits }) => fromUnits <= units);
}

/** The prices of lines. A message of several units costs each of them. */
export function priceLines(
  rates: readonly Rate[],
  lines: readonly PricedLine[],
  countryOf: (address: string) => string,
  unitsOf: (kind: string) => number,
): Quoted[] {
  const needsCountry = rates.some(({ country }) => country !== '');
  const found = new Map<string, Rate | undefined>();
  return lines.map((line) => {
    const country = needsCountry ? countryOf(line.address) : '';
    const key = `${line.channelType} ${line.vendor} ${line.category} ${country}`;
    if (!found.has(key)) found.set(key, findRate(rates, line, country, unitsOf));
    const rate = found.get(key);
    return rate ? { price: rate.price * line.units, rateId: rate.rateId } : { price: 0, rateId: null };
  });
}
