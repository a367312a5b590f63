import type { AudienceBreakdown, Estimate } from '@parley/contract';
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type RunMessage, toOutgoing, unitsOf } from '../../messaging/door.ts';
import type { SendingChannel } from '../shared/message.ts';

type Countries = AudienceBreakdown['byCountry'];
/** @property price of one message to a country, in millionths */
export type Priced = { estimate: Estimate; prices: Readonly<Record<string, number>> };

/** How a number of a country begins, which is what a price is for; '' stands for an unknown one. */
const addressIn = (country: string): string => (isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : '');

/**
 * What messages to so many people of each country would cost by the prices of now. What goes to the simulator costs nothing.
 * @param values of the first person: a short message is as long as its values
 */
export async function priceOf(
  { bill, enterpriseId, now }: Pick<EnterpriseContext, 'bill' | 'enterpriseId' | 'now'>,
  tx: Tx,
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
