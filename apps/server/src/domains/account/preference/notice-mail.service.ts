import { fillMailedNotice, type NoticeKind, type NoticeWords } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { readMailBrand } from '../branding/branding.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { type MailLine, renderMail } from '../mail/mail.template.ts';
import {
  type DueMail,
  deleteMails,
  listDueMails,
  listUsersWithDueMails,
  lockMailReader,
  updateMail,
} from '../notification/notice-mail.repository.ts';
import { listPreferences } from '../notification/preference.repository.ts';
import { waysOf } from '../notification/preference.rules.ts';

/** Minimum time between two mails of a kind and cause. */
export const mailPauseMs = 15 * 60_000;
const atOnce = 100;
/** Mails that were sent are of use until the next one of their cause may go. */
const keptMs = 24 * 3_600_000;

export const settingsPath = '/details/myprofile#notifications';

/** The line of a mail about a notification: no customer's name, and nothing of former versions. */
function lineOf({ code, values, count, link }: DueMail, origin: string): MailLine {
  const { title, text } = fillMailedNotice({ code, values } as NoticeWords);
  const times = count > 1 ? ` (${count} times)` : '';
  return { title: `${title}${times}`, text, url: link === '' ? '' : `${origin}${link}` };
}

/** Sends what is due of one user as one mail. The mail and the mark that it went are one transaction: neither is without the other. */
async function sendDueOf(deps: Deps, ctx: EnterpriseContext, userId: string): Promise<void> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  await ctx.transaction(async (tx) => {
    const user = await lockMailReader(tx, enterpriseId, userId);
    const due = await listDueMails(tx, enterpriseId, userId, now);
    if (!user) return;
    const wanted = user.isActive ? await filterWanted(tx, enterpriseId, userId, due) : [];
    await deleteMails(
      tx,
      enterpriseId,
      due.filter((mail) => !wanted.includes(mail)).map(({ mailId }) => mailId),
    );
    const sent: DueMail[] = [];
    for (const mail of wanted) {
      const freeAt = mail.lastSentAt ? mail.lastSentAt.getTime() + mailPauseMs : 0;
      if (freeAt > now.getTime() && mail.kind !== 'test') await updateMail(tx, enterpriseId, mail.mailId, { dueAt: new Date(freeAt) });
      else sent.push(mail);
    }
    if (sent.length === 0) return;
    for (const { mailId } of sent) await updateMail(tx, enterpriseId, mailId, { sentAt: now });
    await queueMail(deps, tx, await renderNotices(deps, tx, enterpriseId, user, sent));
  });
}

/** Drops mails of kinds that the user has switched off meanwhile. */
async function filterWanted(tx: Tx, enterpriseId: string, userId: string, due: readonly DueMail[]): Promise<DueMail[]> {
  const stored = new Map((await listPreferences(tx, enterpriseId, userId)).map((row) => [row.kind, row]));
  return due.filter(({ kind }) => kind === 'test' || waysOf(kind as NoticeKind, stored.get(kind)).mail);
}

async function renderNotices(deps: Deps, tx: Tx, enterpriseId: string, user: { name: string; email: string }, sent: readonly DueMail[]) {
  const brand = await readMailBrand(deps, tx, enterpriseId);
  const origin = deps.publicUrl();
  const lines = sent.map((mail) => lineOf(mail, origin));
  const [only] = lines;
  const what = lines.length === 1 && only ? only.title : `${lines.length} notifications`;
  return renderMail(user.email, brand, {
    subject: `${brand.info.title}: ${what}`,
    greeting: `Hello ${user.name},`,
    paragraphs: lines.length === 1 ? [] : [`Since the last mail there were ${lines.length} notifications:`],
    lines,
    notes: [{ label: 'Choose what you are told of, and how', url: `${origin}${settingsPath}` }],
  });
}

/** Sends due mails to users, the longest waiting first. A failed mail of one user does not hold up the others. */
export async function sendDueMails(deps: Deps): Promise<void> {
  for (const { enterpriseId, userId } of await listUsersWithDueMails(deps.db, deps.now(), atOnce))
    await sendDueOf(deps, enterpriseContext(deps, enterpriseId), userId).catch((error: unknown) =>
      deps.log.warn({ err: error, userId }, 'a mail of notifications was not sent'),
    );
}

export async function dropSentMails({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await sql`select delete_sent_notification_mails(${new Date(now().getTime() - keptMs)}::timestamptz)`.execute(db);
}
