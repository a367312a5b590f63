import {
  type FirstSteps,
  firstStepIds,
  firstStepPlaces,
  type Permission,
  type SampleRemoval,
  type Screen,
  type ScreenName,
  samplePlaces,
  screens,
} from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { type Ctx, can } from '../../../context.ts';
import { firstSteps, sampleMakers } from './first-step.port.ts';
import { firstStepRecord } from './first-step.record.ts';
import {
  deleteSamples,
  insertSamples,
  isDismissed,
  type KindOfSample,
  listSamples,
  lockFirstSteps,
  setDismissed,
} from './first-step.repository.ts';

/** The caller opens the screen and may do there what the step asks for. */
function mayDo({ actor, flags }: Ctx, place: { screen: ScreenName; permissions: readonly Permission[] }): boolean {
  const screen: Screen = screens[place.screen];
  const hasOneOf = (list: readonly Permission[]) => list.length === 0 || list.some((permission) => can(actor, permission));
  return (screen.flag === undefined || flags[screen.flag]) && hasOneOf(screen.permissions) && hasOneOf(place.permissions);
}

/** Asks only for steps that the caller may do, and for none while they are dismissed. */
async function listSteps(ctx: Ctx, tx: Read, samples: readonly KindOfSample[]): Promise<FirstSteps['steps']> {
  const parts = ctx.extensions.of(firstSteps);
  const asked = firstStepIds.filter((id) => mayDo(ctx, firstStepPlaces[id]));
  const steps: FirstSteps['steps'] = [];
  for (const id of asked) {
    const part = parts.find((one) => one.id === id);
    if (!part) continue;
    const own = samples.filter(({ kind }) => kind === part.sampleKind).map(({ recordId }) => recordId);
    steps.push({ id, isDone: await part.isDone(tx, ctx.enterpriseId, own) });
  }
  return steps;
}

async function present(ctx: Ctx, tx: Read): Promise<FirstSteps> {
  const { enterpriseId } = ctx;
  const [dismissed, samples] = [await isDismissed(tx, enterpriseId), await listSamples(tx, enterpriseId)];
  const steps = dismissed ? [] : await listSteps(ctx, tx, samples);
  const countOf = (kind: KindOfSample['kind']) => samples.filter((one) => one.kind === kind).length;
  return {
    isShown: steps.some(({ isDone }) => !isDone),
    isDismissed: dismissed,
    mayManage: can(ctx.actor, 'ENTERPRISE.EDIT'),
    steps,
    samples: { customer: countOf('customer'), bot: countOf('bot'), quick_reply: countOf('quick_reply') },
  };
}

export const readFirstSteps = (ctx: Ctx): Promise<FirstSteps> => ctx.read((tx) => present(ctx, tx));

export const dismissFirstSteps = (ctx: Ctx, dismissed: boolean): Promise<FirstSteps> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    await lockFirstSteps(tx, enterpriseId);
    await changing(ctx, tx, firstStepRecord, enterpriseId, 'edit', () => setDismissed(tx, enterpriseId, dismissed ? ctx.now() : null));
    return present(ctx, tx);
  });

/** Makes the kinds that the caller may make by hand. Sample data that is there is kept as it is: a repeat adds none. */
export const addSamples = (ctx: Ctx): Promise<FirstSteps> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    await lockFirstSteps(tx, enterpriseId);
    await changing(ctx, tx, firstStepRecord, enterpriseId, 'edit', async () => {
      if ((await listSamples(tx, enterpriseId)).length > 0) return;
      for (const { kind, make } of ctx.extensions.of(sampleMakers)) {
        if (!mayDo(ctx, samplePlaces[kind])) continue;
        const made = await make(ctx, tx);
        await insertSamples(
          tx,
          enterpriseId,
          made.map((sample) => ({ ...sample, kind })),
          ctx.now(),
        );
      }
    });
    return present(ctx, tx);
  });

/** Moves to the bin what is as it was made; what people have changed or use stays, and is theirs from now on. */
export const removeSamples = (ctx: Ctx): Promise<SampleRemoval> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    await lockFirstSteps(tx, enterpriseId);
    const outcome = { removed: 0, kept: [] as string[] };
    await changing(ctx, tx, firstStepRecord, enterpriseId, 'edit', async () => {
      const samples = await listSamples(tx, enterpriseId);
      for (const { kind, remove } of ctx.extensions.of(sampleMakers)) {
        const { removed, kept } = await remove(
          ctx,
          tx,
          samples.filter((sample) => sample.kind === kind),
        );
        outcome.removed += removed;
        outcome.kept.push(...kept);
      }
      await deleteSamples(tx, enterpriseId);
    });
    return { ...(await present(ctx, tx)), ...outcome };
  });
