import { createHash, createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { FlowKeys } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { accessChannel } from '../../channel/door.ts';
import { flowKeyRecord } from '../flow/flow.record.ts';
import { insertKey, type KeyRow, listKeys, lockKeys, retireCurrent, updateKey } from '../flow/key.repository.ts';
import { openFlowVendor, vendorRefused } from './flow.vendor.ts';

const makePair = promisify(generateKeyPair);
const keyBits = 2048;
/** A replaced key is read so long: phones keep the one that they have for a while. */
const readMs = 48 * 3_600_000;

const fingerprintOf = (pem: string): string =>
  createHash('sha256')
    .update(createPublicKey(pem).export({ type: 'spki', format: 'der' }))
    .digest('hex');

const latest = (dates: readonly (Date | null)[]): string | null =>
  dates
    .flatMap((date) => date?.toISOString() ?? [])
    .toSorted()
    .at(-1) ?? null;

function present(rows: readonly KeyRow[]): FlowKeys {
  const fault = rows
    .filter(({ lastFaultAt }) => lastFaultAt !== null)
    .toSorted((one, other) => Number(other.lastFaultAt) - Number(one.lastFaultAt))[0];
  return {
    keys: rows.map(({ keyId, state, publicKey, createdAt, uploadedAt, readUntil }) => ({
      id: keyId,
      state,
      fingerprint: fingerprintOf(publicKey),
      createdOn: createdAt.toISOString(),
      uploadedOn: uploadedAt?.toISOString() ?? null,
      readUntil: readUntil?.toISOString() ?? null,
    })),
    lastPingOn: latest(rows.map(({ lastPingAt }) => lastPingAt)),
    lastRequestOn: latest(rows.map(({ lastRequestAt }) => lastRequestAt)),
    lastFault: fault?.lastFaultAt ? { text: fault.lastFault, on: fault.lastFaultAt.toISOString() } : null,
  };
}

async function read(ctx: Ctx, tx: Read, channelId: string): Promise<FlowKeys> {
  await accessChannel(tx, ctx.enterpriseId, channelId);
  return present(await listKeys(tx, ctx.enterpriseId, channelId, ctx.now()));
}
export const readKeys = (ctx: Ctx, channelId: string): Promise<FlowKeys> => ctx.read((tx) => read(ctx, tx, channelId));

/** A key that was made and never confirmed is handed over again: its first handing over may have come through. */
const ensureNext = async (ctx: Ctx, deps: Deps, channelId: string): Promise<KeyRow> => {
  const { publicKey, privateKey } = await makePair('rsa', {
    modulusLength: keyBits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    await lockKeys(tx, channelId);
    const waiting = await findNext(ctx, tx, channelId);
    if (waiting) return waiting;
    const keyId = newId();
    const row = { enterpriseId, channelId, keyId, publicKey, sealedPrivate: deps.secrets.encrypt(privateKey), createdAt: ctx.now() };
    await creating(
      ctx,
      tx,
      flowKeyRecord,
      () => keyId,
      () => insertKey(tx, row),
    );
    return (await findNext(ctx, tx, channelId)) as KeyRow;
  });
};
const findNext = async (ctx: Ctx, tx: Tx, channelId: string): Promise<KeyRow | undefined> =>
  (await listKeys(tx, ctx.enterpriseId, channelId, ctx.now())).find(({ state }) => state === 'NEXT');

/**
 * Makes a key, hands its public part to the vendor and uses it from then on. Until the vendor has confirmed it, both it and the present one are read.
 * @throws DomainError channel.not_found, flow.no_channel or flow.refused
 */
export async function makeKey(ctx: Ctx, deps: Deps, channelId: string): Promise<FlowKeys> {
  const { ops, io, connection } = await openFlowVendor(ctx, deps, channelId);
  const next = await ensureNext(ctx, deps, channelId);
  const done = await ops.uploadKey(io, connection, next.publicKey);
  if (done.kind === 'failed') throw vendorRefused(done.error.vendorMessage || done.error.advice);
  return ctx.transaction(async (tx) => {
    await lockKeys(tx, channelId);
    const at = ctx.now();
    const waiting = await findNext(ctx, tx, channelId);
    if (waiting?.keyId === next.keyId) {
      await retireCurrent(tx, ctx.enterpriseId, channelId, new Date(at.getTime() + readMs));
      await changing(ctx, tx, flowKeyRecord, next.keyId, 'edit', () =>
        updateKey(tx, ctx.enterpriseId, next.keyId, { state: 'CURRENT', uploadedAt: at }),
      );
    }
    return read(ctx, tx, channelId);
  });
}
