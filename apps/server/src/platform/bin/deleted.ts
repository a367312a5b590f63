import type { AuditKind, BinPart } from '@parley/contract';
import type { Tx } from '../db/database.ts';

/** A record that another one belongs to. `isNeeded`: the other one cannot exist without it, and is purged with it. */
export type BinParent = { kind: AuditKind; id: string; isNeeded?: boolean };

/** A record on its way into the bin. */
export type Deleted = {
  kind: AuditKind;
  recordId: string;
  name: string;
  /** Counts of the parts that come along with it, by kind. */
  contains?: Readonly<Partial<Record<BinPart, number>>>;
  /** Records that are restored with it, if they lie in the bin too. */
  parents?: readonly BinParent[];
  /** The one user who may see it. */
  ownerId?: string | null;
  /** The data from which it is made again, when its rows are gone. */
  packed?: unknown;
};

/** The nouns' access to the bin through `ctx`; for some of them the bin is a later domain's. */
export type Bin = {
  /** @param by who deletes; null: the program */
  put: (tx: Tx, by: string | null, records: readonly Deleted[], reason?: string) => Promise<void>;
  /** The noun itself has brought a record back. */
  take: (tx: Tx, kind: AuditKind, recordId: string) => Promise<void>;
};

export const daysInBin = 30;
