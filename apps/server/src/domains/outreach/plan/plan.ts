import { isDeepStrictEqual } from 'node:util';
import { type CampaignPlan, contentsOf, encapEditors, type FieldError, fieldError, type NamedContent } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import { fileIdOf } from '#platform/files/file-url.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import { channelsOf } from '../../../channel-right.ts';
import { type Ctx, can } from '../../../context.ts';
import { findCalendarName, holdCalendar } from '../../account/door.ts';
import { assertFilter, listFilterNames, readingOf, seesAll } from '../../customer/door.ts';
import { accessUsable } from '../../file/door.ts';
import { findFileName } from '../audience-file/file.repository.ts';
import { findTemplateName } from '../message/message.repository.ts';
import { findSendingChannel } from '../message/message.ts';
import { findPage } from '../page/plan.page.ts';
import { nameIterations, nameSets } from './plan.repository.ts';

/** The records that a plan names by ids, by the field that names them. */
const named = ({ audience: { groupIds, labelIds, results, exclude } }: CampaignPlan) => ({
  'audience.groupIds': { kind: 'group', ids: groupIds },
  'audience.labelIds': { kind: 'label', ids: labelIds },
  'audience.exclude.groupIds': { kind: 'group', ids: exclude.groupIds },
  'audience.exclude.labelIds': { kind: 'label', ids: exclude.labelIds },
  'audience.results': { kind: 'activity', ids: results.map(({ activityId }) => activityId) },
  'audience.exclude.activityIds': { kind: 'activity', ids: exclude.activityIds },
});

type Sent = Pick<NamedContent, 'message'>;
/** Every message of a plan with the channel that it goes by: those of its contents, and the one of its fallback. */
const messagesOf = (plan: CampaignPlan): { channelField: string; channelId: string; field: string; content: Sent }[] => [
  ...contentsOf(plan).map((content) => ({ channelField: 'channelId', channelId: plan.channelId, field: content.field, content })),
  ...(plan.fallback
    ? [{ channelField: 'fallback.channelId', channelId: plan.fallback.channelId, field: 'fallback.', content: plan.fallback }]
    : []),
];

const mediaOf = ({ message: { template } }: Sent) =>
  [template.media, ...template.cards.map(({ media }) => media)].flatMap((media) => fileIdOf(media?.url ?? '') ?? []);

export type LookedUp = {
  /** Names of groups, labels, iterations, the filter, the file and the calendar, by id */
  names: Readonly<Record<string, string>>;
  /** One for each id that this enterprise does not have, or the caller may not use */
  faults: FieldError[];
};

type Looking = Pick<Ctx, 'enterpriseId' | 'actor' | 'extensions'>;

/**
 * Looks up everything that a plan names: a draft may lack things, and names nothing that is not there.
 * @param held the plan that it follows: files that are in it already may stay, uploaded by any user
 */
export async function lookUpPlan(ctx: Looking, tx: Read, plan: CampaignPlan, held?: CampaignPlan): Promise<LookedUp> {
  const { enterpriseId } = ctx;
  const parts = Object.entries(named(plan));
  const idsOf = (kind: string) => [...new Set(parts.flatMap(([, part]) => (part.kind === kind ? part.ids : [])))];
  const setIds = [...idsOf('group'), ...idsOf('label')];
  const sets = setIds.length === 0 ? [] : await nameSets(tx, enterpriseId, setIds);
  const iterations = idsOf('activity').length === 0 ? [] : await nameIterations(tx, ctx.actor, idsOf('activity'));
  const filters = await listFilterNames(tx, enterpriseId, plan.audience.filterId === '' ? [] : [plan.audience.filterId]);
  const known = new Map<string, { kind: string; name: string }>([
    ...sets.map(({ id, kind, name }) => [id, { kind, name }] as const),
    ...iterations.map(({ id, name, number }) => [id, { kind: 'activity', name: `${name} #${number}` }] as const),
    ...filters.map(({ id, name }) => [id, { kind: 'filter', name }] as const),
  ]);
  const faults = parts.flatMap(([field, { kind, ids }]) =>
    ids.flatMap((id) => (known.get(id)?.kind === kind ? [] : [fieldError(field, 'campaign.unknown', { name: id })])),
  );
  const { filterId, fileId } = plan.audience;
  if (filterId !== '' && !known.has(filterId)) faults.push(fieldError('audience.filterId', 'campaign.unknown', { name: filterId }));
  faults.push(...(await lookUpMessages(ctx, tx, plan, held)));
  const file = fileId === '' ? undefined : await findFileName(tx, enterpriseId, fileId);
  if (fileId !== '' && file === undefined) faults.push(fieldError('audience.fileId', 'campaign.unknown', { name: fileId }));
  const calendar = plan.calendarId ? await findCalendarName(tx, enterpriseId, plan.calendarId) : undefined;
  if (plan.calendarId && calendar === undefined) faults.push(fieldError('calendarId', 'campaign.unknown', { name: plan.calendarId }));
  const page = plan.page ? await findPage(ctx, tx, plan.page) : undefined;
  if (plan.page && !page) faults.push(fieldError('page', 'campaign.unknown', { name: plan.page.encapId }));
  const names = Object.fromEntries([...known].map(([id, { name }]) => [id, name]));
  if (plan.page && page) names[plan.page.encapId] = page.name;
  if (calendar !== undefined) names[plan.calendarId] = calendar;
  return { names: file === undefined ? names : { ...names, [fileId]: file }, faults };
}

async function lookUpMessages(ctx: Looking, tx: Read, plan: CampaignPlan, held: CampaignPlan | undefined): Promise<FieldError[]> {
  const faults: FieldError[] = [];
  const allowed = channelsOf(ctx.actor);
  const heldMedia = held ? messagesOf(held).flatMap(({ content }) => mediaOf(content)) : [];
  const channels = new Map(messagesOf(plan).map(({ channelField, channelId }) => [channelField, channelId]));
  for (const [field, channelId] of channels) {
    if (channelId === '') continue;
    const channel = await findSendingChannel(tx, ctx.enterpriseId, channelId);
    if (!channel || (allowed.length > 0 && !allowed.includes(channelId)))
      faults.push(fieldError(field, 'campaign.unknown', { name: channelId }));
  }
  for (const { channelId, field, content } of messagesOf(plan)) {
    const { templateId, templateUId } = content.message.template;
    if (templateUId !== '') {
      const row = await findTemplateName(tx, ctx.enterpriseId, templateUId);
      if (row?.channelId !== channelId)
        faults.push(fieldError(`${field}message.template`, 'campaign.unknown', { name: templateId || templateUId }));
    }
    const media = mediaOf(content);
    if (media.length > 0 && !(await isUsable(ctx, tx, media, { isShared: true, held: heldMedia })))
      faults.push(fieldError(`${field}message.template.media`, 'broadcast.media_not_found'));
  }
  return faults;
}

type FileUse = { isShared: boolean; held: readonly string[] };

async function isUsable(ctx: Looking, tx: Read, ids: readonly string[], use: FileUse): Promise<boolean> {
  try {
    await accessUsable(ctx, tx, [...new Set(ids)], use);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'file.not_found') return false;
    throw error;
  }
}

/**
 * A condition on what somebody's role hides would tell it by its counts. Others have set the conditions that the plan had before.
 * @throws DomainError filter.invalid with the conditions that they may not ask
 */
async function assertMayAsk(ctx: Looking, tx: Read, { audience }: CampaignPlan, held: CampaignPlan | undefined): Promise<void> {
  const asks = ({ filterId, conditions }: CampaignPlan['audience']) => JSON.stringify({ filterId, conditions });
  if (seesAll(readingOf(ctx.actor)) || (held && asks(held.audience) === asks(audience))) return;
  await assertFilter(tx, ctx.enterpriseId, audience, true);
}

/** An iteration that leads to an encap is a launch of it, which its editors make. */
export const maySetPage = ({ actor }: Pick<Ctx, 'actor'>): boolean => encapEditors.some((right) => can(actor, right));

/**
 * A plan as it is stored: its templates have their own names, not those of the caller.
 * @throws DomainError activity.invalid with everything that it names and this enterprise does not have, or filter.invalid
 */
export async function toKnownPlan(ctx: Looking, tx: Read, plan: CampaignPlan, held?: CampaignPlan): Promise<CampaignPlan> {
  const { faults } = await lookUpPlan(ctx, tx, plan, held);
  if (faults.length > 0) throw planInvalid(faults);
  await assertMayAsk(ctx, tx, plan, held);
  const page = plan.page && (await findPage(ctx, tx, plan.page));
  if (page && !isDeepStrictEqual(held?.page, plan.page) && !maySetPage(ctx)) throw accessDenied(encapEditors);
  const withName = async <C extends Sent>(content: C): Promise<C> => {
    const { template } = content.message;
    const row = template.templateUId === '' ? undefined : await findTemplateName(tx, ctx.enterpriseId, template.templateUId);
    return { ...content, message: { template: { ...template, templateId: row?.name ?? '' } } };
  };
  const contents = [];
  for (const content of plan.contents) contents.push(await withName(content));
  return {
    ...(await withName(plan)),
    contents,
    fallback: plan.fallback ? await withName(plan.fallback) : null,
    // The version stays what it is now, whatever is published later.
    page: plan.page && page ? { ...plan.page, number: page.number } : null,
  };
}

/**
 * Holds the calendar of a plan against deletion until the transaction ends, from which on the iteration is one of its uses.
 * @throws DomainError activity.invalid where it is gone
 */
export async function holdCalendarOf(tx: Tx, enterpriseId: string, { calendarId }: Pick<CampaignPlan, 'calendarId'>): Promise<void> {
  if (calendarId && !(await holdCalendar(tx, enterpriseId, calendarId)))
    throw planInvalid([fieldError('calendarId', 'campaign.unknown', { name: calendarId })]);
}

export const planInvalid = (errors: readonly FieldError[]) =>
  new DomainError('activity.invalid', errors[0]?.message ?? '', { errors: [...errors] });
