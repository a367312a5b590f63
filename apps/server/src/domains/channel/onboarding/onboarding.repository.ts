import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { pageOf } from '#platform/db/page.ts';
import type { WhatsAppNumberTable, WhatsAppOnboardingTable } from '#platform/db/schema.chat.ts';
import { DomainError } from '#platform/http/domain-error.ts';

export type OnboardingRow = Selectable<WhatsAppOnboardingTable>;
/** A number with what its channel says of itself. */
export type NumberRow = Selectable<WhatsAppNumberTable> & { channelName: string; channelState: string; lastInboundAt: Date | null };

/** @throws DomainError onboarding.not_found, for another enterprise's too */
export async function accessOnboarding(
  tx: Read,
  enterpriseId: string,
  onboardingId: string,
  { lock = false } = {},
): Promise<OnboardingRow> {
  const row = await tx
    .selectFrom('whatsappOnboardings')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('onboardingId', '=', onboardingId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new DomainError('onboarding.not_found', 'No such onboarding.', {});
  return row;
}

export const findOnboarding = (tx: Read, enterpriseId: string, onboardingId: string): Promise<OnboardingRow | undefined> =>
  tx
    .selectFrom('whatsappOnboardings')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('onboardingId', '=', onboardingId)
    .executeTakeFirst();

export const findByRequest = (tx: Read, enterpriseId: string, startedBy: string, requestKey: string): Promise<OnboardingRow | undefined> =>
  tx
    .selectFrom('whatsappOnboardings')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('startedBy', '=', startedBy)
    .where('requestKey', '=', requestKey)
    .executeTakeFirst();

/** Unfinished ones first: those without a number, or with one that is not connected. */
export const listOnboardings = (tx: Read, enterpriseId: string, page: { from: number; limit: number }): Promise<OnboardingRow[]> =>
  tx
    .selectFrom('whatsappOnboardings as o')
    .selectAll('o')
    .where('o.enterpriseId', '=', enterpriseId)
    .orderBy(
      sql`exists (select from whatsapp_numbers n where n.enterprise_id = o.enterprise_id and n.onboarding_id = o.onboarding_id)
        and not exists (select from whatsapp_numbers n where n.enterprise_id = o.enterprise_id and n.onboarding_id = o.onboarding_id
          and coalesce(n.steps #>> '{channel,state}', '') <> 'DONE')`,
    )
    .orderBy('o.changedAt', 'desc')
    .orderBy('o.onboardingId')
    .$call(pageOf(page))
    .execute();

export async function listNumbers(tx: Read, enterpriseId: string, onboardingIds: readonly string[]): Promise<NumberRow[]> {
  if (onboardingIds.length === 0) return [];
  return tx
    .selectFrom('whatsappNumbers as n')
    .innerJoin('channels as c', (join) => join.onRef('c.enterpriseId', '=', 'n.enterpriseId').onRef('c.channelId', '=', 'n.channelId'))
    .selectAll('n')
    .select(['c.name as channelName', 'c.state as channelState', 'c.lastInboundAt'])
    .where('n.enterpriseId', '=', enterpriseId)
    .where('n.onboardingId', 'in', [...onboardingIds])
    .orderBy('n.createdAt')
    .orderBy('n.phoneNumberId')
    .execute();
}

export const insertOnboarding = (tx: Tx, row: Insertable<WhatsAppOnboardingTable>): Promise<OnboardingRow> =>
  tx.insertInto('whatsappOnboardings').values(row).returningAll().executeTakeFirstOrThrow();

export async function changeOnboarding(
  tx: Tx,
  enterpriseId: string,
  onboardingId: string,
  change: Updateable<WhatsAppOnboardingTable>,
): Promise<void> {
  await tx
    .updateTable('whatsappOnboardings')
    .set(change)
    .where('enterpriseId', '=', enterpriseId)
    .where('onboardingId', '=', onboardingId)
    .execute();
}

export async function changeNumber(
  tx: Tx,
  enterpriseId: string,
  { onboardingId, phoneNumberId }: Pick<NumberRow, 'onboardingId' | 'phoneNumberId'>,
  change: Updateable<WhatsAppNumberTable>,
): Promise<void> {
  await tx
    .updateTable('whatsappNumbers')
    .set(change)
    .where('enterpriseId', '=', enterpriseId)
    .where('onboardingId', '=', onboardingId)
    .where('phoneNumberId', '=', phoneNumberId)
    .execute();
}

/** @returns false where somebody, of whatever enterprise, was faster */
export async function insertNumber(tx: Tx, row: Insertable<WhatsAppNumberTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('whatsappNumbers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function isTaken(tx: Read, environment: string, phone: string, phoneNumberId: string): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean;
  }>`select is_whatsapp_number_taken(${environment}, ${phone}, ${phoneNumberId}) as taken`.execute(tx);
  return rows[0]?.taken ?? false;
}

export async function deleteOnboarding(tx: Tx, enterpriseId: string, onboardingId: string): Promise<void> {
  await tx.deleteFrom('whatsappOnboardings').where('enterpriseId', '=', enterpriseId).where('onboardingId', '=', onboardingId).execute();
}

/** Deletes channels that were never connected; their numbers go with them. */
export async function deleteSetupChannels(tx: Tx, enterpriseId: string, channelIds: readonly string[]): Promise<void> {
  if (channelIds.length === 0) return;
  await tx
    .deleteFrom('channels')
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', 'in', [...channelIds])
    .where('state', '=', 'SETUP')
    .execute();
}
