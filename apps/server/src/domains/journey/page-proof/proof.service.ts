import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { EncapProperties } from '@parley/contract';
import type { Read, Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findLink, type LinkRow, updateLink } from '../link/link.repository.ts';
import { type CodeRow, countSent, hasSession, insertCode, insertSession, listCodes, updateCode } from './proof.repository.ts';
import {
  codeLifeMs,
  dayMs,
  digitsOf,
  isOpenCode,
  makeCode,
  mostAddresses,
  mostOfLink,
  mostOfNumber,
  refusalOfCode,
  sessionMs,
} from './proof.rules.ts';
import { prepareAddress, prepareCode, sendReaching } from './reach.send.ts';

type Proving = 'login' | 'later';
const tokenHash = (ctx: EnterpriseContext, token: string): Buffer => ctx.keyedHash('page session', token);
const numberHash = (ctx: EnterpriseContext, number: string): Buffer => ctx.keyedHash('page number', number);
const codeHash = (ctx: EnterpriseContext, { linkId, codeId }: Pick<CodeRow, 'linkId' | 'codeId'>, code: string): Buffer =>
  ctx.keyedHash('page code', `${linkId} ${codeId} ${code}`);
const since = (ctx: EnterpriseContext): Date => new Date(ctx.now().getTime() - dayMs);

/** The code of a link that may still be tried. */
export async function findOpenCode(ctx: EnterpriseContext, tx: Read, linkId: string, purpose: Proving): Promise<CodeRow | undefined> {
  const [newest] = await listCodes(tx, ctx.enterpriseId, linkId, purpose, since(ctx));
  return newest && isOpenCode(newest, ctx.now()) ? newest : undefined;
}

export type Asked = { linkId: string; number: string; purpose: Proving };
/**
 * Sends a code to a number. Nobody learns from the answer whether the number is known, blocked, or has had its share today.
 * @returns why no further code is made for this link; '' where one is
 */
export async function askCode(
  ctx: EnterpriseContext,
  tx: Tx,
  { reachChannelId, codeTemplateId }: EncapProperties,
  { linkId, number, purpose }: Asked,
): Promise<'' | 'soon' | 'many'> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const refused = refusalOfCode(await listCodes(tx, enterpriseId, linkId, purpose, since(ctx)), mostOfLink, now);
  if (refused !== '') return refused;
  const [codeId, code] = [newId(), makeCode()];
  const hash = numberHash(ctx, number);
  const isFull = (await countSent(tx, enterpriseId, hash, since(ctx))) >= mostOfNumber;
  const reaching = await prepareCode(ctx, tx, { channelId: reachChannelId, templateId: codeTemplateId, number }, code);
  if (reaching && !isFull) await sendReaching(ctx, tx, reaching, { isSecret: true });
  await insertCode(tx, {
    ...{ enterpriseId, linkId, codeId, purpose, number: ctx.encrypt(number), numberHash: hash },
    codeHash: codeHash(ctx, { linkId, codeId }, code),
    ...{ isSent: reaching !== undefined && !isFull, madeAt: now, expiresAt: new Date(now.getTime() + codeLifeMs) },
  });
  return '';
}

/** Compares a typed code with the newest of a link; each wrong one is counted. @returns the number that it was sent to; '' where it is wrong or over */
export async function tryCode(ctx: EnterpriseContext, tx: Tx, linkId: string, purpose: Proving, typed: string): Promise<string> {
  // One after the other: many tries at once count as many.
  await findLink(tx, ctx.enterpriseId, linkId, { lock: true });
  const row = await findOpenCode(ctx, tx, linkId, purpose);
  if (!row?.codeHash) return '';
  const isRight = timingSafeEqual(row.codeHash, codeHash(ctx, row, digitsOf(typed)));
  await updateCode(tx, row, isRight ? { usedAt: ctx.now() } : { tries: row.tries + 1 });
  return isRight ? ctx.decrypt(row.number) : '';
}

/** Proves the number of a link by a code. A visitor of an address for everybody is whose number it is from now on. @returns the token of the browser; '' where the code is wrong */
export const proveByCode = (ctx: EnterpriseContext, linkId: string, typed: string): Promise<string> =>
  ctx.transaction(async (tx) => {
    const number = await tryCode(ctx, tx, linkId, 'login', typed);
    if (number === '') return '';
    const link = (await findLink(tx, ctx.enterpriseId, linkId)) as LinkRow;
    if (link.phone === '') await updateLink(tx, ctx.enterpriseId, linkId, { phone: number });
    const token = randomBytes(32).toString('base64url');
    const now = ctx.now();
    await insertSession(tx, {
      ...{ enterpriseId: ctx.enterpriseId, linkId, tokenHash: tokenHash(ctx, token), provedAt: now },
      expiresAt: new Date(now.getTime() + sessionMs),
    });
    return token;
  });

export const isProvedBy = (ctx: EnterpriseContext, linkId: string, token: string): Promise<boolean> =>
  ctx.read((tx) => hasSession(tx, ctx.enterpriseId, linkId, tokenHash(ctx, token), ctx.now()));

/** Sends the address of a page to the number of its person. @returns why it does not go; '' where it has gone to the gate */
export async function sendAddress(
  ctx: EnterpriseContext,
  tx: Tx,
  { reachChannelId, laterTemplateId }: EncapProperties,
  { linkId, number, code }: { linkId: string; number: string; code: string },
): Promise<'' | 'soon' | 'many'> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const refused = refusalOfCode(await listCodes(tx, enterpriseId, linkId, 'address', since(ctx)), mostAddresses, now);
  if (refused !== '') return refused;
  const reaching = await prepareAddress(ctx, tx, { channelId: reachChannelId, templateId: laterTemplateId, number }, code);
  if (reaching) await sendReaching(ctx, tx, reaching);
  await insertCode(tx, {
    ...{ enterpriseId, linkId, codeId: newId(), purpose: 'address', number: ctx.encrypt(number), numberHash: numberHash(ctx, number) },
    ...{ codeHash: null, isSent: reaching !== undefined, madeAt: now, expiresAt: now },
  });
  return '';
}
