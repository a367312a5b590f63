import { endpoints, richCardLimits, richCardsMost } from '@parley/contract';
import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import type { Deleted } from '#platform/bin/deleted.ts';
import { findFreeName } from '#platform/bin/free-name.ts';
import { type PackedRows, packRows, unpackRows } from '#platform/bin/packed-rows.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { cardRecord } from './card.record.ts';
import { type CardRow, countCards, isCardName } from './card.repository.ts';

export const packCard = async (tx: Tx, { enterpriseId, cardId, name }: CardRow): Promise<Deleted> => ({
  kind: 'rich_card',
  recordId: cardId,
  name,
  packed: await packRows(tx, 'rich_cards', sql`t.enterprise_id = ${enterpriseId} and t.card_id = ${cardId}`),
});

export const cardBin: BinDefinition = {
  edit: endpoints.richCards.update,
  async restore(ctx, tx, { recordId, name: former, packed }) {
    const { enterpriseId } = ctx;
    if ((await countCards(tx, enterpriseId)) >= richCardsMost)
      throw new DomainError('bin.full', `At most ${richCardsMost} rich cards are possible.`, {});
    const isTaken = (candidate: string) => isCardName(tx, enterpriseId, candidate);
    const name = await findFreeName(former, isTaken, { longest: richCardLimits.nameLength });
    const rows = (packed as PackedRows).map((row) => ({ ...row, name, version: Number(row.version) + 1 }));
    await changing(ctx, tx, cardRecord, recordId, 'restore', () => unpackRows(tx, 'rich_cards', rows));
    return { name, missing: [] };
  },
  // The packed rows are deleted with the entry.
  purge: () => Promise.resolve(),
};
