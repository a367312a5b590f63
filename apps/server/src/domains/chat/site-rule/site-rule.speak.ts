import { greetingAnswerSeconds, greetingsMost } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findClosed } from '../../account/door.ts';
import { accessChannel } from '../../channel/door.ts';
import { readRefusals } from '../../messaging/door.talk.ts';
import { visitorStreams } from '../visitor/visitor.port.ts';
import {
  countSpoken,
  findReach,
  findRule,
  findShown,
  hasOpenChat,
  insertShow,
  lockVisitor,
  type Met,
  noteStep,
  type Spoken,
} from './site-rule.repository.ts';

const dayMs = 24 * 3_600_000;

/** A visitor is spoken to rarely, by whatever rules, and by the same rule only after its days. */
export const mayBeSpokenTo = ({ inHour, inDay, lastOfRule }: Spoken, notAgainDays: number, now: Date): boolean =>
  inHour < greetingsMost.perHour &&
  inDay < greetingsMost.perDay &&
  (lastOfRule === null || now.getTime() - lastOfRule.getTime() >= notAgainDays * dayMs);

/**
 * Lets a rule speak whose conditions hold on the visitor's page, if nothing is against it: its hours, an open chat, the caps of greetings,
 * the customer's refusals and the contact pressure of marketing.
 * @returns the greeting; undefined: it does not speak, or a stream does
 */
export function speakByRule(
  ctx: EnterpriseContext,
  visitor: Met & { pageUrl: string },
  ruleId: string,
): Promise<{ showId: string; text: string } | undefined> {
  const { enterpriseId } = ctx;
  const { channelId, address, customerId, pageUrl } = visitor;
  const now = ctx.now();
  return ctx.transaction(async (tx) => {
    const rule = await findRule(tx, enterpriseId, ruleId);
    if (!rule?.isActive || rule.channelId !== channelId) return undefined;
    await lockVisitor(tx, enterpriseId, visitor);
    if (!mayBeSpokenTo(await countSpoken(tx, enterpriseId, visitor, ruleId, now), rule.notAgainDays, now)) return undefined;
    if (rule.inHours && (await isClosed(tx, enterpriseId, channelId, now))) return undefined;
    if (customerId && (await isUnwelcome(ctx, tx, channelId, customerId))) return undefined;
    const showId = newId();
    if (rule.act === 'stream' && !(await beginStream(ctx, tx, visitor, rule.journeyId ?? ''))) return undefined;
    await insertShow(tx, { enterpriseId, showId, ruleId, greeting: rule.greeting, channelId, address, customerId, pageUrl, at: now });
    return rule.act === 'greeting' ? { showId, text: rule.greeting } : undefined;
  });
}

async function isClosed(tx: Read, enterpriseId: string, channelId: string, now: Date): Promise<boolean> {
  const { deptId } = await accessChannel(tx, enterpriseId, channelId);
  return (await findClosed(tx, enterpriseId, deptId, now)) !== undefined;
}

/** Somebody who talks already, who has refused marketing, or who gets as much of it as the enterprise allows. */
async function isUnwelcome(ctx: EnterpriseContext, tx: Tx, channelId: string, customerId: string): Promise<boolean> {
  if (await hasOpenChat(tx, ctx.enterpriseId, channelId, customerId)) return true;
  const addresses = await findReach(tx, ctx.enterpriseId, customerId);
  if (addresses.length === 0) return false;
  const people = addresses.map((address) => ({ customerId, address }));
  const refusals = await readRefusals(ctx, tx, channelId, people, []);
  return refusals.some(({ refusalOf }) => refusalOf({ purpose: 'marketing', templateId: null }) !== '');
}

async function beginStream(ctx: EnterpriseContext, tx: Tx, { channelId, address, pageUrl }: Met & { pageUrl: string }, journeyId: string) {
  for (const { begin } of ctx.extensions.of(visitorStreams))
    if (await begin(ctx, tx, { journeyId, channelId, address, entry: { pageUrl } })) return true;
  return false;
}

type Shown = { channelId: string; address: string; showId: string };
const since = (now: Date): Date => new Date(now.getTime() - greetingAnswerSeconds * 1000);

/** The visitor has opened a greeting. */
export const noteOpened = (ctx: EnterpriseContext, shown: Shown): Promise<void> =>
  ctx.transaction((tx) => noteStep(tx, ctx.enterpriseId, { ...shown, since: since(ctx.now()) }, { now: ctx.now() }));

/** The words of a greeting that a message of the visitor answers; '' when it is answered already, or nobody's. */
export const findGreeting = (ctx: EnterpriseContext, shown: Shown): Promise<string> =>
  ctx.read(async (tx) => {
    const found = await findShown(tx, ctx.enterpriseId, { ...shown, since: since(ctx.now()) });
    return found && !found.answeredAt ? found.greeting : '';
  });

export const noteAnswered = (ctx: EnterpriseContext, shown: Shown, chatId: string): Promise<void> =>
  ctx.transaction((tx) => noteStep(tx, ctx.enterpriseId, { ...shown, since: since(ctx.now()) }, { now: ctx.now(), chatId }));
