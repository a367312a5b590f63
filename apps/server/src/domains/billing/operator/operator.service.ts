import type { endpoints, OperatorAccount, z } from '@parley/contract';
import { type Auditing, changing, recordChange } from '#platform/audit/trail.ts';
import { type Db, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readEnterpriseName } from '../../account/door.ts';
import { moneyCame } from '../../messaging/door.figures.ts';
import { addRates, listRates } from '../rate/rate.service.ts';
import { reconcile } from '../settlement/reconcile.repository.ts';
import { type Account, changeAccount, listAccountIds, lockAccount, readAccount } from '../wallet/account.repository.ts';
import { type Balances, readBalances } from '../wallet/balance.repository.ts';
import { bookCorrection } from '../wallet/correction.ts';
import { fillLanes, takeLanesBack } from '../wallet/lanes.ts';
import { walletRecord } from '../wallet/wallet.record.ts';

type Calls = typeof endpoints.operator;
type AccountChange = Omit<z.infer<Calls['saveAccount']['body']>, 'version' | 'reason'>;
/** Context of an operator of the installation, in one enterprise. */
export type OperatorContext = EnterpriseContext & Omit<Auditing, 'actor' | 'by'> & { by: { kind: 'operator'; name: string } };

const present = (account: Account, balances: Balances, name: string): OperatorAccount => ({
  enterpriseId: account.enterpriseId,
  name,
  currency: account.currency,
  plan: account.plan,
  status: account.status,
  overdraft: account.overdraft,
  credit: account.credit,
  taxBasisPoints: account.taxBasisPoints,
  walletBalance: balances.walletBalance,
  reserved: balances.reserved,
  available: balances.available,
  differenceAt: account.differenceAt?.toISOString() ?? null,
  version: account.version,
});

const notFound = () => new DomainError('route.not_found', 'The API has no such call.', {});

/** The enterprise's account. @throws DomainError route.not_found where there is no such enterprise */
async function presentAccount(ctx: EnterpriseContext): Promise<OperatorAccount> {
  const { enterpriseId } = ctx;
  return ctx.read(async (tx) => {
    const account = await readAccount(tx, enterpriseId).catch(() => {
      throw notFound();
    });
    return present(account, await readBalances(tx, enterpriseId), await readEnterpriseName(tx, enterpriseId));
  });
}

export async function listAccounts(
  { db, contextOf }: { db: Db; contextOf: (enterpriseId: string) => EnterpriseContext },
  { from, perPage }: { from: number; perPage: number },
) {
  const limit = perPage === -1 ? 200 : perPage;
  const ids = await listAccountIds(db, { from, limit: limit + 1 });
  const accounts = await Promise.all(ids.slice(0, limit).map((enterpriseId) => presentAccount(contextOf(enterpriseId))));
  return { accounts, more: ids.length > limit };
}

export async function getAccount(ctx: EnterpriseContext) {
  const { enterpriseId } = ctx;
  const account = await presentAccount(ctx);
  const [rates, differences] = await Promise.all([
    ctx.read((tx) => listRates(tx, enterpriseId, ctx.now())),
    ctx.read((tx) => reconcile(tx, enterpriseId)),
  ]);
  return { account, rates, differences };
}

/** @throws DomainError billing.limit where the balance lies outside of the new limits, billing.currency_used, record.changed */
export async function saveAccount(ctx: OperatorContext, change: AccountChange, version: number): Promise<OperatorAccount> {
  const { enterpriseId } = ctx;
  await presentAccount(ctx);
  await withinLimits('credit', () =>
    ctx.transaction(async (tx) => {
      const account = await lockAccount(tx, enterpriseId);
      await assertVersion(ctx, tx, walletRecord, { id: enterpriseId, version: account.version }, version);
      if (change.currency && change.currency !== account.currency && account.nextSeq > 1)
        throw new DomainError('billing.currency_used', 'The currency cannot be changed once money has moved.', {});
      // Grants of conversations may come from credit that no longer exists.
      await takeLanesBack(tx, enterpriseId, ctx.now());
      await changing(ctx, tx, walletRecord, enterpriseId, 'edit', () => changeAccount(tx, enterpriseId, change));
      await fillLanes(tx, account, ctx.now());
      await moneyCame(ctx, tx);
    }),
  );
  return presentAccount(ctx);
}

export async function addOperatorRates(ctx: OperatorContext, validFrom: Date, rates: z.infer<Calls['addRates']['body']>['rates']) {
  await presentAccount(ctx);
  return { rates: await ctx.transaction((tx) => addRates(ctx, tx, { validFrom, rates, by: ctx.by.name || ctx.by.kind })) };
}

/** @throws DomainError billing.limit where there is not so much to take */
export async function correct(
  ctx: OperatorContext,
  { amount, reason, requestKey }: { amount: number; reason: string; requestKey: string },
): Promise<OperatorAccount> {
  const { enterpriseId } = ctx;
  await presentAccount(ctx);
  try {
    await withinLimits('amount', () =>
      ctx.transaction(async (tx) => {
        await bookCorrection(ctx, tx, { amount, reason, actor: ctx.by.kind, uniqueKey: `correction:${requestKey}` });
        recordChange(ctx, tx, { record: walletRecord, id: enterpriseId, action: 'edit', before: {}, after: { amount }, reason });
      }),
    );
  } catch (error) {
    if (violatedConstraint(error) !== 'billing_movements_once') throw error;
  }
  return presentAccount(ctx);
}

const checkFailed = '23514';

/** The row's own check is the last to say that a balance is within its limit. */
async function withinLimits<T>(field: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code !== checkFailed) throw error;
    throw new DomainError('billing.limit', `The balance does not allow this: ${field}.`, { field }, { cause: error });
  }
}
