import type { Input, Media } from '@parley/journey';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

/**
 * The first input of a walk: what it was started with, and what the person wrote to start it.
 * @property given values of its variables, where a bot's tool has begun it
 */
type StartInput = {
  kind: 'start';
  entry: Record<string, unknown>;
  text: string | null;
  media: Media[];
  given?: Readonly<Record<string, string | number | boolean>>;
};

export type StoredInput = Input | StartInput;

/** @property inputKey null: each is its own. @property isSealed nobody may read it in the chat */
export type WaitingInput = {
  inputId: number;
  instanceId: string;
  input: StoredInput;
  isKept: boolean;
  at: Date;
  inputKey?: string | null;
  isSealed?: boolean;
};

/** New inputs of one walk that are read at once; a flood of them is read in several. */
const mostRead = 100;

export type Settled = { read: readonly number[]; kept: readonly number[] };

/** The statements leave at once and in their order; who does not wait for them sends them on with the commit. */
export async function settleInputs(tx: Tx, enterpriseId: string, { read, kept }: Settled): Promise<void> {
  const all = [...read, ...kept];
  const writes: Promise<unknown>[] = [];
  // Locks them in the order of their ids, as resuming a stream does: otherwise both could wait for each other.
  if (all.length > 1)
    writes.push(
      sql`select from journey_inputs where enterprise_id = ${enterpriseId} and input_id = any(${all}::bigint[])
        order by input_id for update`.execute(tx),
    );
  if (read.length > 0)
    writes.push(
      tx
        .deleteFrom('journeyInputs')
        .where('enterpriseId', '=', enterpriseId)
        .where(sql<boolean>`input_id = any(${[...read]}::bigint[])`)
        .execute(),
    );
  if (kept.length > 0)
    writes.push(
      tx
        .updateTable('journeyInputs')
        .set({ isKept: true })
        .where('enterpriseId', '=', enterpriseId)
        .where(sql<boolean>`input_id = any(${[...kept]}::bigint[])`)
        .execute(),
    );
  await Promise.all(writes);
}

/** Makes the kept inputs due now. */
export const releaseInputs = (tx: Tx, enterpriseId: string, instanceIds: readonly string[]) =>
  tx
    .updateTable('journeyInputs')
    .set({ isKept: false })
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`instance_id = any(${[...instanceIds]}::uuid[])`)
    .execute();

type InputRow = { enterpriseId: string; instanceId: string; input: string; inputKey: string | null; at: Date };

/** Adds inputs; one with a key that its walk has had already is left out. */
export async function insertInputs(tx: Tx, inputs: readonly InputRow[]): Promise<void> {
  await tx
    .insertInto('journeyInputs')
    .values(inputs)
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'instanceId', 'inputKey']).where('inputKey', 'is not', null).doNothing())
    .execute();
}

/** Finds the pending inputs of walks as they are stored, in their order: all kept ones, and the first of the new ones. */
export async function findWaitingInputs(tx: Read, enterpriseId: string, instanceIds: readonly string[]): Promise<WaitingInput[]> {
  const { rows } = await sql<WaitingInput>`
    select i.* from unnest(${[...instanceIds]}::uuid[]) w(id)
    cross join lateral (
      select input_id, instance_id, input, is_kept, at, input_key from journey_inputs
      where enterprise_id = ${enterpriseId} and instance_id = w.id and is_kept
      union all (select input_id, instance_id, input, is_kept, at, input_key from journey_inputs
        where enterprise_id = ${enterpriseId} and instance_id = w.id and not is_kept order by input_id limit ${mostRead})) i
    order by i.input_id`.execute(tx);
  return rows;
}

/** Keeps what turns have read, sealed: the text of each input stands at its place. */
export async function insertPastInputs(
  tx: Tx,
  enterpriseId: string,
  inputs: readonly WaitingInput[],
  sealed: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    insert into journey_past_inputs (enterprise_id, instance_id, input_id, at, input)
    select ${enterpriseId}, p.instance_id, p.input_id, ${at}, p.input
    from unnest(${inputs.map(({ instanceId }) => instanceId)}::uuid[], ${inputs.map(({ inputId }) => inputId)}::bigint[], ${sealed}::text[])
      p(instance_id, input_id, input)`.execute(tx);
}

type PastInputRow = { instanceId: string; inputId: number; at: Date; input: string; isTooLong: boolean };

/** Finds the past inputs of walks in their order, sealed; one beyond the limits of its walk is empty and too long. */
export async function findPastInputs(
  tx: Read,
  enterpriseId: string,
  instanceIds: readonly string[],
  { mostBytes, mostInputs }: { mostBytes: number; mostInputs: number },
): Promise<PastInputRow[]> {
  const { rows } = await sql<PastInputRow>`
    select p.* from unnest(${[...instanceIds]}::uuid[]) w(id)
    cross join lateral (
      select instance_id, input_id, at, case when is_too_long then '' else input end as input, is_too_long from (
        select *, sum(length(input)) over o > ${mostBytes} or row_number() over o > ${mostInputs} as is_too_long from journey_past_inputs
        where enterprise_id = ${enterpriseId} and instance_id = w.id window o as (order by at, input_id)) k
      order by at, input_id limit ${mostInputs + 1}) p`.execute(tx);
  return rows;
}

/** Tells whether a walk has inputs that it has not taken, and that are not kept for later. */
export async function hasInputs(tx: Read, enterpriseId: string, instanceId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('journeyInputs')
    .select('inputId')
    .where('enterpriseId', '=', enterpriseId)
    .where('instanceId', '=', instanceId)
    .where('isKept', '=', false)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
