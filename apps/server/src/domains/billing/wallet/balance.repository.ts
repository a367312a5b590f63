import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { Account } from './account.repository.ts';

/** @property walletBalance what came in, less what was handed over. @property reserved taken ahead by runs, and paid for what waits */
export type Balances = { walletBalance: number; reserved: number; available: number };

/**
 * Cost of the ledger's rows by what they are to the wallet, rows of (class, cost). Totals and what was not folded
 * yet, so it is exact at the moment of the statement.
 */
export const costsByClass = (enterpriseId: string): RawBuilder<unknown> => sql`
  select class, cost from cost_totals where enterprise_id = ${enterpriseId}
  union all
  select cost_class(status), cost from message_count_changes
  where enterprise_id = ${enterpriseId} and cost <> 0 and cost_class(status) is not null`;

/**
 * The wallet as it is at this moment, whatever is not booked yet: what came in stands in the account, the rest in the ledger. What
 * conversations have taken ahead is theirs for the next minute alone, and counts as available.
 */
export async function readBalances(tx: Read, enterpriseId: string): Promise<Pick<Account, 'currency' | 'plan' | 'status'> & Balances> {
  const { rows } = await sql<Pick<Account, 'currency' | 'plan' | 'status'> & { paidIn: number; spent: number; reserved: number }>`
    with costs as (${costsByClass(enterpriseId)})
    select a.currency, a.plan, a.status, -a.outside as paid_in, coalesce((select sum(cost) from costs where class = 'spent'), 0) as spent,
      coalesce((select sum(cost) from costs where class = 'open'), 0)
        + coalesce((select sum(unused) from wallet_grants where enterprise_id = ${enterpriseId} and payer_kind = 'run'), 0) as reserved
    from billing_accounts a where a.enterprise_id = ${enterpriseId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The enterprise has no account.');
  const { paidIn, spent, reserved, ...account } = row;
  return { ...account, walletBalance: paidIn - spent, reserved, available: paidIn - spent - reserved };
}
