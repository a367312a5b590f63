import { type ConsentChannel, consentFields, consentWords } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { FieldChange, ReplacedConsent } from '#platform/db/schema.customer.ts';
import { findConsents } from '../customer/customer.consent.ts';
import type { ImportRow } from './import.repository.ts';
import type { GivenConsents } from './import.rows.ts';

export type Consenting = { customerId: string; consents: GivenConsents };
type Given = { customer_id: string; channel: ConsentChannel; is_granted: boolean };

/** Consents of a file: `source` names it. */
export async function writeConsents(tx: Tx, row: ImportRow, given: readonly Consenting[], now: Date): Promise<void> {
  const rows = given.flatMap(({ customerId, consents }) =>
    [...consents].map(([channel, isGranted]): Given => ({ customer_id: customerId, channel, is_granted: isGranted })),
  );
  if (rows.length === 0) return;
  await sql`insert into customer_consents (enterprise_id, customer_id, channel, is_granted, source, changed_at)
    select ${row.enterpriseId}::uuid, n.customer_id, n.channel, n.is_granted, ${`Import ${row.fileName}`}, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}) as n (customer_id uuid, channel text, is_granted boolean)
    on conflict (enterprise_id, customer_id, channel) do update set
      is_granted = excluded.is_granted, source = excluded.source, changed_at = excluded.changed_at`.execute(tx);
}

export type ConsentsBefore = { replaced: ReplacedConsent[]; changes: FieldChange[]; changed: GivenConsents };
const wordOf = (isGranted: boolean) => (isGranted ? consentWords.granted : consentWords.refused);

/** What a file changes of the consents of existing customers, by their ids; what it says again is no change. */
export async function compareConsents(
  tx: Tx,
  enterpriseId: string,
  given: readonly Consenting[],
  now: Date,
): Promise<Map<string, ConsentsBefore>> {
  const speaking = given.filter(({ consents }) => consents.size > 0);
  if (speaking.length === 0) return new Map();
  const stored = await findConsents(
    tx,
    enterpriseId,
    speaking.map(({ customerId }) => customerId),
  );
  const byKey = new Map(stored.map((consent) => [`${consent.customerId} ${consent.channel}`, consent]));
  return new Map(
    speaking.map(({ customerId, consents }) => {
      const changed = new Map(
        [...consents].filter(([channel, isGranted]) => byKey.get(`${customerId} ${channel}`)?.isGranted !== isGranted),
      );
      const replaced: ReplacedConsent[] = [];
      const changes: FieldChange[] = [];
      for (const [channel, isGranted] of changed) {
        const before = byKey.get(`${customerId} ${channel}`);
        const { label } = consentFields.find((field) => field.channel === channel) ?? { label: channel };
        replaced.push({
          channel,
          changedAt: now.toISOString(),
          before: before ? { isGranted: before.isGranted, source: before.source, changedAt: before.changedAt.toISOString() } : null,
        });
        changes.push({ field: label, from: before ? wordOf(before.isGranted) : '', to: wordOf(isGranted) });
      }
      return [customerId, { replaced, changes, changed }];
    }),
  );
}

/** Consents of before come back, unless the customer or somebody else has said otherwise since the import. */
export async function putConsentsBack(
  tx: Tx,
  enterpriseId: string,
  restored: readonly { customerId: string; consents: readonly ReplacedConsent[] }[],
): Promise<void> {
  const rows = restored.flatMap(({ customerId, consents }) =>
    consents.map(({ channel, changedAt, before }) => ({
      customer_id: customerId,
      channel,
      written_at: changedAt,
      is_granted: before?.isGranted ?? null,
      source: before?.source ?? null,
      changed_at: before?.changedAt ?? null,
    })),
  );
  if (rows.length === 0) return;
  const back = sql`json_to_recordset(${JSON.stringify(rows)}) as n (customer_id uuid, channel text, written_at timestamptz, is_granted boolean, source text,
    changed_at timestamptz) where k.enterprise_id = ${enterpriseId} and k.customer_id = n.customer_id and k.channel = n.channel
    and k.changed_at = n.written_at`;
  await sql`delete from customer_consents k using ${back} and n.is_granted is null`.execute(tx);
  await sql`update customer_consents k set is_granted = n.is_granted, source = n.source, changed_at = n.changed_at
    from ${back} and n.is_granted is not null`.execute(tx);
}
