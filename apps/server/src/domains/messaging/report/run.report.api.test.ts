import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { startApp } from '../../../../test/app.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { applyReceipts, type Receipt } from '../receipt/receipts.ts';
import { listDeliveries, listFailures } from './run.report.ts';

const app = await startApp({ config: { roles: ['http'] } });
const owner = await app.makeUser();
const ctx = app.contextOf(owner);
const { enterpriseId } = owner;
const began = new Date(Date.now() - 6 * 3_600_000);
const messages = 4;

/** A run whose messages a vendor has accepted. */
async function makeRun(source: 'CAMPAIGN' | 'BROADCAST') {
  const [runId, channelId] = [newId(), newId()];
  await ctx.transaction(async (tx) => {
    for (let number = 1; number <= messages; number += 1) {
      const messageId = newId();
      const common = { enterpriseId, messageId, createdAt: began, channelId };
      await tx
        .insertInto('messages')
        .values({
          ...common,
          direction: 'out',
          source,
          resourceId: runId,
          number,
          status: 'SENT',
          statusAt: began,
          address: `+91${number}`,
        })
        .execute();
      await tx
        .insertInto('messageHandovers')
        .values({ ...common, vendorMessageId: `v${number}`, attempt: 1, at: began })
        .execute();
    }
  });
  return { runId, channelId };
}

const step = fc.record({
  message: fc.integer({ min: 1, max: messages }),
  status: fc.constantFrom('sent' as const, 'delivered' as const, 'read' as const, 'failed' as const),
  minutes: fc.integer({ min: 1, max: 300 }),
  code: fc.constantFrom('131026', '131047'),
});
type Step = { message: number; status: Receipt['status']; minutes: number; code: string };
const toReceipt = ({ message, status, minutes, code }: Step): Receipt => ({
  vendorMessageId: `v${message}`,
  ourId: '',
  status,
  at: new Date(began.getTime() + minutes * 60_000),
  ...(status === 'failed' ? { error: { class: 'RECIPIENT', vendorCode: code, vendorMessage: '', advice: '' } } : {}),
});

type Timed = { number: number; status: string; events: { status: string; kind: string; at: string; code: string | null }[] };
const listEvents = async (of: EnterpriseContext, runId: string): Promise<Timed[]> =>
  (
    await of.read((tx) =>
      sql<Timed>`
        select m.number, m.status, coalesce(json_agg(json_build_object('status', e.status, 'kind', e.kind, 'at', e.at, 'code', e.detail ->> 'vendorCode'))
          filter (where e.status is not null), '[]') as events
        from messages m left join message_events e on e.enterprise_id = m.enterprise_id and e.message_id = m.message_id
        where m.enterprise_id = ${enterpriseId} and m.resource_id = ${runId} group by m.number, m.status`.execute(tx),
    )
  ).rows;

const hourMs = 3_600_000;
const countBy = <T>(values: readonly T[]) =>
  [...Map.groupBy(values, (value) => JSON.stringify(value))].map(([value, { length }]) => [JSON.parse(value), length]).sort();

test('screens 3.6 a report draws what a look at every receipt of a campaign finds, in any order and batches, folded or not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 5 }), { maxLength: 6 }), fc.boolean(), async (batches, isFolded) => {
      const { runId, channelId } = await makeRun('CAMPAIGN');
      for (const batch of batches) await ctx.transaction((tx) => applyReceipts(ctx, tx, channelId, batch.map(toReceipt)));
      if (isFolded) await sql`select fold_run_tallies(), fold_message_counts()`.execute(app.deps.db);
      const rows = await listEvents(ctx, runId);
      const timeOf = ({ events }: Timed, status: string) => {
        const times = events.filter((event) => event.kind === 'receipt' && event.status === status).map(({ at }) => Date.parse(at));
        return times.length > 0 ? Math.min(...times) : undefined;
      };
      const read = rows.flatMap((row) => timeOf(row, 'READ') ?? []);
      const delivered = rows.flatMap((row) => timeOf(row, 'DELIVERED') ?? timeOf(row, 'READ') ?? []);
      const after = rows.flatMap((row) => {
        const at = timeOf(row, 'READ');
        return at === undefined ? [] : Math.max(1, Math.ceil((at - (timeOf(row, 'DELIVERED') ?? at)) / hourMs));
      });
      const failed = rows.flatMap(({ status, events }) =>
        status === 'FAILED'
          ? ['RECIPIENT', events.find((event) => event.status === 'FAILED' && event.kind === 'receipt')?.code ?? ''].join()
          : [],
      );
      const found = await ctx.read((tx) => listDeliveries(tx, enterpriseId, [runId]));
      const failures = await ctx.read((tx) => listFailures(tx, enterpriseId, [runId]));
      const hourOf = (at: number) => new Date(Math.floor(at / hourMs) * hourMs).toISOString();
      const drawn = (of: 'delivered' | 'read') =>
        found.hours.flatMap((hour) => (hour[of] > 0 ? [[hour.at.toISOString(), hour[of]]] : [])).sort();
      expect({
        delivered: drawn('delivered'),
        read: drawn('read'),
        after: found.readAfter.map(({ hours, count }) => [hours, count]).sort(),
        failed: failures.map(({ reason, vendorCode, count }) => [[reason, vendorCode].join(), count]).sort(),
      }).toEqual({
        delivered: countBy(delivered.map(hourOf)),
        read: countBy(read.map(hourOf)),
        after: countBy(after),
        failed: countBy(failed),
      });
    }),
    {
      numRuns: 60,
      // A reading, then the delivery of an hour before: what was tallied at first is nothing any more.
      examples: [
        [
          [
            [{ message: 2, status: 'read', minutes: 62, code: '131026' }],
            [{ message: 2, status: 'delivered', minutes: 1, code: '131026' }],
          ],
          false,
        ],
      ],
    },
  );
});

test('a failure without a vendor’s code is counted by its reason, and broadcasts leave no tallies', async () => {
  const { runId, channelId } = await makeRun('CAMPAIGN');
  const other = await makeRun('BROADCAST');
  const given = [1, 2].map((message) => toReceipt({ message, status: 'failed', minutes: 1, code: '131026' }));
  await ctx.transaction((tx) => applyReceipts(ctx, tx, channelId, given.slice(0, 1)));
  await ctx.transaction((tx) => applyReceipts(ctx, tx, other.channelId, given));
  await ctx.transaction((tx) =>
    tx
      .updateTable('messages')
      .set({ status: 'FAILED', reason: 'RECIPIENT' })
      .where('enterpriseId', '=', enterpriseId)
      .where('resourceId', '=', runId)
      .where('number', '>', 2)
      .execute(),
  );
  expect(await ctx.read((tx) => listFailures(tx, enterpriseId, [runId]))).toEqual([
    { reason: 'RECIPIENT', vendorCode: '', count: 2 },
    { reason: 'RECIPIENT', vendorCode: '131026', count: 1 },
  ]);
  const tallied = await ctx.read((tx) => tx.selectFrom('runTallyChanges').select('runId').where('runId', '=', other.runId).execute());
  expect(tallied).toEqual([]);
});
