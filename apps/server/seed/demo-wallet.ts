import { channelTypes, moneyUnit } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../src/context.ts';
import { addRates, bookCorrection } from '../src/domains/billing/door.ts';

/** Unit prices of the demo: a message on WhatsApp, a segment of a short message, an e-mail. */
const prices = [
  { channelType: channelTypes.WHATSAPP, category: 'MARKETING', country: 'IN', price: 863_100 },
  { channelType: channelTypes.WHATSAPP, category: 'UTILITY', country: 'IN', price: 145_000 },
  { channelType: channelTypes.WHATSAPP, category: 'UTILITY_IN_WINDOW', country: '', price: 0 },
  { channelType: channelTypes.WHATSAPP, category: 'AUTHENTICATION', country: 'IN', price: 145_000 },
  { channelType: channelTypes.WHATSAPP, category: 'SERVICE', country: '', price: 0 },
  { channelType: channelTypes.SMS, category: '', country: 'IN', price: 180_000 },
  { channelType: channelTypes.RCS, category: '', country: '', price: 250_000 },
  { channelType: channelTypes.EMAIL, category: '', country: '', price: 20_000 },
] as const;
const opening = 5_000 * moneyUnit;

/**
 * Rates and an opening balance, as an operator books them. The demo's channels are the sandbox's, where nothing is paid: its consumption is
 * nothing until a production channel sends.
 */
export async function seedDemoWallet(ctx: EnterpriseContext, tx: Tx, at: Date): Promise<void> {
  const by = { kind: 'operator', name: '' } as const;
  const rates = prices.map((price) => ({ ...price, vendor: '', fromUnits: 0 }));
  await addRates({ ...ctx, by }, tx, { validFrom: at, rates, by: by.kind });
  await bookCorrection(ctx, tx, { amount: opening, reason: 'Opening balance of the demo', actor: by.kind });
}
