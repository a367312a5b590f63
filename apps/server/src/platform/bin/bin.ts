import type { AuditKind, Endpoint } from '@parley/contract';
import type { Ctx, EnterpriseContext } from '../../context.ts';
import type { Tx } from '../db/database.ts';
import type { Secrets } from '../secrets/secrets.ts';

/** The same when it lies there. */
export type Binned = { recordId: string; name: string; packed: unknown };

export type Missing = { kind: AuditKind; name?: string; count?: number };

export type Restored = {
  /** What it is called from now on. */
  name: string;
  /** What of it cannot come back, since it is gone: one by its name, or so many. */
  missing: readonly Missing[];
};

/** How the deleted records of a kind are kept. The noun's own delete puts them in, by `ctx.bin.put`. */
export type BinDefinition = {
  /** Whoever may make this call sees the deleted records of the kind, and restores them. */
  edit: Pick<Endpoint, 'access' | 'behind'>;
  /** In the transaction that takes the entry out of the bin. @throws DomainError bin.conflict, bin.full, or that what it belongs to is gone */
  restore: (ctx: Ctx, tx: Tx, entry: Binned, options: RestoreOptions) => Promise<Restored>;
  /** Ends the records for good. Counts of reports stay, what tells of a person goes. */
  purge: (ctx: EnterpriseContext, tx: Tx, entries: readonly Binned[]) => Promise<void>;
};

export type RestoreOptions = {
  /** Where somebody else has the place by now, both become one. */
  merge: boolean;
  deps: { secrets: Secrets };
};
