import type { AudienceBreakdown, Estimate } from '@parley/contract';
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { unitsOf } from '../../messaging/door.run.ts';
import { type RunMessage, toOutgoing } from '../../messaging/door.talk.ts';
import type { SendingChannel } from '../message/message.repository.ts';

type Countries = AudienceBreakdown['byCountry'];
/** @property prices of one message to a country, in millionths; @property fallbackPrices of the fallback's, where there is one */
export type Priced = {
  estimate: Estimate;
  prices: Readonly<Record<string, number>>;
  fallbackPrices?: Readonly<Record<string, number>>;
};

/** The prefix of a country's numbers, which prices depend on; '' stands for an unknown one. */
export const addressIn = (country: string): string => (isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : '');

/**
 * Estimates the cost of messages to these numbers of people per country at current prices. Messages to the simulator cost nothing.
 * @param values of the first person: a short message is as long as its values
 */
export async function priceOf(
  { bill, enterpriseId, now }: Pick<EnterpriseContext, 'bill' | 'enterpriseId' | 'now'>,
  tx: Read,
  {
    channel,
    message,
    values,
  }: { channel: Pick<SendingChannel, 'type' | 'vendor' | 'environment'>; message: RunMessage; values: Readonly<Record<string, string>> },
  countries: Countries,
): Promise<Priced> {
  const units = unitsOf(channel.type, () => toOutgoing(message, values));
  const line = { channelType: channel.type, vendor: channel.vendor, category: message.template.category, units };
  const quoted =
    channel.environment === 'sandbox' || countries.length === 0
      ? []
      : await bill.quote(
          tx,
          { enterpriseId, at: now() },
          countries.map(({ country }) => ({ ...line, address: addressIn(country) })),
        );
  const prices = countries.map((_, place) => quoted[place]?.price ?? 0);
  const byCountry = countries.map(({ country, count }, place) => ({ country, units: units * count, amount: (prices[place] ?? 0) * count }));
  return {
    estimate: {
      units: byCountry.reduce((sum, one) => sum + one.units, 0),
      amount: byCountry.reduce((sum, one) => sum + one.amount, 0),
      currency: await bill.currencyOf(tx, enterpriseId),
      byCountry,
    },
    prices: Object.fromEntries(countries.map(({ country }, place) => [country, prices[place] ?? 0])),
  };
}

/** Takes the highest price of several contents, country by country: nobody knows yet who gets which content. */
export function dearestOf(priced: readonly Priced[]): Priced {
  const [first, ...others] = priced as [Priced, ...Priced[]];
  return others.reduce((dearest, { estimate, prices }) => {
    const byCountry = dearest.estimate.byCountry.map((line, place) => {
      const other = estimate.byCountry[place] ?? line;
      return { ...line, units: Math.max(line.units, other.units), amount: Math.max(line.amount, other.amount) };
    });
    return {
      estimate: {
        ...dearest.estimate,
        units: byCountry.reduce((sum, { units }) => sum + units, 0),
        amount: byCountry.reduce((sum, { amount }) => sum + amount, 0),
        byCountry,
      },
      prices: Object.fromEntries(
        Object.entries(dearest.prices).map(([country, price]) => [country, Math.max(price, prices[country] ?? 0)]),
      ),
    };
  }, first);
}
