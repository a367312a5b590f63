import type { FirstStepId, SampleKindName } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';

/** Tells by rows whether a first step is done. @property isDone asks with one cheap query; sample records of its kind do not count */
export type FirstStep = {
  id: FirstStepId;
  isDone: (tx: Read, enterpriseId: string, samples: readonly string[]) => Promise<boolean>;
  /** Kind of sample records that the step's query would meet. */
  sampleKind?: SampleKindName;
};
export const firstSteps = defineExtensionPoint<FirstStep>('first.step');

/** @property mark of what the record was made of; a change by people gives it another one */
export type Sample = { recordId: string; mark: string };
export type SampleMaker = {
  kind: SampleKindName;
  make: (ctx: Ctx, tx: Tx) => Promise<Sample[]>;
  /** Moves those to the bin that are as they were made. @returns how many, and the names of the others that are still there */
  remove: (ctx: Ctx, tx: Tx, samples: readonly Sample[]) => Promise<{ removed: number; kept: string[] }>;
};
export const sampleMakers = defineExtensionPoint<SampleMaker>('first.sample');
