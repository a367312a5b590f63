import { type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { BillingAccountTable, MovementKind, WalletAccount } from '#platform/db/schema.billing.ts';

export type Account = Selectable<BillingAccountTable>;

/**
 * Locks the account. A transaction that moves money locks this row first, and only then rows of grants; one that pays out of a grant never
 * waits for it.
 */
export async function lockAccount(tx: Tx, enterpriseId: string): Promise<Account> {
  return tx.selectFrom('billingAccounts').selectAll().where('enterpriseId', '=', enterpriseId).forUpdate().executeTakeFirstOrThrow();
}

export const readAccount = (tx: Read, enterpriseId: string): Promise<Account> =>
  tx.selectFrom('billingAccounts').selectAll().where('enterpriseId', '=', enterpriseId).executeTakeFirstOrThrow();

/** Returns the money that may still be taken: a postpaid wallet goes below zero, as far as its credit. */
export const spareOf = ({ available, plan, credit }: Pick<Account, 'available' | 'plan' | 'credit'>): number =>
  available + (plan === 'POSTPAID' ? credit : 0);

const roads: Record<Exclude<MovementKind, 'correction'>, readonly [WalletAccount, WalletAccount]> = {
  recharge: ['outside', 'available'],
  reserve: ['available', 'granted'],
  charge: ['granted', 'spent'],
  release: ['granted', 'available'],
  refund: ['spent', 'available'],
  gateway_refund: ['available', 'outside'],
};

/** @property amount more than nothing; a correction may be less, and then takes */
export type NewMovement = {
  kind: MovementKind;
  amount: number;
  reference?: string;
  /** Key of a movement that happens at most once */
  uniqueKey?: string;
  reason?: string;
  actor?: string;
  at: Date;
};

/** Moves money and writes it down, in one statement. The account is locked by then. @returns what is available now */
export async function post(tx: Tx, enterpriseId: string, movement: NewMovement): Promise<number> {
  const { kind, reference = '', uniqueKey = '', reason = '', actor = '', at } = movement;
  const [from, to] =
    kind === 'correction' ? (movement.amount > 0 ? (['outside', 'available'] as const) : (['available', 'outside'] as const)) : roads[kind];
  const amount = Math.abs(movement.amount);
  const step = (account: WalletAccount) => (account === to ? amount : account === from ? -amount : 0);
  const { rows } = await sql<{ balanceAfter: number }>`
    with moved as (
      update billing_accounts set next_seq = next_seq + 1, outside = outside + ${step('outside')}::bigint, available = available + ${step('available')}::bigint,
        granted = granted + ${step('granted')}::bigint, spent = spent + ${step('spent')}::bigint
      where enterprise_id = ${enterpriseId} returning next_seq - 1 as seq, available
    )
    insert into billing_movements (enterprise_id, seq, kind, from_account, to_account, amount, reference, unique_key, balance_after, reason, actor, at)
    select ${enterpriseId}, seq, ${kind}, ${from}, ${to}, ${amount}, ${reference}, ${uniqueKey}, available, ${reason}, ${actor}, ${at} from moved
    returning balance_after`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('The enterprise has no account.');
  return row.balanceAfter;
}

/** Takes ahead, or gives back, the difference; nothing is written down when there is none. */
export async function postGranted(tx: Tx, enterpriseId: string, difference: number, reference: string, at: Date): Promise<void> {
  if (difference === 0) return;
  await post(tx, enterpriseId, { kind: difference > 0 ? 'reserve' : 'release', amount: Math.abs(difference), reference, at });
}

/** Changes what an operator has agreed for the account, and counts its version. */
export async function changeAccount(tx: Tx, enterpriseId: string, change: Updateable<BillingAccountTable>): Promise<void> {
  await tx
    .updateTable('billingAccounts')
    .set(({ eb }) => ({ ...change, version: eb('version', '+', 1) }))
    .where('enterpriseId', '=', enterpriseId)
    .execute();
}

/** Notes since when the books do not add up. */
export async function markDifference(tx: Tx, enterpriseId: string, at: Date): Promise<void> {
  await tx.updateTable('billingAccounts').set({ differenceAt: at }).where('enterpriseId', '=', enterpriseId).execute();
}

export async function unmarkDifference(tx: Tx, enterpriseId: string): Promise<void> {
  await tx
    .updateTable('billingAccounts')
    .set({ differenceAt: null })
    .where('enterpriseId', '=', enterpriseId)
    .where('differenceAt', 'is not', null)
    .execute();
}

const idsOf = (rows: readonly { enterpriseId: string }[]) => rows.map(({ enterpriseId }) => enterpriseId);

/** The enterprises that have a wallet. */
export const listWithWallets = async (db: Read): Promise<string[]> =>
  idsOf((await sql<{ enterpriseId: string }>`select enterprise_id from enterprises_with_wallets()`.execute(db)).rows);

/** The enterprises with something to book: messages, grants that a run holds, refunds that wait. */
export const listToSettle = async (db: Read): Promise<string[]> =>
  idsOf((await sql<{ enterpriseId: string }>`select enterprise_id from wallets_to_settle()`.execute(db)).rows);

/** A page of the enterprises' accounts, as the installation's operators list them. */
export const listAccountIds = async (db: Read, { from, limit }: { from: number; limit: number }): Promise<string[]> =>
  idsOf((await sql<{ enterpriseId: string }>`select enterprise_id from operator_accounts(${from}, ${limit})`.execute(db)).rows);
