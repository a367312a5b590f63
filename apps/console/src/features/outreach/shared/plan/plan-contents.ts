import { type CampaignPlan, contentLetters, contentsOf, type NamedContent, waveWaitMinutes } from '@parley/contract';
import type { PlanFaults } from './plan-draft.ts';

type Part = Partial<CampaignPlan>;
const noMessage = (): NamedContent['message'] => ({ template: { templateId: '', templateUId: '', cards: [] } });
/** Number of contents that may be compared. */
export const mostContents = contentLetters.length;

/** A plan as if one of its contents were its own: what edits and shows a message asks for nothing else. */
export function planOfContent(plan: CampaignPlan, place: number): CampaignPlan {
  const content = contentsOf(plan)[place];
  return content ? { ...plan, message: content.message, columnMapping: content.columnMapping } : plan;
}

/** A change of one of the contents. Another channel has other templates, so it takes them away from all. */
export function changeContent(plan: CampaignPlan, place: number, part: Part): CampaignPlan {
  if (part.channelId !== undefined && part.channelId !== plan.channelId) {
    const contents = plan.contents.map((content) => ({ ...content, message: noMessage(), columnMapping: [] }));
    return { ...plan, ...part, contents };
  }
  if (place === 0) return { ...plan, ...part };
  const { message, columnMapping, ...rest } = part;
  const contents = plan.contents.map((content, index) =>
    index === place - 1 ? { ...content, ...(message ? { message } : {}), ...(columnMapping ? { columnMapping } : {}) } : content,
  );
  return { ...plan, ...rest, contents };
}

/** One more content, and what a comparison needs where it is not there yet: a first part, and how one of them is chosen. */
export const addContent = (plan: CampaignPlan): CampaignPlan => ({
  ...plan,
  contents: [...plan.contents, { name: '', message: noMessage(), columnMapping: [] }],
  choice: plan.choice ?? { measure: 'read', rule: 'clear' },
  firstWave: plan.firstWave ?? {
    percent: 10,
    waitMinutes: waveWaitMinutes,
    failedPercent: null,
    optedOutPercent: null,
    blockedPercent: null,
  },
});

/** Removes a content; without any further content there is nothing to choose. */
export function removeContent(plan: CampaignPlan, place: number): CampaignPlan {
  const contents = plan.contents.filter((_, index) => index !== place - 1);
  return { ...plan, contents, choice: contents.length === 0 ? null : plan.choice };
}

/** Copies content A into another one, which keeps its name. */
export const copyOwn = (plan: CampaignPlan, place: number): CampaignPlan =>
  changeContent(plan, place, { message: plan.message, columnMapping: plan.columnMapping });

export const renameContent = (plan: CampaignPlan, place: number, name: string): CampaignPlan => ({
  ...plan,
  contents: plan.contents.map((content, index) => (index === place - 1 ? { ...content, name } : content)),
});

/** Returns the faults of one content, as if it were the plan's own; faults of no content stand in all. */
export function faultsOfContent(faults: PlanFaults, place: number): PlanFaults {
  const prefix = `contents.${place - 1}.`;
  return Object.fromEntries(
    Object.entries(faults).flatMap(([field, text]) => {
      if (field.startsWith(prefix)) return [[field.slice(prefix.length), text]];
      const isOwn = /^(message|columnMapping)/.test(field);
      return field.startsWith('contents.') || (isOwn && place > 0) ? [] : [[field, text]];
    }),
  );
}
