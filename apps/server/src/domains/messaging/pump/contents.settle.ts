import { sql } from 'kysely';
import { texts, uuids } from '#platform/db/arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import { writeBehind } from '#platform/db/transaction.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { amongRows } from '../ledger/ledger.repository.ts';
import type { TakenRow } from '../queue/queue.repository.ts';
import { type ContentValues, isUndecided, type RunContent } from '../run/contents.ts';
import type { RunMessages } from '../run/run.repository.ts';
import { changeValues } from '../run/values.ts';

type Settled = { row: TakenRow; run: RunMessages & { contents: readonly RunContent[] }; chosen: ContentValues; number: number };

/**
 * Gives rows that leave now their content, in the transaction that takes them: what was chosen, and in the first part what was planned.
 * From then on they are rows like any other, at the price of their content.
 * @param runs of these rows, by their ids
 */
export async function settleContents(
  ctx: EnterpriseContext,
  tx: Tx,
  rows: readonly TakenRow[],
  runs: ReadonlyMap<string, RunMessages>,
): Promise<TakenRow[]> {
  const settled: Settled[] = rows.flatMap((row) => {
    const run = row.runId === null ? undefined : runs.get(row.runId);
    if (!run?.contents || !isUndecided(row.content)) return [];
    const number = run.chosenContent ?? row.content.planned;
    const chosen = row.content.contents[number - 1];
    const templateId = run.contents[number - 1]?.templateId ?? row.templateId;
    if (!chosen) return [];
    const contentNumber = run.chosenContent === null ? number : null;
    return [{ row: { ...row, templateId, contentNumber }, run: { ...run, contents: run.contents }, chosen, number }];
  });
  if (settled.length === 0) return [...rows];
  const changed = new Map<string, TakenRow>();
  for (const members of Map.groupBy(settled, ({ row, number }) => `${row.runId} ${number}`).values()) {
    const [{ run, number }] = members as [Settled];
    const { message } = run.contents[number - 1] as RunContent;
    for (const { values, row } of await changeValues(ctx, tx, { ...run, message }, members.map(toPerson)))
      changed.set(row.messageId, { ...row, content: { ...values } });
  }
  writeBehind(tx, writeSettled(tx, ctx.enterpriseId, settled, changed));
  return rows.map((row) => changed.get(row.messageId) ?? row);
}

const toPerson = ({ row, chosen }: Settled) => ({
  row,
  messageId: row.messageId,
  address: row.address,
  values: chosen.values,
  missing: [],
  contentNumber: row.contentNumber,
});

async function writeSettled(
  tx: Tx,
  enterpriseId: string,
  settled: readonly Settled[],
  changed: ReadonlyMap<string, TakenRow>,
): Promise<void> {
  const rows = settled.map(({ row }) => row);
  await sql`
    update messages m set template_id = g.template_id, content = g.content::jsonb, units = g.units, cost = g.cost, rate_id = g.rate_id,
      content_number = g.content_number
    from unnest(${uuids(rows, ({ messageId }) => messageId)}::uuid[], ${rows.map(({ createdAt }) => createdAt)}::timestamptz[],
      ${uuids(rows, ({ templateId }) => templateId ?? 'null')}::uuid[],
      ${texts(rows, ({ messageId }) => JSON.stringify(changed.get(messageId)?.content ?? {}))}::text[],
      ${settled.map(({ chosen }) => chosen.units)}::integer[], ${settled.map(({ chosen }) => chosen.cost)}::bigint[],
      ${uuids(settled, ({ chosen }) => chosen.rateId ?? 'null')}::uuid[], ${rows.map(({ contentNumber }) => contentNumber)}::smallint[]
    ) as g(message_id, created_at, template_id, content, units, cost, rate_id, content_number)
    where m.enterprise_id = ${enterpriseId} and ${amongRows(rows)} and m.message_id = g.message_id and m.created_at = g.created_at
      and m.status = 'QUEUED'`.execute(tx);
}
