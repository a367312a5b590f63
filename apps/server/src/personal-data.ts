import type { PersonalKind, RetentionDays, RetentionKind } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { EnterpriseContext } from './context.ts';
import { defineExtensionPoint } from './extensions.ts';
import type { Read, Tx } from './platform/db/database.ts';
import type { Database } from './platform/db/schema.ts';

/** The subject of personal data: a customer with all who were merged into it. */
export type Person = {
  enterpriseId: string;
  customerIds: string[];
  /** The name as it stood, for texts that carry no address. */
  name: string;
  /** Numbers, e-mail addresses and channels' own addresses that were ever theirs, and are nobody else's now. */
  addresses: string[];
  /** Their addresses that are somebody else's now: only rows that name the customer count there. */
  sharedAddresses: string[];
  chatIds: string[];
};

/** One record of a person as it leaves in a file: names of fields and plain values. */
export type PersonalRecord = Readonly<Record<string, unknown>>;

/**
 * @property erased records that are erased by this step; what is erased already counts nothing
 * @property cursor where the next step of the same kind begins; left out: it looks anew
 * @property isWaiting nothing can be done until others have ended what they are at
 */
export type Erased = { erased: number; more: boolean; cursor?: string; isWaiting?: boolean };

/** One kind of data about persons. Each domain says what it holds, and erases it in its own tables. */
export type PersonalData = {
  kind: PersonalKind;
  /** Tables that hold it; personal-data.api.test.ts asks of every table with somebody's data who answers for it. */
  tables: readonly (keyof Database)[];
  count: (tx: Read, person: Person) => Promise<number>;
  /** A page of the records by `after`, which is '' for the first one. @returns `next`: the `after` of the next page; '' when there is none */
  read: (tx: Read, person: Person, after: string) => Promise<{ records: PersonalRecord[]; next: string }>;
  /** Files that the records name. */
  listFiles?: (tx: Read, person: Person) => Promise<string[]>;
  /** One step in one transaction, of at most `limit` records. */
  erase: (ctx: EnterpriseContext, tx: Tx, person: Person, step: { limit: number; cursor: string }) => Promise<Erased>;
};

/** A domain's additions to the keys of a person, and the work that it ends before anything is erased. */
export type PersonalTraces = {
  addresses?: (tx: Read, enterpriseId: string, customerIds: readonly string[]) => Promise<string[]>;
  chatIds?: (tx: Read, enterpriseId: string, customerIds: readonly string[]) => Promise<string[]>;
  /** The person's open work: its count, and its end. */
  ongoing?: {
    kind: 'openChats' | 'waitingMessages';
    count: (tx: Read, person: Person) => Promise<number>;
    end: (ctx: EnterpriseContext, tx: Tx, person: Person) => Promise<void>;
  };
  /** Ends what knows the person by heart, once the erasure is committed. */
  forget?: (ctx: EnterpriseContext, person: Person) => Promise<void>;
  /** Wishes not to be written to, by address. */
  optOuts?: (tx: Read, person: Person) => Promise<OptOut[]>;
};
export type OptOut = { address: string; kind: 'blocked' | 'opted_out'; channelId: string | null; consentChannel: string };

export const personalData = defineExtensionPoint<PersonalData>('person.data');
export const personalTraces = defineExtensionPoint<PersonalTraces>('person.traces');

/** Data that an enterprise keeps so many days. */
export type RetainedData = {
  kind: RetentionKind;
  /** The setting that holds the number of days. */
  setting: keyof RetentionDays;
  /** Counts older data that is still there, up to a bound. */
  count: (tx: Read, enterpriseId: string, before: Date, mark: string, most: number) => Promise<number>;
  /**
   * One step in one transaction.
   * @param mark the last id of the step before; the first id of all when there was none
   * @returns `mark`: how far this step came; left out where rows say by themselves that they are done
   */
  erase: (
    ctx: EnterpriseContext,
    tx: Tx,
    before: Date,
    step: { limit: number; mark: string },
  ) => Promise<{ erased: number; more: boolean; mark?: string }>;
};
export const retainedData = defineExtensionPoint<RetainedData>('retention.data');
/** The replacement of a removed text in a chat. */
export const retentionText = 'Removed by retention rule';

/** The maximum number of records in a page. */
export const personalPage = 500;
/** The words that stand where a name was. */
export const forgottenName = 'Deleted customer';

/** Texts to look for where records are no rows: addresses, without their plus sign and as they stand in links. */
export const needlesOf = ({ addresses }: Pick<Person, 'addresses'>): string[] => [
  ...new Set(
    addresses
      .map((address) => address.replace(/^\+/, ''))
      .filter((address) => address.length > 5)
      .flatMap((address) => [address, encodeURIComponent(address)]),
  ),
];

type Row = Record<string, unknown> & { key: string };

/** @param rows a query with a text column `key` by which its rows are ordered, each once, and the columns that a person may read */
export const countRows = async (tx: Read, rows: RawBuilder<unknown>): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::integer as count from (${rows}) r`.execute(tx)).rows[0]?.count ?? 0;

/** A page of the same rows, without their key. */
export async function readRows(tx: Read, rows: RawBuilder<unknown>, after: string): Promise<{ records: PersonalRecord[]; next: string }> {
  const found = await sql<Row>`select r.* from (${rows}) r where r.key > ${after} order by r.key limit ${personalPage + 1}`.execute(tx);
  const page = found.rows.slice(0, personalPage);
  return {
    records: page.map(({ key: _key, ...record }) => record),
    next: found.rows.length > personalPage ? (page.at(-1)?.key ?? '') : '',
  };
}

type PersonalRows = Pick<PersonalData, 'kind' | 'tables' | 'erase' | 'listFiles'> & { rows: (person: Person) => RawBuilder<unknown> };

/** Most kinds are the rows of one query. */
export const personalRows = ({ rows, ...told }: PersonalRows): PersonalData => ({
  ...told,
  count: (tx, person) => countRows(tx, rows(person)),
  read: (tx, person, after) => readRows(tx, rows(person), after),
});

/** Reports the rows that a statement has changed as one step: the last step has fewer than it might take. */
export const stepOf = (rows: { numAffectedRows?: bigint | undefined }, limit: number): Erased => {
  const erased = Number(rows.numAffectedRows ?? 0);
  return { erased, more: erased >= limit };
};

/** The last ten digits of the person's numbers: people write them with country code and without. */
export const digitsOf = ({ addresses }: Pick<Person, 'addresses'>): string[] => [
  ...new Set(addresses.filter((address) => /^\+?\d{7,}$/.test(address)).map((address) => address.replace(/^\+/, '').slice(-10))),
];
