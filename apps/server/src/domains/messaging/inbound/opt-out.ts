import { randomUUIDv7 } from 'node:crypto';
import { type ConsentChannel, channelTypes } from '@parley/contract';
import type { ChannelEvent } from '@parley/vendors';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { noteConsentOf } from '../../customer/door.ts';
import { readSendingSettings } from '../blacklist/settings.service.ts';
import { skipMessages } from '../sending/queue.repository.ts';
import { sendSystemText } from '../sending/single.ts';
import { inboundAddress } from './vendor-inbound.ts';

type Change = { address: string; isOut: boolean; confirmation: string };

const consentOf: Partial<Record<number, ConsentChannel>> = {
  [channelTypes.WHATSAPP]: 'WHATSAPP',
  [channelTypes.SMS]: 'SMS',
  [channelTypes.RCS]: 'RCS',
  [channelTypes.EMAIL]: 'EMAIL',
};

/**
 * Words that stop marketing, and those that lift it (screens 3.7): at once, for what waits already too, with one confirmation. A vendor's
 * own opt-out counts the same, without an answer.
 */
export async function applyOptOuts(ctx: EnterpriseContext, tx: Tx, channelId: string, events: readonly ChannelEvent[]): Promise<void> {
  const said = events.filter(
    (event) => event.type === 'message.received' || event.type === 'contact.optOut' || event.type === 'contact.optIn',
  );
  if (said.length === 0) return;
  const { enterpriseId } = ctx;
  const settings = await readSendingSettings(tx, enterpriseId);
  const channel = await tx
    .selectFrom('channels')
    .select(['type', 'environment', 'state'])
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .executeTakeFirstOrThrow();
  const has = (words: readonly string[], text: string) => words.some((word) => word.toLowerCase() === text.trim().toLowerCase());
  const changes = said.flatMap((event): Change[] => {
    if (event.type === 'contact.optOut' || event.type === 'contact.optIn')
      return [{ address: inboundAddress(event.address, channel.type), isOut: event.type === 'contact.optOut', confirmation: '' }];
    if (event.type !== 'message.received') return [];
    const text = event.content.kind === 'text' ? event.content.text : event.content.kind === 'reply' ? event.content.title : '';
    const address = inboundAddress(event.from, channel.type);
    if (has(settings.optOutWords, text)) return [{ address, isOut: true, confirmation: settings.optOutConfirmation }];
    return has(settings.optInWords, text) ? [{ address, isOut: false, confirmation: settings.optInConfirmation }] : [];
  });
  for (const change of changes) {
    const hasChanged = change.isOut ? await stopMarketing(ctx, tx, change.address) : await liftStop(ctx, tx, change.address);
    if (!hasChanged) continue;
    const consent = consentOf[channel.type];
    const { address, isOut } = change;
    if (consent) await noteConsentOf(tx, enterpriseId, { channelId, address }, { channel: consent, isGranted: !isOut, at: ctx.now() });
    if (change.confirmation !== '') await sendSystemText(ctx, tx, { channelId, address: change.address, text: change.confirmation });
  }
}

/** @returns whether it was not so before */
async function stopMarketing(ctx: EnterpriseContext, tx: Tx, address: string): Promise<boolean> {
  const { rows } = await sql`
    insert into blacklist (enterprise_id, entry_id, address, kind, reason, source, created_at)
    values (${ctx.enterpriseId}, ${randomUUIDv7()}, ${address}, 'opted_out', 'The customer said so.', 'customer', ${ctx.now()})
    on conflict do nothing returning entry_id`.execute(tx);
  if (rows.length === 0) return false;
  const waiting = await sql<{ messageId: string; createdAt: Date; runId: string; number: number }>`
    select m.message_id, m.created_at, r.run_id, m.number from messages m
      join send_runs r on r.enterprise_id = m.enterprise_id and r.run_id = m.resource_id and r.is_marketing
    where m.enterprise_id = ${ctx.enterpriseId} and m.address = ${address} and m.address <> '' and m.status = 'QUEUED'`.execute(tx);
  await skipMessages(tx, ctx.enterpriseId, waiting.rows, 'OPTED_OUT', ctx.now());
  return true;
}

async function liftStop(ctx: EnterpriseContext, tx: Tx, address: string): Promise<boolean> {
  const result = await tx
    .updateTable('blacklist')
    .set({ removedAt: ctx.now(), removedReason: 'The customer said so.' })
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('address', '=', address)
    .where('kind', '=', 'opted_out')
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}
