import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { noteTemplateSent } from '../../channel/door.ts';
import { startRun } from '../../messaging/door.run.ts';
import type { Prepared } from '../message/message.ts';
import type { ActivityRow } from '../row/activity.repository.ts';

type Started = { fallbackRunId: string; fallbackSweptTo: Date };

/** The run of a fallback begins with the first one: it has nobody yet, and what stops or slows down the iteration finds it. */
export async function startFallback(
  ctx: EnterpriseContext,
  tx: Tx,
  { plan, perMinute }: ActivityRow,
  prepared: Prepared,
): Promise<Started> {
  const fallbackRunId = newId();
  const now = ctx.now();
  await startRun(ctx, tx, {
    runId: fallbackRunId,
    source: 'CAMPAIGN',
    channelId: prepared.channel.channelId,
    templateId: prepared.templateId,
    message: prepared.message,
    isMarketing: prepared.message.template.category === 'MARKETING',
    startsAt: null,
    perMinute: perMinute ?? plan.perMinute,
    quietHours: plan.quietHours,
    calendarId: plan.calendarId || null,
    isOpen: true,
  });
  await noteTemplateSent(tx, ctx.enterpriseId, prepared.templateId, now);
  return { fallbackRunId, fallbackSweptTo: now };
}
