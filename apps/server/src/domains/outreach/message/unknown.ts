import type { SentUnknownAgain, UnknownPreview } from '@parley/contract';
import type { Ctx } from '../../../context.ts';
import { readingOf, shownAddress } from '../../customer/door.ts';
import { previewUnknown, sendUnknownAgain } from '../../messaging/door.run.ts';

/** Presents the content of the dialog before a new sending of a run's messages of unknown outcome: numbers as its reader may see them. */
export async function presentUnknown(ctx: Ctx, runId: string): Promise<UnknownPreview> {
  const { asOf, addresses, refused, ...figures } = await previewUnknown(ctx, runId);
  const eyes = readingOf(ctx.actor);
  return {
    ...figures,
    asOf: asOf.toISOString(),
    refused: [...refused].map(([reason, count]) => ({ reason, count })),
    currency: await ctx.read(async (tx) => ctx.bill.currencyOf(tx, ctx.enterpriseId)),
    people: addresses.map((address) => shownAddress(address, eyes)),
  };
}

/** @param noted does the change of the run, and records that somebody has taken the risk */
export async function takeRisk(
  ctx: Ctx,
  runId: string,
  asOf: string,
  noted: Parameters<typeof sendUnknownAgain>[3],
): Promise<SentUnknownAgain> {
  const { count, refused } = await sendUnknownAgain(ctx, runId, new Date(asOf), noted);
  return { sentAgain: count, refused: [...refused.values()].reduce((sum, one) => sum + one, 0) };
}
