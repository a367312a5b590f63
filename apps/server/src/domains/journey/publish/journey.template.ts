import type { TemplateLoss } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { notify } from '../../account/door.ts';
import type { TemplateChange } from '../../channel/door.ts';
import { holdPaused } from '../document/journey.jobs.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { listOwners } from '../document/journey.repository.ts';
import { listServingTemplates, listStreamsNaming } from '../reference/use.repository.ts';
import { lockRunning, updateState } from './state.repository.ts';

/** Returns the loss that a change means for streams that send the template; undefined: none. */
function lossOf({ status, previousStatus, category, previousCategory }: TemplateChange): TemplateLoss | undefined {
  if (status === 'APPROVED') return category === previousCategory ? undefined : 'MOVED';
  if (previousStatus !== 'APPROVED') return undefined;
  return status === 'PAUSED' || status === 'DISABLED' || status === 'REJECTED' ? status : 'UNAPPROVED';
}

/**
 * A template can no longer be sent by, or not as it was: the streams that send it in a version in use pause. They do so in the same
 * transaction, so that no walk sees the one without the other. Users who made and published them are told once; people resume them.
 */
export async function pauseForTemplate(ctx: EnterpriseContext, tx: Tx, change: TemplateChange): Promise<void> {
  const why = lossOf(change);
  if (!why) return;
  const { enterpriseId } = ctx;
  const { templateId, name: template } = change;
  const using = await listStreamsNaming(tx, enterpriseId, { kinds: ['template'], ids: [templateId], which: 'serving' });
  if (using.length === 0) return;
  const streams = await lockRunning(
    tx,
    enterpriseId,
    using.map(({ journeyId }) => journeyId),
  );
  for (const { journeyId, name } of streams) {
    const pause = () =>
      updateState(tx, enterpriseId, journeyId, { state: 'PAUSED', pausedBy: JSON.stringify({ templateId, template, why }) });
    await changing(ctx, tx, journeyRecord, journeyId, 'deactivate', pause, { reason: `Template ${template}: ${reasonOf(why, change)}` });
    await ctx.jobs.enqueue(tx, holdPaused, { enterpriseId, journeyId });
    await tellOwners(ctx, tx, { journeyId, name }, why, change);
  }
}

const reasonOf = (why: TemplateLoss, { reason, category, previousCategory, status }: TemplateChange): string =>
  why === 'MOVED' ? `${previousCategory} is ${category} now.` : [status, reason].filter(Boolean).join('. ');

async function tellOwners(
  ctx: EnterpriseContext,
  tx: Tx,
  { journeyId, name: stream }: { journeyId: string; name: string },
  why: TemplateLoss,
  { name: template, reason, category, previousCategory: previous }: TemplateChange,
): Promise<void> {
  await notify(ctx, tx, await listOwners(tx, ctx.enterpriseId, journeyId), {
    kind: 'stream_paused',
    ...(why === 'MOVED'
      ? { code: 'stream.template_moved', values: { stream, template, category, previous } }
      : { code: 'stream.template_lost', values: { stream, template, reason } }),
    link: `/journey/workspace/${journeyId}`,
    cause: `stream:${journeyId}`,
  });
}

/** @throws DomainError journey.template_not_ready with the templates that its versions in use send by, and that cannot be sent by now */
export async function assertTemplatesReady(tx: Tx, enterpriseId: string, journeyId: string): Promise<void> {
  const lacking = (await listServingTemplates(tx, enterpriseId, journeyId)).filter(({ status }) => status !== 'APPROVED');
  if (lacking.length === 0) return;
  const templates = lacking.map(({ templateId, name, status }) => `${name || templateId} (${status})`);
  throw new DomainError('journey.template_not_ready', `Not approved: ${templates.join(', ')}.`, { templates });
}
