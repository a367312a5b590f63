import type { Read, Tx } from '#platform/db/database.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { findPastInputs, insertPastInputs, type StoredInput, type WaitingInput } from './input.repository.ts';

/** Most bytes of inputs of one walk; a longer walk is not replayed. */
const mostBytes = 1024 ** 2;
const mostInputs = 1000;

/** Keeps what turns have read, for replays alone, which open it. @param at when they read it */
export async function keepPast(
  tx: Tx,
  secrets: Pick<Secrets, 'encrypt'>,
  enterpriseId: string,
  inputs: readonly WaitingInput[],
  at: Date,
): Promise<void> {
  if (inputs.length === 0) return;
  const sealed = inputs.map(({ input }) => secrets.encrypt(JSON.stringify(input)));
  await insertPastInputs(tx, enterpriseId, inputs, sealed, at);
}

/** Reads the past inputs of walks in their order, each with the time when it was read; null for a walk with more than a replay takes. */
export async function readPast(
  tx: Read,
  secrets: Pick<Secrets, 'decrypt'>,
  enterpriseId: string,
  instanceIds: readonly string[],
): Promise<Map<string, WaitingInput[] | null>> {
  const rows = await findPastInputs(tx, enterpriseId, instanceIds, { mostBytes, mostInputs });
  return new Map(
    [...Map.groupBy(rows, ({ instanceId }) => instanceId)].map(([id, all]) => {
      if (all.some(({ isTooLong }) => isTooLong)) return [id, null];
      const past = all.map(({ inputId, at, input }): WaitingInput => {
        const opened = JSON.parse(secrets.decrypt(input)) as StoredInput;
        return { inputId: Number(inputId), instanceId: id, input: opened, isKept: false, at };
      });
      return [id, past];
    }),
  );
}
