import { moveOutcomes, movePhases, moveReasons, moveRecordKinds, moveSources, z } from '@parley/contract';

const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z
    .union([z.enum(values), z.literal('')])
    .default('')
    .catch('');

/** Search parameters of the list of moves. */
export const MovingListSearch = z.object({
  source: oneOf(moveSources),
  phase: oneOf(movePhases),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type MovingListSearch = z.infer<typeof MovingListSearch>;
export const noMovingListSearch: MovingListSearch = { source: '', phase: '', from: 0 };

/** Records that are looked at, on the page of one move. */
export const MovingSearch = z.object({
  kind: oneOf(moveRecordKinds),
  outcome: oneOf(moveOutcomes),
  reason: z.enum(moveReasons).default('').catch(''),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type MovingSearch = z.infer<typeof MovingSearch>;
export const noMovingSearch: MovingSearch = { kind: '', outcome: '', reason: '', from: 0 };
