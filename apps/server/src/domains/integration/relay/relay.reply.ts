import { RelayReply, RelayReplyKey } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { isUuid } from '#platform/db/uuid.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import { accessWebhook } from '../hook/webhook.access.ts';
import { relayNoun } from '../hook/webhook.noun.ts';
import type { WebhookRow } from '../hook/webhook.repository.ts';
import { openSealed } from '../hook/webhook.send.ts';
import { isSigned } from '../hook/webhook.sign.ts';
import { beginReply, findEnterprise, keepOutcome, type RelayOutcome, readOutcome } from './reply.repository.ts';

/** @property channelIds the bridge’s own; none: all of them */
export type RelayedReply = { relayName: string; channelIds: readonly string[]; reply: RelayReply };
/**
 * Extension point: sends a reply that came over a bridge, in the transaction that notes it.
 * @throws DomainError for a reply that names nobody or nothing of the enterprise
 */
export const relayReplies =
  defineExtensionPoint<(ctx: EnterpriseContext, tx: Tx, relayed: RelayedReply) => Promise<RelayOutcome>>('relay.reply');

const notFound = () => new DomainError('route.not_found', 'The API has no such call.', {});
const unsigned = () => new DomainError('relay.signature', 'The signature does not fit, or its time is more than five minutes off.', {});

async function findRelay(deps: Deps, relayId: string): Promise<{ ctx: EnterpriseContext; row: WebhookRow } | undefined> {
  if (!isUuid(relayId)) return undefined;
  const enterpriseId = await findEnterprise(deps.db, relayId);
  if (enterpriseId === undefined) return undefined;
  const ctx = enterpriseContext(deps, enterpriseId);
  return { ctx, row: await ctx.read((tx) => accessWebhook(tx, enterpriseId, relayNoun, relayId)) };
}

function secretsOf({ secrets, now }: Deps, { secret, formerSecret, formerUntil }: WebhookRow): string[] {
  const isFormerValid = formerSecret !== '' && formerUntil !== null && formerUntil > now();
  return [secret, ...(isFormerValid ? [formerSecret] : [])].map((sealed) => openSealed(secrets, sealed).secret);
}

function readReply(body: Buffer): RelayReply {
  try {
    return RelayReply.parse(JSON.parse(body.toString('utf8')));
  } catch (error) {
    // A text that is no JSON is refused like any other invalid reply.
    if (error instanceof SyntaxError) return RelayReply.parse(undefined);
    throw error;
  }
}

/**
 * Takes one reply of an outside system: proved by the bridge's secret, once for each webhook-id, through the gate like everything that
 * leaves.
 * @throws DomainError route.not_found, relay.signature, request.invalid, or what names nobody
 */
export async function takeReply(
  deps: Deps,
  relayId: string,
  headers: Readonly<Record<string, unknown>>,
  body: Buffer,
): Promise<RelayOutcome> {
  const found = await findRelay(deps, relayId);
  if (!found) throw notFound();
  const { ctx, row } = found;
  if (!isSigned(headers, body, secretsOf(deps, row), deps.now())) throw unsigned();
  const key = RelayReplyKey.parse(headers['webhook-id']);
  const reply = readReply(body);
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    const noted = { relayId: row.webhookId, replyKey: key };
    if (!(await beginReply(tx, enterpriseId, noted, ctx.now()))) return readOutcome(tx, enterpriseId, noted);
    const [send] = ctx.extensions.of(relayReplies);
    if (!send) throw new Error('Nobody sends what comes over a bridge.');
    const outcome = await send(ctx, tx, { relayName: row.name, channelIds: row.channelIds, reply });
    await keepOutcome(tx, enterpriseId, noted, outcome);
    return outcome;
  });
}
