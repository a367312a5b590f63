import { launchStates } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { findEncap } from '../encap/encap.repository.ts';
import { findLaunch } from '../launch/launch.repository.ts';
import { findLink, type LinkRow, updateLink } from '../link/link.repository.ts';
import { findLastSign, findLinksToRemind, insertReminder } from '../link/reminder.repository.ts';
import { mayLeaveAt, prepareAddress, sendReaching } from '../page-proof/reach.send.ts';
import { nextReminder } from './reminder.rules.ts';

const mostAtOnce = 500;
const mostRounds = 200;
/** Time until a link is looked at again whose launch is paused, or whose message cannot be made now. */
const laterMs = 3_600_000;

/** Reminds people who have opened a page and left it. A link is looked at alone, so that one that fails holds no other up. */
export async function remindPeople(deps: Deps): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const due = await findLinksToRemind(deps.db, deps.now(), mostAtOnce);
    for (const { enterpriseId, linkId } of due) await remind(enterpriseContext(deps, enterpriseId), linkId);
    if (due.length < mostAtOnce) return;
  }
}

/** Looks at one link: it is reminded, looked at later, or not at all any more. Everything is one transaction, and the link is locked: a second look finds the next time. */
export const remind = (ctx: EnterpriseContext, linkId: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const link = await findLink(tx, ctx.enterpriseId, linkId, { lock: true });
    if (!link || link.remindAt === null || link.remindAt > ctx.now()) return;
    await updateLink(tx, ctx.enterpriseId, linkId, await lookAt(ctx, tx, link));
  });

const isLeft = ({ state, expiresAt }: LinkRow, now: Date): boolean => (state === 'OPENED' || state === 'BEGUN') && expiresAt > now;

type Look = Pick<LinkRow, 'remindAt'> & Partial<Pick<LinkRow, 'reminded'>>;
async function lookAt(ctx: EnterpriseContext, tx: Tx, link: LinkRow): Promise<Look> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const { linkId, launchId, reminded, expiresAt } = link;
  const number = link.phone || link.reach;
  const launch = launchId === null ? undefined : await findLaunch(tx, enterpriseId, launchId);
  const encap = launch && (await findEncap(tx, enterpriseId, launch.journeyId));
  if (!launch?.reminders || !encap || !isLeft(link, now) || number === '') return { remindAt: null };
  // Reminders that the encap has no more end at once, whatever its launches began with.
  if (encap.properties.remindHours.length === 0 || encap.retiredAt !== null || launch.state === launchStates.stopped)
    return { remindAt: null };
  const lookLater = (at = new Date(now.getTime() + laterMs)): Look => ({ remindAt: at < expiresAt ? at : null });
  if (launch.state !== launchStates.started || encap.journeyState !== 'PUBLISHED') return lookLater();
  const asked = { reminders: launch.reminders, expiresAt };
  const last = await findLastSign(tx, enterpriseId, link);
  const due = nextReminder({ ...asked, reminded, last });
  if (due === null || due > now) return { remindAt: due };
  const { channelId, templateId } = launch.reminders;
  const reaching = await prepareAddress(ctx, tx, { channelId, templateId, number }, link.code);
  if (!reaching) return lookLater();
  const mayLeave = await mayLeaveAt(ctx, tx, reaching);
  // The gate's now is a moment later than the one above.
  if (mayLeave > ctx.now()) return lookLater(mayLeave);
  const { messageId, isHeldBack } = await sendReaching(ctx, tx, reaching, { isMarketing: true });
  await insertReminder(tx, { enterpriseId, launchId: launch.launchId, linkId, number: reminded + 1, messageId, isHeldBack, at: now });
  return { reminded: reminded + 1, remindAt: nextReminder({ ...asked, reminded: reminded + 1, last, after: now }) };
}
