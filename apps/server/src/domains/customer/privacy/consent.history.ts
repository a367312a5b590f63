import type { ConsentChange, ConsentChannel } from '@parley/contract';
import { pageOf } from '#platform/db/page.ts';
import type { Ctx } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { accessCustomer } from '../query/customer.query.ts';
import { readingOf, shownAddress } from '../record/customer.reading.ts';

/** The newest first. @throws DomainError customer.not_found */
export function listConsentHistory(
  ctx: Ctx,
  customerId: string,
  { from, perPage }: { from: number; perPage: number },
): Promise<{ changes: ConsentChange[]; more: boolean }> {
  const { enterpriseId } = ctx;
  const eyes = readingOf(ctx.actor);
  return ctx.read(async (tx) => {
    await accessCustomer(tx, enterpriseId, customerId);
    const rows = await tx
      .selectFrom('consentChanges')
      .selectAll()
      .where('enterpriseId', '=', enterpriseId)
      .where('customerId', '=', customerId)
      .orderBy('changedAt', 'desc')
      .orderBy('changeId', 'desc')
      .$call(pageOf({ from, limit: perPage + 1 }))
      .execute();
    const page = rows.slice(0, perPage);
    const names = await findUserNames(
      tx,
      enterpriseId,
      page.map(({ changedBy }) => changedBy),
    );
    const changes = page.map((row, place) => ({
      id: row.changeId,
      channel: row.channel as ConsentChannel,
      before: row.stateBefore,
      after: row.stateAfter,
      source: row.source,
      road: row.road,
      by: names[place] ?? '',
      at: row.changedAt.toISOString(),
      address: shownAddress(row.address, eyes),
    }));
    return { changes, more: rows.length > perPage };
  });
}
