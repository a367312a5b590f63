import { type NoticeKind, type NotificationPreferences, type NotificationWays, offeredKinds, reaches, ruleOf } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { nextDigest } from '../notification/digest.rules.ts';
import { rescheduleMails } from '../notification/notice-mail.repository.ts';
import { listPreferences, upsertPreferences } from '../notification/preference.repository.ts';
import { waysOf } from '../notification/preference.rules.ts';

export async function readOwnSettings(tx: Read, { enterpriseId, userId }: { enterpriseId: string; userId: string }) {
  const row = await tx
    .selectFrom('users as u')
    .innerJoin('enterprises as e', 'e.enterpriseId', 'u.enterpriseId')
    .select(['u.digestHour', 'u.timeZone', 'e.timeZone as enterpriseZone'])
    .where('u.enterpriseId', '=', enterpriseId)
    .where('u.userId', '=', userId)
    .executeTakeFirstOrThrow();
  return { digestHour: row.digestHour, zone: row.timeZone || row.enterpriseZone };
}

async function readIn(ctx: Ctx, tx: Read): Promise<NotificationPreferences> {
  const { digestHour } = await readOwnSettings(tx, ctx.actor);
  const stored = new Map((await listPreferences(tx, ctx.enterpriseId, ctx.actor.userId)).map((row) => [row.kind, row]));
  const kinds = offeredKinds(ctx.actor).map((kind) => ({
    kind,
    ways: waysOf(kind, stored.get(kind)),
    isRequired: ruleOf(kind).always === true,
    isPushOnly: ruleOf(kind).isPushOnly === true,
  }));
  return { digestHour, kinds };
}

export const readPreferences = (ctx: Ctx): Promise<NotificationPreferences> => ctx.read((tx) => readIn(ctx, tx));

export type PreferenceChange = { digestHour?: number | null | undefined; kinds: { kind: NoticeKind; ways: NotificationWays }[] };

/**
 * Saves the choice for the kinds that are given; the others, and the hour where it is left out, stay.
 * @throws DomainError notification.not_offered for a kind that the user does not get, notification.one_way_needed
 */
export function savePreferences(ctx: Ctx, { digestHour, kinds }: PreferenceChange): Promise<NotificationPreferences> {
  const { enterpriseId, actor } = ctx;
  const offered = offeredKinds(actor);
  if (kinds.some(({ kind }) => !offered.includes(kind)))
    throw new DomainError('notification.not_offered', 'You do not get notifications of this kind.', {});
  if (kinds.some(({ kind, ways }) => ruleOf(kind).always && !reaches(ways)))
    throw new DomainError('notification.one_way_needed', 'You are responsible for this: leave the list, mail or the browser on.', {});
  const choices = [...new Map(kinds.map((choice) => [choice.kind, choice])).values()];
  return ctx.transaction(async (tx) => {
    await upsertPreferences(tx, enterpriseId, actor.userId, choices);
    if (digestHour !== undefined) await saveDigest(ctx, tx, digestHour);
    return readIn(ctx, tx);
  });
}

/** Reschedules waiting mails: they go at the new hour, or at once. */
async function saveDigest(ctx: Ctx, tx: Tx, digestHour: number | null): Promise<void> {
  const { enterpriseId, userId } = ctx.actor;
  await tx.updateTable('users').set({ digestHour }).where('enterpriseId', '=', enterpriseId).where('userId', '=', userId).execute();
  const { zone } = await readOwnSettings(tx, ctx.actor);
  const dueAt = digestHour === null ? ctx.now() : nextDigest(digestHour, zone, ctx.now());
  await rescheduleMails(tx, enterpriseId, userId, dueAt);
}
