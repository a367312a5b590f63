import { type AudienceBreakdown, type CampaignPlan, type FieldError, fieldError } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { needsOf } from '../../messaging/door.run.ts';
import { countAudience } from '../audience/audience.ts';
import { sharesAddresses } from '../fallback/fallback.people.ts';
import { linkBase, linkFaults } from '../link/link.rules.ts';
import { findRunMessage, findSendingChannel, mappingFaults, mediaFaults, type Prepared } from '../message/message.ts';
import { withPage } from '../page/plan.page.ts';
import type { PreparedPlan } from './contents.decision.ts';

/** @property faults what keeps the plan from being submitted, under 'fallback.'; @property startFaults from being sent */
export type TakenFallback = { faults: FieldError[]; startFaults: FieldError[]; prepared: Prepared | undefined };
const nothing: TakenFallback = { faults: [], startFaults: [], prepared: undefined };

const within = (faults: readonly FieldError[]): FieldError[] => faults.map((fault) => ({ ...fault, field: `fallback.${fault.field}` }));

/** Looks at the fallback of a plan as the gate will: its channel, template, media and mapping as they are now. */
export async function takeFallback(ctx: EnterpriseContext, tx: Read, plan: CampaignPlan): Promise<TakenFallback> {
  const { fallback } = plan;
  if (!fallback || fallback.channelId === '') return nothing;
  const { enterpriseId } = ctx;
  const { channelId, message, columnMapping } = fallback;
  const channel = await findSendingChannel(tx, enterpriseId, channelId);
  if (!channel) return { ...nothing, faults: within([fieldError('channelId', 'campaign.unknown', { name: channelId })]) };
  const startFaults =
    channel.state === 'ACTIVE' ? [] : within([fieldError('channelId', 'campaign.channel_down', { state: channel.state })]);
  const { templateUId, templateId } = message.template;
  if (templateUId === '') return { ...nothing, startFaults };
  const found = await findRunMessage(tx, enterpriseId, { channelId, message, columnMapping });
  if (!found)
    return {
      faults: within([fieldError('message.template', 'campaign.unknown', { name: templateId || templateUId })]),
      startFaults,
      prepared: undefined,
    };
  const sent = plan.page ? withPage(found.message, ctx.publicUrl()) : found.message;
  const linked = {
    components: sent.template.components,
    mapping: sent.mapping,
    isTracked: plan.tracking?.links === true,
  };
  const faults = [
    ...(found.status === 'APPROVED' ? [] : [fieldError('message.template', 'broadcast.not_approved', { status: found.status })]),
    ...mediaFaults(sent),
    ...mappingFaults(sent),
    ...linkFaults(linked, linkBase(ctx.publicUrl())),
  ];
  return { faults: within(faults), startFaults, prepared: { channel, templateId: found.templateId, message: sent } };
}

/**
 * Counts by country the most people who could get it: everybody whom the plan reaches, with an address on the other channel, who lacks no
 * value of it.
 */
export async function mostByCountry(
  ctx: EnterpriseContext,
  tx: Read,
  plan: CampaignPlan,
  { first, fallback, breakdown }: { first: PreparedPlan; fallback: Prepared; breakdown: AudienceBreakdown },
): Promise<AudienceBreakdown['byCountry']> {
  const hasComeYet = !plan.audience.given || plan.audience.fileId !== '';
  const isShared = sharesAddresses(first.channel.type, fallback.channel.type);
  if (!hasComeYet || (isShared && needsOf(fallback.message).length === 0)) return breakdown.byCountry;
  const { channel, message } = isShared ? first : fallback;
  const isMarketing = message.template.category === 'MARKETING';
  // People who lack a value of the first message get neither.
  const contents = [...first.contents, fallback];
  const way = { channelId: channel.channelId, channelType: channel.type, isMarketing, contents };
  return (await countAudience(ctx, tx, plan.audience, way)).byCountry;
}
