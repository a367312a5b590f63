import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type Sealing, seal, unseal } from '../row/instance.seal.ts';
import { wakeInstances } from '../row/instance.wake.ts';
import { findWaitingInputs, insertInputs, type Settled, type StoredInput, type WaitingInput } from './input.repository.ts';

/** @property input an answer of a call is sealed in it; @property isSecret all of it is sealed; @property key the same thing told twice is one input; null: each is its own */
export type NewInput = { instanceId: string; input: StoredInput; key: string | null; isSecret?: boolean };

/** Keeps what came in, in the transaction that received it, and wakes the walks. No step is taken here. */
export async function putInputs(ctx: EnterpriseContext, tx: Tx, inputs: readonly NewInput[]): Promise<void> {
  if (inputs.length === 0) return;
  const at = ctx.now();
  await insertInputs(
    tx,
    inputs.map(({ instanceId, input, key, isSecret = false }) => ({
      enterpriseId: ctx.enterpriseId,
      instanceId,
      input: JSON.stringify(isSecret ? { kind: input.kind, ...(seal(ctx, input) as object) } : input),
      inputKey: key,
      at,
    })),
  );
  wakeInstances(ctx, tx, [...new Set(inputs.map(({ instanceId }) => instanceId))]);
}

/** Begins the keys of customers' messages; the message's own key follows. */
export const messageKeys = 'm:';

/** Most texts kept for a walk while it does not listen. */
const mostKept = 20;

/** Reads the pending inputs of each walk in their order: all kept ones, and the new ones. */
export async function readInputs(
  tx: Tx,
  secrets: Sealing,
  enterpriseId: string,
  instanceIds: readonly string[],
): Promise<Map<string, WaitingInput[]>> {
  const rows = await findWaitingInputs(tx, enterpriseId, instanceIds);
  const opened = rows.map((row) => {
    const input = unseal(secrets, row.input);
    const isSealed = input !== row.input;
    return { ...row, isSealed, input: input.kind === 'call' ? { ...input, answer: unseal(secrets, input.answer) } : input };
  });
  return Map.groupBy(opened, ({ instanceId }) => instanceId);
}

/** Limits the kept inputs of a walk: texts beyond the limit stand in the chat alone. */
export function withoutSurplus(inputs: readonly (readonly WaitingInput[])[], { read, kept }: Settled): Settled {
  const isKept = new Set(kept);
  const surplus = inputs.flatMap((waiting) =>
    waiting.filter(({ inputId, input }) => isKept.has(inputId) && (input.kind === 'message' || input.kind === 'press')).slice(mostKept),
  );
  const gone = new Set(surplus.map(({ inputId }) => inputId));
  return { read: [...read, ...gone], kept: kept.filter((inputId) => !gone.has(inputId)) };
}
