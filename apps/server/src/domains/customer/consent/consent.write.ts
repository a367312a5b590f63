import type { ConsentRoad } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';

/** The new state of a customer's consent; null: nobody asked. `changedAt` is the time of the statement, which an undo brings back. */
export type NewConsent = {
  customerId: string;
  channel: string;
  isGranted: boolean | null;
  source: string;
  changedAt: Date;
  address?: string;
};
/** Source, author and time of the knowledge. `by`: null: the customer, or the program */
export type ConsentWriting = { road: ConsentRoad; by: string | null; at: Date };

/**
 * The only way in which consents are written: what stands is changed, and what has changed is added to the history, in one statement
 * however many they are. A repeated value from the same source is no change.
 */
export async function writeConsents(
  tx: Tx,
  enterpriseId: string,
  consents: readonly NewConsent[],
  { road, by, at }: ConsentWriting,
): Promise<void> {
  if (consents.length === 0) return;
  const rows = consents.map(({ customerId, channel, isGranted, source, changedAt, address = '' }) => ({
    change_id: newId(),
    customer_id: customerId,
    channel,
    is_granted: isGranted,
    source,
    changed_at: changedAt,
    address,
  }));
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (change_id uuid, customer_id uuid, channel text, is_granted boolean, source text,
        changed_at timestamptz, address text)
    ), before as materialized (
      select g.*, k.is_granted as was, k.source as was_source from given g left join customer_consents k
        on k.enterprise_id = ${enterpriseId} and k.customer_id = g.customer_id and k.channel = g.channel
    ), gone as (
      delete from customer_consents k using given g
      where k.enterprise_id = ${enterpriseId} and k.customer_id = g.customer_id and k.channel = g.channel and g.is_granted is null
    ), written as (
      insert into customer_consents (enterprise_id, customer_id, channel, is_granted, source, changed_at)
      select ${enterpriseId}, g.customer_id, g.channel, g.is_granted, g.source, g.changed_at from given g where g.is_granted is not null
      on conflict (enterprise_id, customer_id, channel) do update set
        is_granted = excluded.is_granted, source = excluded.source, changed_at = excluded.changed_at
    )
    insert into consent_changes (enterprise_id, change_id, customer_id, channel, state_before, state_after, source, road, changed_by, changed_at, address)
    select ${enterpriseId}, b.change_id, b.customer_id, b.channel,
      case when b.was is null then 'never_asked' when b.was then 'granted' else 'refused' end,
      case when b.is_granted is null then 'never_asked' when b.is_granted then 'granted' else 'refused' end,
      b.source, ${road}, ${by}::uuid, ${at}::timestamptz, case when b.address <> '' then b.address when b.channel = 'EMAIL' then c.email
        when b.channel = 'WHATSAPP' then coalesce(nullif(c.profile ->> 'whatsAppNumber', ''), c.number) else c.number end
    from before b join customers c on c.enterprise_id = ${enterpriseId} and c.customer_id = b.customer_id
    where b.was is distinct from b.is_granted or (b.is_granted is not null and b.was_source is distinct from b.source)`.execute(tx);
}
