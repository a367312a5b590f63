import type { AuditKind, Endpoint } from '@parley/contract';
import type { Ctx, EnterpriseContext } from '../../context.ts';
import type { Tx } from '../db/database.ts';
import type { Secrets } from '../secrets/secrets.ts';

/** The same when it lies there. */
export type Binned = { recordId: string; name: string; packed: unknown };

export type Missing = { kind: AuditKind; name?: string; count?: number };

export type Restored = {
  /** The name from now on. */
  name: string;
  /** The parts that cannot come back, since they are gone: one by its name, or a number of them. */
  missing: readonly Missing[];
};

/** The rules for deleted records of a kind. The noun's own delete puts them in, by `ctx.bin.put`. */
export type BinDefinition = {
  /** The call whose permission lets users see and restore the deleted records of the kind. */
  edit: Pick<Endpoint, 'access' | 'behind'>;
  /**
   * Restores the record in the transaction that takes the entry out of the bin. @throws DomainError bin.conflict, bin.full, or that what it
   * belongs to is gone
   */
  restore: (ctx: Ctx, tx: Tx, entry: Binned, options: RestoreOptions) => Promise<Restored>;
  /** Ends the records for good. Counts of reports stay, what tells of a person goes. */
  purge: (ctx: EnterpriseContext, tx: Tx, entries: readonly Binned[]) => Promise<void>;
};

export type RestoreOptions = {
  /** True: if somebody else has the place by now, both become one. */
  merge: boolean;
  deps: { secrets: Secrets };
};
