import { type ConsentChannel, channelTypes, numberSpellings } from '@parley/contract';
import type { ChannelEvent } from '@parley/vendors';
import { sql } from 'kysely';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import { liftSuppressed, noteConsentOf } from '../../customer/door.ts';
import { blacklistRecord, readSnapshots } from '../blacklist/blacklist.record.ts';
import { readSendingSettings } from '../blacklist/settings.service.ts';
import { skipMessages } from '../queue/queue.repository.ts';
import { sendSystemText } from '../sending/single.ts';
import { inboundAddress } from './vendor-inbound.ts';
import { readWish } from './wish.rules.ts';

/** Asked in the transaction in which somebody has said that they want no marketing any more: what else of it ends by that. */
export const marketingStops =
  defineExtensionPoint<(ctx: EnterpriseContext, tx: Tx, address: string) => Promise<void>>('inbound.marketing_stop');

/** A customer's wish about marketing. @property confirmation '' where nothing is answered */
type Wish = { address: string; isOut: boolean; confirmation: string };
type Said = Extract<ChannelEvent, { type: 'message.received' | 'contact.optOut' | 'contact.optIn' }>;

const consentOf: Partial<Record<number, ConsentChannel>> = {
  [channelTypes.WHATSAPP]: 'WHATSAPP',
  [channelTypes.SMS]: 'SMS',
  [channelTypes.RCS]: 'RCS',
  [channelTypes.EMAIL]: 'EMAIL',
};

/** The texts that may hold the wish: words, a caption, or a button, whose payload may say more than its title. */
function textsOf(content: Extract<ChannelEvent, { type: 'message.received' }>['content']): string[] {
  switch (content.kind) {
    case 'text':
      return [content.text];
    case 'media':
      return [content.caption ?? ''];
    case 'reply':
      return [content.title ?? '', content.id ?? ''];
    default:
      return [];
  }
}

/**
 * Words that stop marketing, and those that lift it (screens 3.7): a whole message, in any of the enterprise's languages. A vendor's own
 * opt-out counts the same, without an answer.
 */
export async function findWishes(
  tx: Tx,
  enterpriseId: string,
  channelType: number,
  events: readonly ChannelEvent[],
): Promise<Map<Said, Wish>> {
  const wishes = new Map<Said, Wish>();
  const said = events.filter(
    (event): event is Said => event.type === 'message.received' || event.type === 'contact.optOut' || event.type === 'contact.optIn',
  );
  if (said.length === 0) return wishes;
  const settings = await readSendingSettings(tx, enterpriseId);
  for (const event of said) {
    if (event.type !== 'message.received') {
      wishes.set(event, { address: inboundAddress(event.address, channelType), isOut: event.type === 'contact.optOut', confirmation: '' });
      continue;
    }
    // A list's "unsubscribe" is no wish of a person.
    if (event.isAutomatic) continue;
    const found = (event.words === undefined ? textsOf(event.content) : [event.words]).map((text) => readWish(text, settings));
    const address = inboundAddress(event.from, channelType);
    if (found.includes('out')) wishes.set(event, { address, isOut: true, confirmation: settings.optOutConfirmation });
    else if (found.includes('in')) wishes.set(event, { address, isOut: false, confirmation: settings.optInConfirmation });
  }
  return wishes;
}

/** Applies wishes at once, to waiting messages too, with one confirmation. */
export async function applyWishes(
  ctx: EnterpriseContext,
  tx: Tx,
  { channelId, type }: { channelId: string; type: number },
  wishes: Iterable<Wish>,
): Promise<void> {
  for (const { address, isOut, confirmation } of wishes) {
    const hasChanged = isOut ? await stopMarketing(ctx, tx, address) : await liftStop(ctx, tx, address);
    if (!hasChanged) continue;
    if (isOut) for (const stop of ctx.extensions.of(marketingStops)) await stop(ctx, tx, address);
    const consent = consentOf[type];
    if (consent) await noteConsentOf(tx, ctx.enterpriseId, { channelId, address }, { channel: consent, isGranted: !isOut, at: ctx.now() });
    if (confirmation !== '') await sendSystemText(ctx, tx, { channelId, address, text: confirmation });
  }
}

/** However the number is written. @returns whether it was not so before */
async function stopMarketing(ctx: EnterpriseContext, tx: Tx, address: string): Promise<boolean> {
  const spellings = numberSpellings(address);
  const { rows } = await sql<{ entryId: string }>`
    insert into blacklist (enterprise_id, entry_id, address, kind, reason, source, created_at)
    select ${ctx.enterpriseId}, ${newId()}, ${address}, 'opted_out', 'The customer said so.', 'customer', ${ctx.now()}::timestamptz
    where not exists (select from blacklist b where b.enterprise_id = ${ctx.enterpriseId} and b.address = any(${spellings}::text[])
      and b.kind = 'opted_out' and b.channel_id is null and b.removed_at is null)
    on conflict do nothing returning entry_id`.execute(tx);
  const [entry] = await readSnapshots(
    tx,
    ctx.enterpriseId,
    rows.map(({ entryId }) => entryId),
  );
  if (!entry) return false;
  recordChange(ctx, tx, { record: blacklistRecord, id: entry.entryId, action: 'create', after: entry });
  const waiting = await sql<{ messageId: string; createdAt: Date; runId: string; number: number }>`
    select m.message_id, m.created_at, m.resource_id as run_id, m.number from messages m
      left join send_runs r on r.enterprise_id = m.enterprise_id and r.run_id = m.resource_id
      left join templates t on t.enterprise_id = m.enterprise_id and t.template_id = m.template_id
    where (r.is_marketing or t.category = 'MARKETING') and m.enterprise_id = ${ctx.enterpriseId} and m.address = any(${spellings}::text[]) and m.address <> '' and m.status = 'QUEUED'`.execute(
    tx,
  );
  await skipMessages(tx, ctx.enterpriseId, waiting.rows, 'OPTED_OUT', ctx.now());
  return true;
}

async function liftStop(ctx: EnterpriseContext, tx: Tx, address: string): Promise<boolean> {
  const removedReason = 'The customer said so.';
  const standing = await tx
    .selectFrom('blacklist')
    .select('entryId')
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('address', 'in', numberSpellings(address))
    .where('kind', '=', 'opted_out')
    .where('removedAt', 'is', null)
    .orderBy('entryId')
    .forUpdate()
    .execute();
  const wasSuppressed = await liftSuppressed(ctx, tx, [address]);
  if (standing.length === 0) return wasSuppressed;
  const entryIds = standing.map(({ entryId }) => entryId);
  for (const before of await readSnapshots(tx, ctx.enterpriseId, entryIds))
    recordChange(ctx, tx, { record: blacklistRecord, id: before.entryId, action: 'delete', before, reason: removedReason });
  await tx
    .updateTable('blacklist')
    .set({ removedAt: ctx.now(), removedReason })
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('entryId', 'in', entryIds)
    .execute();
  return true;
}
