import { type CampaignPlan, type FieldError, fieldError } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { fileIdOf } from '#platform/files/file-url.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { channelsOf } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { listFilterNames } from '../../customer/door.ts';
import { accessUsable } from '../../file/door.ts';
import { findFileName } from '../audience/audience.file.ts';
import { maySee } from '../campaign/campaign.access.ts';
import { findSendingChannel } from './message.ts';

/** What a plan names by ids, by where it names it. */
const named = ({ audience: { groupIds, labelIds, results, exclude } }: CampaignPlan) => ({
  'audience.groupIds': { kind: 'group', ids: groupIds },
  'audience.labelIds': { kind: 'label', ids: labelIds },
  'audience.exclude.groupIds': { kind: 'group', ids: exclude.groupIds },
  'audience.exclude.labelIds': { kind: 'label', ids: exclude.labelIds },
  'audience.results': { kind: 'activity', ids: results.map(({ activityId }) => activityId) },
  'audience.exclude.activityIds': { kind: 'activity', ids: exclude.activityIds },
});

const mediaOf = ({ message: { template } }: CampaignPlan) =>
  [template.media, ...template.cards.map(({ media }) => media)].flatMap((media) => fileIdOf(media?.url ?? '') ?? []);

export type LookedUp = {
  /** Names of groups, labels, iterations, the filter and the file, by id */
  names: Readonly<Record<string, string>>;
  /** One for each id that this enterprise does not have, or the caller may not use */
  faults: FieldError[];
};

type Looking = Pick<Ctx, 'enterpriseId' | 'actor' | 'extensions'>;

/**
 * Looks up everything that a plan names: a draft may lack things, and names nothing that is not there.
 * @param held the plan that it follows: files that are in it already may stay, whoever uploaded them
 */
export async function lookUpPlan(ctx: Looking, tx: Tx, plan: CampaignPlan, held?: CampaignPlan): Promise<LookedUp> {
  const { enterpriseId } = ctx;
  const parts = Object.entries(named(plan));
  const idsOf = (kind: string) => [...new Set(parts.flatMap(([, part]) => (part.kind === kind ? part.ids : [])))];
  const sets =
    idsOf('group').length + idsOf('label').length === 0
      ? []
      : await tx
          .selectFrom('customerSets')
          .select(['setId as id', 'kind', 'name'])
          .where('enterpriseId', '=', enterpriseId)
          .where('setId', 'in', [...idsOf('group'), ...idsOf('label')])
          .execute();
  const iterations =
    idsOf('activity').length === 0
      ? []
      : await tx
          .selectFrom('activities as a')
          .innerJoin('campaigns as c', (join) =>
            join.onRef('c.enterpriseId', '=', 'a.enterpriseId').onRef('c.campaignId', '=', 'a.campaignId'),
          )
          .select(['a.activityId as id', 'c.name', 'a.number'])
          .where('a.enterpriseId', '=', enterpriseId)
          .where('a.activityId', 'in', idsOf('activity'))
          .where('a.deletedAt', 'is', null)
          .where('c.deletedAt', 'is', null)
          .where(maySee(ctx.actor))
          .execute();
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
  faults.push(...(await lookUpContent(ctx, tx, plan, held)));
  const file = fileId === '' ? undefined : await findFileName(tx, enterpriseId, fileId);
  if (fileId !== '' && file === undefined) faults.push(fieldError('audience.fileId', 'campaign.unknown', { name: fileId }));
  const names = Object.fromEntries([...known].map(([id, { name }]) => [id, name]));
  return { names: file === undefined ? names : { ...names, [fileId]: file }, faults };
}

async function lookUpContent(ctx: Looking, tx: Tx, plan: CampaignPlan, held: CampaignPlan | undefined): Promise<FieldError[]> {
  const { channelId, message } = plan;
  const templateId = message.template.templateUId;
  const faults: FieldError[] = [];
  if (channelId !== '') {
    const allowed = channelsOf(ctx.actor);
    const channel = await findSendingChannel(tx, ctx.enterpriseId, channelId);
    if (!channel || (allowed.length > 0 && !allowed.includes(channelId)))
      faults.push(fieldError('channelId', 'campaign.unknown', { name: channelId }));
  }
  if (templateId !== '') {
    const row = await tx
      .selectFrom('templates')
      .select('channelId')
      .where('enterpriseId', '=', ctx.enterpriseId)
      .where('templateId', '=', templateId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (row?.channelId !== channelId)
      faults.push(fieldError('message.template', 'campaign.unknown', { name: message.template.templateId || templateId }));
  }
  const media = mediaOf(plan);
  if (media.length > 0 && !(await isUsable(ctx, tx, media, { isShared: true, held: held ? mediaOf(held) : [] })))
    faults.push(fieldError('message.template.media', 'broadcast.media_not_found'));
  return faults;
}

type FileUse = { isShared: boolean; held: readonly string[] };

async function isUsable(ctx: Looking, tx: Tx, ids: readonly string[], use: FileUse): Promise<boolean> {
  try {
    await accessUsable(ctx, tx, [...new Set(ids)], use);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'file.not_found') return false;
    throw error;
  }
}

/**
 * A plan as it is stored: its template has the name that it has, whatever a caller calls it.
 * @throws DomainError activity.invalid with everything that it names and this enterprise does not have
 */
export async function toKnownPlan(ctx: Looking, tx: Tx, plan: CampaignPlan, held?: CampaignPlan): Promise<CampaignPlan> {
  const { faults } = await lookUpPlan(ctx, tx, plan, held);
  if (faults.length > 0) throw planInvalid(faults);
  const { template } = plan.message;
  const row =
    template.templateUId === ''
      ? undefined
      : await tx
          .selectFrom('templates')
          .select('name')
          .where('enterpriseId', '=', ctx.enterpriseId)
          .where('templateId', '=', template.templateUId)
          .where('deletedAt', 'is', null)
          .executeTakeFirst();
  return { ...plan, message: { template: { ...template, templateId: row?.name ?? '' } } };
}

export const planInvalid = (errors: readonly FieldError[]) =>
  new DomainError('activity.invalid', errors[0]?.message ?? '', { errors: [...errors] });
