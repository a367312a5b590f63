import { changing } from '#platform/audit/trail.ts';
import { isUuid } from '#platform/db/uuid.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { findUserNames } from '../../account/door.ts';
import { reportScheduleRecord } from './schedule.record.ts';
import { lockSchedule, updateSchedule } from './schedule.repository.ts';

/** Address of a click in a mail; it opens without a login, so that mail programs can call it. */
export const outPath = '/e/mails/out';
/** Longer than anybody keeps a mail that they want no more of. */
const outMs = 400 * 86_400_000;
const use = 'reportMail';

type Recipient = { enterpriseId: string; scheduleId: string; userId: string };

/** The address by which one recipient leaves one schedule. */
export function outUrl(deps: Pick<Deps, 'secrets' | 'now' | 'publicUrl'>, { enterpriseId, scheduleId, userId }: Recipient): string {
  const key = deps.secrets.sign([use, enterpriseId, scheduleId, userId].join(':'), new Date(deps.now().getTime() + outMs));
  return `${deps.publicUrl()}${outPath}?${new URLSearchParams({ key })}`;
}

/** The recipient whom such an address is for; of one that is forged or over, undefined. */
export function readOutKey(deps: Pick<Deps, 'secrets' | 'now'>, key: string): Recipient | undefined {
  const [kind, enterpriseId = '', scheduleId = '', userId = ''] = deps.secrets.verify(key, deps.now())?.split(':') ?? [];
  return kind === use && [enterpriseId, scheduleId, userId].every(isUuid) ? { enterpriseId, scheduleId, userId } : undefined;
}

/** Takes the recipient off the schedule, as often as it is asked. Whoever holds the mail may ask: the trail names no user as the author. */
export async function leaveByMail(deps: Deps, { enterpriseId, scheduleId, userId }: Recipient): Promise<void> {
  const ctx = enterpriseContext(deps, enterpriseId);
  await ctx.transaction(async (tx) => {
    const row = await lockSchedule(tx, enterpriseId, scheduleId);
    if (!row?.userIds.includes(userId)) return;
    const [name = ''] = await findUserNames(tx, enterpriseId, [userId]);
    const change = { userIds: row.userIds.filter((id) => id !== userId), version: row.version + 1 };
    const leave = () => updateSchedule(tx, enterpriseId, scheduleId, change);
    await changing(ctx, tx, reportScheduleRecord, scheduleId, 'edit', leave, { reason: `By the link in the mail to ${name}` });
  });
}
