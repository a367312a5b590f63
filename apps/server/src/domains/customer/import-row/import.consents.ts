import { consentFields, consentWords } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { FieldChange, ReplacedConsent } from '#platform/db/schema.customer.ts';
import { writeConsents } from '../consent/consent.write.ts';
import { findConsents } from '../consent/customer.consent.ts';
import type { ImportRow } from '../import/import.repository.ts';
import type { GivenConsents } from './import.rows.ts';

export type Consenting = { customerId: string; consents: GivenConsents };

/** Consents of a file: `source` names it. */
export function writeFileConsents(tx: Tx, row: ImportRow, given: readonly Consenting[], now: Date): Promise<void> {
  const source = `Import ${row.fileName}`;
  const said = given.flatMap(({ customerId, consents }) =>
    [...consents].map(([channel, isGranted]) => ({ customerId, channel, isGranted, source, changedAt: now })),
  );
  return writeConsents(tx, row.enterpriseId, said, { road: 'import', by: row.createdBy, at: now });
}

export type ConsentsBefore = { replaced: ReplacedConsent[]; changes: FieldChange[]; changed: GivenConsents };
const wordOf = (isGranted: boolean) => (isGranted ? consentWords.granted : consentWords.refused);

/** Compares a file's consents with those of existing customers, by their ids; repeated values are no change. */
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
  { enterpriseId, createdBy }: Pick<ImportRow, 'enterpriseId' | 'createdBy'>,
  restored: readonly { customerId: string; consents: readonly ReplacedConsent[] }[],
  now: Date,
): Promise<void> {
  const replaced = restored.flatMap(({ customerId, consents }) => consents.map((consent) => ({ customerId, ...consent })));
  if (replaced.length === 0) return;
  const standing = await findConsents(
    tx,
    enterpriseId,
    restored.map(({ customerId }) => customerId),
  );
  const writtenAt = new Map(standing.map(({ customerId, channel, changedAt }) => [`${customerId} ${channel}`, changedAt.toISOString()]));
  const back = replaced
    .filter(({ customerId, channel, changedAt }) => writtenAt.get(`${customerId} ${channel}`) === changedAt)
    .map(({ customerId, channel, before }) => ({
      ...{ customerId, channel, isGranted: before?.isGranted ?? null, source: before?.source ?? '' },
      changedAt: before ? new Date(before.changedAt) : now,
    }));
  await writeConsents(tx, enterpriseId, back, { road: 'undo', by: createdBy, at: now });
}
