import { type CampaignPlan, type ContentLetter, contentsOf, type FieldError, fieldError } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { RunContent } from '../../messaging/door.run.ts';
import { linkBase, linkFaults } from '../link/link.rules.ts';
import type { SendingChannel } from '../message/message.repository.ts';
import { findRunMessage, mappingFaults, mediaFaults, type Prepared } from '../message/message.ts';
import { withPage } from '../page/plan.page.ts';

export type PreparedContent = RunContent & { letter: ContentLetter; name: string };
/** The current content of a plan. @property contents all of them, its own first, which `message` is */
export type PreparedPlan = Prepared & { contents: readonly PreparedContent[] };

/** Looks at each content of a plan as the gate will. @returns nothing prepared where one of them is not there */
export async function takeContents(
  ctx: EnterpriseContext,
  tx: Read,
  plan: CampaignPlan,
  channel: SendingChannel,
): Promise<{ faults: FieldError[]; prepared: PreparedPlan | undefined }> {
  const wanted = contentsOf(plan);
  const faults: FieldError[] = [];
  const contents: PreparedContent[] = [];
  for (const { letter, name, field, message: given, columnMapping } of wanted) {
    const { template } = given;
    // A template that is not chosen yet is missing, which the plan reports by itself.
    if (template.templateUId === '') continue;
    const found = await findRunMessage(tx, ctx.enterpriseId, { channelId: channel.channelId, message: given, columnMapping });
    if (!found) {
      faults.push(fieldError(`${field}message.template`, 'campaign.unknown', { name: template.templateId || template.templateUId }));
      continue;
    }
    const { status, templateId } = found;
    const message = plan.page ? withPage(found.message, ctx.publicUrl()) : found.message;
    contents.push({ letter, name, templateId, message });
    if (status !== 'APPROVED') faults.push(fieldError(`${field}message.template`, 'broadcast.not_approved', { status }));
    const own = contents[0]?.message.template.category;
    const { category, components } = message.template;
    // Recipients, cost and time of leaving follow from the category, and have to be the same for all.
    if (own !== undefined && own !== category) faults.push(fieldError(`${field}message.template`, 'content.category', { category, own }));
    const linked = linkFaults({ components, mapping: message.mapping, isTracked: plan.tracking.links }, linkBase(ctx.publicUrl()));
    for (const fault of [...mediaFaults(message), ...mappingFaults(message), ...linked]) {
      // Faults of a plan's links are reported once, whichever content they are about.
      if (!fault.field.startsWith('tracking')) faults.push({ ...fault, field: `${field}${fault.field}` });
      else if (!faults.some((other) => other.field === fault.field)) faults.push(fault);
    }
  }
  const [first] = contents;
  if (!first || contents.length < wanted.length) return { faults, prepared: undefined };
  return { faults, prepared: { channel, templateId: first.templateId, message: first.message, contents } };
}
