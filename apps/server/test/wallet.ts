import { randomBytes } from 'node:crypto';
import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../src/context.ts';
import { bookCorrection } from '../src/domains/billing/door.ts';
import { applyReceipts, freezeRun, recordAttempts, takeDue } from '../src/domains/messaging/door.inside.ts';
import { newId } from '../src/platform/ids.ts';
import type { TestApp } from './app.ts';
import { body, type createVendorScenes } from './vendors.ts';

/** Half of a unit of the currency: what a message costs in these tests. */
export const half = 500_000;

/** A wallet, what fills and empties it, and messages that are carried without a vendor. The app has no worker: nothing moves by itself. */
export function createWalletScenes(app: TestApp, { makeWhatsApp, makeTemplate }: ReturnType<typeof createVendorScenes>) {
  /** Somebody with a production channel, a template and a price of half a unit. */
  async function makePayer(money: { available?: number; overdraft?: number; price?: number } = {}) {
    const user = await app.makeUser();
    const ctx = app.contextOf(user);
    const { channelId } = await makeWhatsApp(user);
    const template = await makeTemplate(user, channelId, [body('Hello')], { category: 'UTILITY' });
    await ctx.transaction(async (tx) => {
      const { enterpriseId } = user;
      await tx.updateTable('channels').set({ environment: 'production' }).where('enterpriseId', '=', enterpriseId).execute();
      await tx
        .updateTable('billingAccounts')
        .set({ overdraft: money.overdraft ?? 0 })
        .where('enterpriseId', '=', enterpriseId)
        .execute();
      await tx
        .insertInto('billingRates')
        .values({ enterpriseId, rateId: newId(), channelType: 4, price: money.price ?? half, validFrom: new Date(0) })
        .execute();
      if (money.available) await recharge(ctx, tx, money.available);
    });
    return { user, ctx, channelId, template };
  }
  type Payer = Awaited<ReturnType<typeof makePayer>>;

  /** A broadcast to so many numbers, not frozen yet. */
  async function makeRun({ user, channelId, template }: Payer, count: number): Promise<string> {
    const start = 1_000_000 + (randomBytes(4).readUInt32BE() % 8_000_000);
    const answer = await app.as(user).post(endpoints.broadcasts.send.path, {
      channelId,
      phoneNumber: Array.from({ length: count }, (_, index) => `+91987${start + index}`),
      message: { template: { templateId: template.name, templateUId: template.templateId } },
    });
    return answer.json().data.id;
  }

  const freeze = ({ ctx }: Payer, runId: string): Promise<void> => freezeRun(ctx, runId);

  /** Everything that waits is taken by the vendor, or refused. @returns the vendor's ids */
  async function carry({ ctx, user, channelId }: Payer, limit = 10_000, status: 'SENT' | 'FAILED' | 'UNKNOWN' = 'SENT'): Promise<string[]> {
    const { enterpriseId } = user;
    return ctx.transaction(async (tx) => {
      const { rows } = await takeDue(tx, enterpriseId, channelId, newId(), limit, new Date(Date.now() + 60_000));
      const ids = rows.map(() => randomBytes(8).toString('hex'));
      recordAttempts(
        tx,
        enterpriseId,
        channelId,
        rows.map(({ messageId, createdAt, attempts }, index) => ({
          messageId,
          createdAt,
          status,
          reason: status === 'SENT' ? '' : status === 'FAILED' ? 'REQUEST' : 'UNKNOWN_OUTCOME',
          vendorMessageId: status === 'SENT' ? (ids[index] as string) : '',
          attempt: attempts + 1,
          at: new Date(),
          again: null,
          detail: null,
        })),
        [...new Set(rows.map(({ piece }) => piece.wireId))],
      );
      return ids;
    });
  }

  const receive = ({ ctx, channelId }: Payer, vendorIds: readonly string[], status: 'delivered' | 'failed') =>
    ctx.transaction((tx) =>
      applyReceipts(
        ctx,
        tx,
        channelId,
        vendorIds.map((vendorMessageId) => ({ vendorMessageId, ourId: '', status, at: new Date() })),
      ),
    );

  const readAccounts = ({ ctx, user }: Payer) =>
    ctx.read((tx) =>
      tx
        .selectFrom('billingAccounts')
        .select(['outside', 'available', 'granted', 'spent'])
        .where('enterpriseId', '=', user.enterpriseId)
        .executeTakeFirstOrThrow(),
    );

  /** Rows of the ledger that go out: how many of each status and reason, and what they cost. */
  async function readRows({ ctx, user }: Payer): Promise<Record<string, { count: number; cost: number }>> {
    const { rows } = await ctx.read((tx) =>
      sql<{ name: string; count: number; cost: number }>`
        select trim(status || ' ' || reason) as name, count(*)::integer as count, sum(cost) as cost from messages
        where enterprise_id = ${user.enterpriseId} and direction = 'out' group by 1`.execute(tx),
    );
    return Object.fromEntries(rows.map(({ name, ...sums }) => [name, sums]));
  }

  return { makePayer, makeRun, freeze, carry, receive, readAccounts, readRows };
}

/** Money comes in, as an operator books it. */
export const recharge = (ctx: EnterpriseContext, tx: Tx, amount: number): Promise<void> =>
  bookCorrection(ctx, tx, { amount, reason: 'test', actor: 'test' });
