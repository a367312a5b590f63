import type { AuditKind, BinPart } from '@parley/contract';
import type { Tx } from '../db/database.ts';

/** What a record belongs to. `isNeeded`: it cannot be without, and is purged with it. */
export type BinParent = { kind: AuditKind; id: string; isNeeded?: boolean };

/** A record on its way into the bin. */
export type Deleted = {
  kind: AuditKind;
  recordId: string;
  name: string;
  /** How much of what comes along with it, by what it is. */
  contains?: Readonly<Partial<Record<BinPart, number>>>;
  /** What of these lies in the bin too is restored with it. */
  parents?: readonly BinParent[];
  /** The one user who may see it. */
  ownerId?: string | null;
  /** What it is made of again, when its rows are gone. */
  packed?: unknown;
};

/** Of `ctx`: how nouns reach the bin, which is a later domain's for some. */
export type Bin = {
  /** @param by who deletes; null: the program */
  put: (tx: Tx, by: string | null, records: readonly Deleted[], reason?: string) => Promise<void>;
  /** The noun itself has brought a record back. */
  take: (tx: Tx, kind: AuditKind, recordId: string) => Promise<void>;
};

export const daysInBin = 30;
