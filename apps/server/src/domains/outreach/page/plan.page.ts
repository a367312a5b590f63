import {
  type CampaignPlan,
  channelTypes,
  type FieldError,
  fieldError,
  type PlanPage,
  pageColumn,
  pagesPath,
  variableKey,
} from '@parley/contract';
import { codeLength } from '#platform/codes.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { RunMessage } from '../../messaging/door.talk.ts';
import { linkSlots } from '../link/link.rules.ts';

/**
 * The page of a plan as it is now.
 * @property sealed what an approval covers of it. @property fault what keeps people from beginning there
 */
export type FoundPage = { name: string; number: number; sealed: Record<string, string | number>; fault: FieldError | undefined };

/** The launch of an iteration. @property environment in which its messages leave, and its people walk */
export type NewLaunch = { activityId: string; name: string; page: PlanPage; environment: 'production' | 'sandbox'; userId: string };

/** Extension point for pages that the messages of an iteration lead to. */
export type PageRoad = {
  /** Finds a page by the newest version or the one that is named; undefined: there is none. */
  find: (tx: Read, enterpriseId: string, page: PlanPage) => Promise<FoundPage | undefined>;
  /** Makes the launch of an iteration that starts, in the transaction that starts it. */
  begin: (ctx: EnterpriseContext, tx: Tx, launch: NewLaunch) => Promise<void>;
};
export const pageRoads = defineExtensionPoint<PageRoad>('outreach.pages');

const roadOf = ({ extensions }: Pick<Ctx, 'extensions'>): PageRoad => {
  const [road] = extensions.of(pageRoads);
  if (!road) throw new Error('Nobody provides the pages of campaigns.');
  return road;
};

export const findPage = (ctx: Pick<Ctx, 'extensions' | 'enterpriseId'>, tx: Read, page: PlanPage): Promise<FoundPage | undefined> =>
  roadOf(ctx).find(tx, ctx.enterpriseId, page);

export const beginLaunch = (ctx: EnterpriseContext, tx: Tx, launch: NewLaunch): Promise<void> => roadOf(ctx).begin(ctx, tx, launch);

/** Nobody's code, as long as any other: it stands in the values of recipients until each gets one. */
const noCode = '0'.repeat(codeLength);
const pageBase = (publicUrl: string): string => `${publicUrl}${pagesPath}`;

/**
 * The message with the address of nobody's page in place of the column `url`, so that lengths and prices are those of the real addresses. A
 * button of the template that leads to pages of this installation takes the code alone.
 */
export function withPage(message: RunMessage, publicUrl: string): RunMessage {
  const base = pageBase(publicUrl);
  const tails = new Set(linkSlots(message.template.components, base).flatMap(({ key, isTail }) => (isTail ? [key] : [])));
  return {
    ...message,
    mapping: message.mapping.map((group) => ({
      ...group,
      variables: group.variables.map((one) => {
        if (one.type !== 'column' || one.value !== pageColumn || group.type === 'page') return one;
        const isTail = tails.has(variableKey({ type: group.type, card: group.card }, one.variable));
        return { ...one, type: 'static' as const, value: isTail ? noCode : `${base}${noCode}` };
      }),
    })),
  };
}

const isPage = (value: string, base: string): boolean => value === noCode || value === `${base}${noCode}`;

/** Tells whether the message of a run leads each recipient to a page. */
export const leadsToPages = ({ mapping }: Pick<RunMessage, 'mapping'>, publicUrl: string): boolean =>
  mapping.some(({ type, variables }) => type !== 'page' && variables.some(({ value }) => isPage(value, pageBase(publicUrl))));

const ofPage = 'page/';

/** The values of one recipient with the address of their own page, and those that the walk on it reads. */
export function addressPage(
  values: Readonly<Record<string, string>>,
  publicUrl: string,
  code: string,
): { values: Record<string, string>; entry: Record<string, string> } {
  const base = pageBase(publicUrl);
  const [sent, entry]: Record<string, string>[] = [{}, {}];
  for (const [key, value] of Object.entries(values)) {
    if (key.startsWith(ofPage)) (entry as Record<string, string>)[key.slice(ofPage.length)] = value;
    else (sent as Record<string, string>)[key] = !isPage(value, base) ? value : value === noCode ? code : `${base}${code}`;
  }
  return { values: sent as Record<string, string>, entry: entry as Record<string, string> };
}

const withNumbers: readonly number[] = [channelTypes.SMS, channelTypes.WHATSAPP, channelTypes.RCS];

/** Faults of a plan that leads to a page, for each of its messages. @param messages with the fields that they stand in */
export function pageFaults(
  { page }: Pick<CampaignPlan, 'page'>,
  found: FoundPage | undefined,
  messages: readonly { field: string; channelType: number; message: RunMessage }[],
  publicUrl: string,
): FieldError[] {
  if (!page) return [];
  if (!found) return [fieldError('page', 'campaign.unknown', { name: page.encapId })];
  const faults = messages.flatMap(({ field, channelType, message }): FieldError[] => [
    ...(withNumbers.includes(channelType) ? [] : [fieldError(`${field}channelId`, 'page.channel')]),
    ...(leadsToPages(message, publicUrl) ? [] : [fieldError(`${field}columnMapping`, 'page.unused')]),
  ]);
  return found.fault ? [found.fault, ...faults] : faults;
}
