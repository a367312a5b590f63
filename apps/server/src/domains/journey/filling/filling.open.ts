import type { Effect } from '@parley/journey';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { InstanceRow } from '../row/instance.repository.ts';
import type { Sealing } from '../row/instance.seal.ts';
import type { RunningVersion } from '../row/instance.versions.ts';
import { codeOfFilling } from './filling.code.ts';
import { keepSent, sealState, seenOf, withFace } from './filling.kept.ts';
import { findFilling, insertFilling, updateFilling } from './filling.repository.ts';

type Of<Kind extends Effect['kind']> = {
  row: InstanceRow;
  running: RunningVersion;
  effect: Extract<Effect, { kind: Kind }>;
  secrets: Sealing;
};
const dayMs = 86_400_000;

/** Opens the form that a walk asks for. */
export async function openFilling(ctx: EnterpriseContext, tx: Tx, { row, running, effect, secrets }: Of<'openForm'>): Promise<void> {
  const form = running.compiled.forms?.get(effect.form);
  const number = running.pinned[effect.form];
  if (!form || number === undefined) return;
  const now = ctx.now();
  const lifeEnd = now.getTime() + form.document.settings.lifeDays * dayMs;
  await insertFilling(tx, {
    enterpriseId: ctx.enterpriseId,
    fillingId: effect.filling,
    formId: effect.form,
    number,
    code: codeOfFilling(ctx, effect.filling),
    customerId: row.customerId,
    instanceId: row.instanceId,
    nodeId: effect.node,
    channelId: row.channelId,
    environment: row.environment === 'sandbox' ? 'sandbox' : 'production',
    language: effect.language,
    given: sealState(secrets, effect.state),
    progress: sealState(secrets, effect.state),
    seen: effect.face === 'questions' ? seenOf(form, [], effect.state) : [],
    screen: effect.state.screen,
    openedAt: now,
    changedAt: now,
    dueAt: new Date(Math.min(effect.dueAt ?? lifeEnd, lifeEnd)),
  });
}

/** Keeps how far a form is that is asked one by one, and what was sent in the end. */
export async function noteFilled(ctx: EnterpriseContext, tx: Tx, { row, running, effect, secrets }: Of<'fillForm'>): Promise<void> {
  const filling = await findFilling(tx, ctx.enterpriseId, effect.filling, { lock: true });
  const form = filling && running.compiled.forms?.get(filling.formId);
  if (!form || filling.state !== 'OPEN') return;
  if (effect.done) {
    const zone = await ctx.readTimeZone(tx);
    const sent = { filling, form, values: effect.done.values, face: 'questions' as const, journeyId: row.journeyId, zone };
    await keepSent(ctx, tx, secrets, sent);
    return;
  }
  await updateFilling(tx, ctx.enterpriseId, effect.filling, {
    progress: sealState(secrets, effect.state),
    seen: seenOf(form, filling.seen, effect.state),
    screen: effect.state.screen,
    faces: withFace(filling.faces, 'questions'),
    changedAt: ctx.now(),
  });
}
