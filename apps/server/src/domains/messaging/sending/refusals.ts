import { canonicalNumber, channelTypes, numberSpellings, type SkipReason } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readSendingSettings } from '../blacklist/settings.service.ts';
import { lookUp } from '../gate/gate.facts.ts';
import { decideGate } from '../gate/gate.ts';
import type { Purpose } from '../gate/judge.ts';
import { windowEnd } from './chat-line.ts';
import { readSendingChannel, readTemplatesNow } from './line.ts';

/** @property address on the channel; null: there is none */
export type Person = { customerId: string; address: string | null };
/** The intended message. @property templateId null: free text */
type Intended = { purpose: Purpose; templateId: string | null };
/**
 * The gate's verdict on one person now.
 * @property windowEndsAt until when free text may be sent; null: without limit
 */
export type Refusals = { windowEndsAt: Date | null; isWindowOpen: boolean; refusalOf: (intended: Intended) => SkipReason | '' };

/**
 * Reads the gate's refusals of messages to these people, in their order. Loads all facts once for all of them, so that later questions need
 * no query. The wallet is asked when there is something to pay.
 * @param templateIds that may be asked about
 */
export async function readRefusals(
  ctx: EnterpriseContext,
  tx: Read,
  channelId: string,
  people: readonly Person[],
  templateIds: readonly string[],
): Promise<Refusals[]> {
  const now = ctx.now();
  const [channel, settings, templates, heard] = await Promise.all([
    readSendingChannel(tx, ctx.enterpriseId, channelId),
    readSendingSettings(tx, ctx.enterpriseId),
    readTemplatesNow(tx, ctx.enterpriseId, templateIds),
    readHeard(tx, ctx.enterpriseId, channelId, people),
  ]);
  const ask = { channelId, channelType: channel.type, isMarketing: true, cap: settings.frequencyCap, now };
  const known = await lookUp(
    ctx,
    tx,
    ask,
    people.map(({ customerId, address }) => ({ customerId, address, given: '' })),
  );
  return people.map(({ address }) => {
    const isIn = (addresses: ReadonlySet<string>) => address !== null && addresses.has(address);
    const lastInboundAt = (address !== null && heard.get(canonicalNumber(address))?.toISOString()) || null;
    const windowEndsAt =
      channel.type === channelTypes.WEB ? null : windowEnd({ type: channel.type, vendor: channel.vendor, lastInboundAt });
    const isWindowOpen = windowEndsAt === null || windowEndsAt > now;
    return {
      windowEndsAt,
      isWindowOpen,
      refusalOf: ({ purpose, templateId }) => {
        const template = templateId === null ? null : (templates.get(templateId) ?? { status: 'DISABLED' as const, category: null });
        const reason = decideGate({
          address,
          isRepeated: false,
          isBlocked: isIn(known.blocked),
          isOptedOut: isIn(known.optedOut),
          isMarketing: purpose === 'marketing' || template?.category === 'MARKETING',
          isChannelActive: channel.state === 'ACTIVE',
          template: template && { status: template.status, hasMedia: true },
          missing: [],
          isTooLong: false,
          isWindowClosed: !isWindowOpen,
          isCapped: isIn(known.capped),
          isNeverOpen: false,
          hasBalance: true,
        });
        return reason ?? '';
      },
    };
  });
}

/** Reads the time of each person's last message on the channel, by canonical numbers. */
async function readHeard(tx: Read, enterpriseId: string, channelId: string, people: readonly Person[]): Promise<Map<string, Date>> {
  const rows = await tx
    .selectFrom('customerAddresses')
    .select(['address', 'lastInboundAt'])
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where(sql<boolean>`address = any(${people.flatMap(({ address }) => (address === null ? [] : numberSpellings(address)))}::text[])`)
    .orderBy('lastInboundAt')
    .execute();
  return new Map(rows.flatMap(({ address, lastInboundAt }) => (lastInboundAt ? [[canonicalNumber(address), lastInboundAt] as const] : [])));
}
