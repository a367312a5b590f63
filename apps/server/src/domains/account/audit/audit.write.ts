import { type AuditKeys, hashEntry } from '#platform/audit/seal.ts';
import { takeEntries } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { writeBehind } from '#platform/db/transaction.ts';

const rowsAtOnce = 1000; // a statement has at most 65,535 parameters

const parts = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, part) => rows.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce));

/** Sends what the transaction has recorded for the audit trail with its commit. */
export function writeEntries(tx: Tx, keys: AuditKeys): void {
  const entries = takeEntries(tx);
  if (entries.length === 0) return;
  const rows = entries.map(({ salt: _salt, details: _details, customerId: _customer, ...fields }) => {
    const hash = hashEntry(fields);
    return { ...fields, hash, mac: keys.mac(hash) };
  });
  const details = entries.flatMap(({ enterpriseId, entryId, salt, details, customerId }) =>
    salt && details !== undefined ? [{ enterpriseId, entryId, salt, details, customerId }] : [],
  );
  for (const some of parts(rows)) writeBehind(tx, tx.insertInto('auditEntries').values(some).execute());
  for (const some of parts(details)) writeBehind(tx, tx.insertInto('auditDetails').values(some).execute());
}
