import type { AuditKind, AuditModule } from '@parley/contract';
import type { Config } from '../../config.ts';
import type { Ctx } from '../../context.ts';
import type { BinDefinition } from '../bin/bin.ts';
import type { Read } from '../db/database.ts';
import type { Database } from '../db/schema.ts';
import type { Secrets } from '../secrets/secrets.ts';

/** The values of a record by field, as people know them; what JSON can hold. */
export type Snapshot = Readonly<Record<string, unknown>>;

/**
 * The trail's way to keep a field. `plain`: its values. `long`: the first 500 characters and a SHA-256. `secret`: that it was set or
 * changed. `search`: as `long`, of texts by which customers are searched, which may be a number or an address: hidden from readers whose
 * role masks any. `phone` and `email`: its values, hidden from readers whose role masks them. `parts`: of a set of named values those that
 * differ.
 */
export type FieldKind = 'plain' | 'long' | 'search' | 'secret' | 'phone' | 'email' | 'parts';

/** A noun of the product as the audit trail knows it. Every change of one goes through trail.ts. */
export type RecordDefinition = {
  kind: AuditKind;
  module: AuditModule;
  /** A transaction of a call that changes one of these leaves an entry, or says why not. */
  tables: readonly (keyof Database)[];
  fields: Readonly<Record<string, FieldKind>>;
  /** @returns undefined where there is no such record (any more) */
  read: (tx: Read, enterpriseId: string, id: string) => Promise<Snapshot | undefined>;
  nameOf: (values: Snapshot) => string;
  /** The customer whose data it is: it can be erased, so no name of it stands outside of the details. */
  customerOf?: (id: string, values: Snapshot) => string | undefined;
  /** The console's screen of it. */
  link?: (id: string, values: Snapshot) => string;
  /** Saves former values by the noun's own service, with its checks and the version that stands now. */
  putBack?: {
    fields: readonly string[];
    save: (ctx: Ctx, id: string, values: Snapshot, deps: { secrets: Secrets; config: Config }) => Promise<unknown>;
  };
  /** Deleted records of the kind wait in the bin. */
  bin?: BinDefinition;
};

export const defineRecord = (definition: RecordDefinition): RecordDefinition => definition;

/** A record that is read together with others of its kind, in one query: where one call changes as many as its caller names. */
export type ManyRecords = RecordDefinition & {
  readMany: (tx: Read, enterpriseId: string, ids: readonly string[]) => Promise<ReadonlyMap<string, Snapshot>>;
};

/** Adds the put-back for the list of a module: services use the definition itself, and putting back uses services. */
export const withPutBack = (definition: RecordDefinition, putBack: RecordDefinition['putBack']): RecordDefinition => ({
  ...definition,
  ...(putBack ? { putBack } : {}),
});

/** The same for records in the bin. */
export const withBin = (definition: RecordDefinition, bin: BinDefinition): RecordDefinition => ({ ...definition, bin });

/** The records of all modules, by kind. @throws Error when a kind is defined twice */
export function collectRecords(modules: readonly { records?: readonly RecordDefinition[] }[]): ReadonlyMap<string, RecordDefinition> {
  const records = new Map<string, RecordDefinition>();
  for (const record of modules.flatMap((module) => module.records ?? [])) {
    if (records.has(record.kind)) throw new Error(`The record ${record.kind} is defined twice.`);
    records.set(record.kind, record);
  }
  return records;
}
