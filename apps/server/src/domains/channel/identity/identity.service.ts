import { randomBytes } from 'node:crypto';
import { channelTypes, formerSecretHours, type IdentityRotated, type IdentityState } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Ctx } from '../../../context.ts';
import { findUserNames } from '../../account/door.ts';
import { accessChannel } from '../channel/channel.repository.ts';
import { identityRecord } from './identity.record.ts';
import { deleteIdentity, dropFormer, findIdentity, type IdentityRow, putIdentity } from './identity.repository.ts';

const hourMs = 3_600_000;

/** A website of the enterprise. @throws DomainError channel.not_found, for channels of other types too */
async function accessWebsite(tx: Read, enterpriseId: string, channelId: string, lock = false): Promise<void> {
  const { type } = await accessChannel(tx, enterpriseId, channelId, { lock });
  if (type !== channelTypes.WEB) throw new DomainError('channel.not_found', 'No such channel.', {});
}

const isFormerValid = ({ sealedFormer, formerUntil }: IdentityRow, now: Date): boolean =>
  sealedFormer !== '' && formerUntil !== null && formerUntil > now;

async function stateOf(tx: Read, { enterpriseId, now }: Ctx, channelId: string): Promise<IdentityState> {
  const row = await findIdentity(tx, enterpriseId, channelId);
  if (!row) return { isOn: false, last4: '', changedBy: '', changedAt: null, formerUntil: null };
  const [changedBy = ''] = row.changedBy ? await findUserNames(tx, enterpriseId, [row.changedBy]) : [];
  return {
    isOn: true,
    last4: row.last4,
    changedBy,
    changedAt: row.changedAt.toISOString(),
    formerUntil: isFormerValid(row, now()) ? (row.formerUntil?.toISOString() ?? null) : null,
  };
}

export const readIdentity = (ctx: Ctx, channelId: string): Promise<IdentityState> =>
  ctx.read(async (tx) => {
    await accessWebsite(tx, ctx.enterpriseId, channelId);
    return stateOf(tx, ctx, channelId);
  });

/** Makes a secret, which nobody is told a second time; the one of before is valid for a day. @throws DomainError channel.not_found */
export function rotateIdentity(ctx: Ctx, channelId: string): Promise<IdentityRotated> {
  const { enterpriseId } = ctx;
  const secret = randomBytes(32).toString('base64url');
  return ctx.transaction(async (tx) => {
    await accessWebsite(tx, enterpriseId, channelId, true);
    const former = await findIdentity(tx, enterpriseId, channelId);
    const now = ctx.now();
    await changing(ctx, tx, identityRecord, channelId, former ? 'edit' : 'create', () =>
      putIdentity(tx, {
        enterpriseId,
        channelId,
        sealedSecret: ctx.encrypt(secret),
        last4: secret.slice(-4),
        sealedFormer: former?.sealedSecret ?? '',
        formerUntil: former ? new Date(now.getTime() + formerSecretHours * hourMs) : null,
        changedBy: ctx.actor.userId,
        changedAt: now,
      }),
    );
    return { ...(await stateOf(tx, ctx, channelId)), secret };
  });
}

const change = (ctx: Ctx, channelId: string, action: 'edit' | 'delete', work: (tx: Tx) => Promise<void>): Promise<IdentityState> =>
  ctx.transaction(async (tx) => {
    await accessWebsite(tx, ctx.enterpriseId, channelId, true);
    await changing(ctx, tx, identityRecord, channelId, action, () => work(tx));
    return stateOf(tx, ctx, channelId);
  });

export const finishIdentityRotation = (ctx: Ctx, channelId: string): Promise<IdentityState> =>
  change(ctx, channelId, 'edit', (tx) => dropFormer(tx, ctx.enterpriseId, channelId));

export const removeIdentity = (ctx: Ctx, channelId: string): Promise<IdentityState> =>
  change(ctx, channelId, 'delete', (tx) => deleteIdentity(tx, ctx.enterpriseId, channelId));

/** Opens the secrets by which statements about visitors may be signed at this moment: for the time of one check, never for an answer. */
export async function openIdentitySecrets(
  secrets: Pick<Secrets, 'decrypt'>,
  tx: Read,
  { enterpriseId, channelId }: { enterpriseId: string; channelId: string },
  now: Date,
): Promise<string[]> {
  const row = await findIdentity(tx, enterpriseId, channelId);
  if (!row) return [];
  return [row.sealedSecret, ...(isFormerValid(row, now) ? [row.sealedFormer] : [])].map((sealed) => secrets.decrypt(sealed));
}
