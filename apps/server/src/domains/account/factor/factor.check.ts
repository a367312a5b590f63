import { timingSafeEqual } from 'node:crypto';
import { type FactorKind, factorKinds, factorLimits } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { findTotpStep } from '#platform/secrets/totp.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { notify } from '../notification/notification.service.ts';
import {
  type ChallengeRow,
  countRecoveryCodes,
  listFactors,
  lockApp,
  lockPasskey,
  redeemRecoveryCode,
  updateFactor,
} from './factor.repository.ts';
import { hashMailCode, hashRecoveryCode } from './factor.rules.ts';
import { checkPasskey, credentialIdOf, type WebOrigin } from './passkey.ts';

export type FactorAnswer = { id: string; authType: FactorKind; securityCode: string; page: WebOrigin };
type Asked = { deps: Pick<Deps, 'secrets'>; ctx: EnterpriseContext; tx: Tx; challenge: ChallengeRow; answer: FactorAnswer };

/** Tells whether the answer proves the user; what counts once is used up by it. */
export function isFactorRight(asked: Asked): Promise<boolean> {
  const checks: Record<FactorKind, (asked: Asked) => Promise<boolean>> = {
    [factorKinds.email]: isMailCodeRight,
    [factorKinds.app]: isAppCodeRight,
    [factorKinds.recovery]: isRecoveryCodeRight,
    [factorKinds.passkey]: isPasskeyRight,
  };
  return checks[asked.answer.authType](asked);
}

/** The code that was mailed for this very challenge. */
export const isMailed = (challenge: ChallengeRow, id: string, code: string): boolean =>
  challenge.codeHash !== null && timingSafeEqual(challenge.codeHash, hashMailCode(id, code));

async function isMailCodeRight({ ctx, tx, challenge, answer }: Asked): Promise<boolean> {
  const factor = (await listFactors(tx, ctx.enterpriseId, challenge.userId)).find(({ kind }) => kind === factorKinds.email);
  if (!factor || !isMailed(challenge, answer.id, answer.securityCode)) return false;
  await updateFactor(tx, ctx.enterpriseId, factor.factorId, { lastUsedAt: ctx.now() });
  return true;
}

async function isAppCodeRight({ deps, ctx, tx, challenge, answer }: Asked): Promise<boolean> {
  const app = await lockApp(tx, ctx.enterpriseId, challenge.userId);
  if (!app?.confirmedAt) return false;
  const step = findTotpStep(deps.secrets.decrypt(app.secret), answer.securityCode.replace(/\s/g, ''), ctx.now(), app.lastStep);
  if (step === undefined) return false;
  await updateFactor(tx, ctx.enterpriseId, app.factorId, { lastStep: step, lastUsedAt: ctx.now() });
  return true;
}

async function isRecoveryCodeRight({ ctx, tx, challenge, answer }: Asked): Promise<boolean> {
  const { enterpriseId } = ctx;
  const { userId } = challenge;
  if (!(await redeemRecoveryCode(tx, enterpriseId, userId, hashRecoveryCode(answer.securityCode), ctx.now()))) return false;
  const { left } = await countRecoveryCodes(tx, enterpriseId, userId);
  if (left <= factorLimits.fewRecoveryCodes)
    await notify(ctx, tx, [userId], {
      kind: 'second_factor',
      code: 'recovery.few',
      values: { left },
      link: '/details/myprofile',
      cause: 'recovery codes',
    });
  return true;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function isPasskeyRight({ ctx, tx, challenge, answer }: Asked): Promise<boolean> {
  const response = parseJson(answer.securityCode);
  const credentialId = credentialIdOf(response);
  const passkey = credentialId && (await lockPasskey(tx, ctx.enterpriseId, challenge.userId, credentialId));
  if (!passkey) return false;
  const counter = await checkPasskey(response, challenge.webauthn, answer.page, passkey);
  if (counter === undefined) return false;
  await updateFactor(tx, ctx.enterpriseId, passkey.factorId, { counter, lastUsedAt: ctx.now() });
  return true;
}
