import { type FactorChallenge, type FactorKind, factorKinds, factorLimits, type OwnFactors } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import { makeToken } from '#platform/secrets/secrets.ts';
import { findTotpStep, makeTotpSecret, totpUri } from '#platform/secrets/totp.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { readMailBrand } from '../branding/branding.service.ts';
import { deleteSessions, lockUser, updateSession } from '../session/identity.repository.ts';
import { closeSessions } from '../session/session.service.ts';
import { answerChallenge, mailCode, openChallenge } from './challenge.service.ts';
import { isMailed } from './factor.check.ts';
import { mailFactorChange } from './factor.mail.ts';
import { factorRecord } from './factor.record.ts';
import {
  countRecoveryCodes,
  deleteFactors,
  deleteRecoveryCodes,
  type FactorRow,
  insertFactor,
  listFactors,
  lockApp,
  updateFactor,
} from './factor.repository.ts';
import { maskEmail } from './factor.rules.ts';
import { passkeyToMake, readNewPasskey, type WebOrigin } from './passkey.ts';
import { findPolicy } from './policy.repository.ts';

const factorNotFound = () => new DomainError('factor.not_found', 'No such second factor.', {});
const codeWrong = () => new DomainError('factor.code_wrong', 'The code is wrong. Please try the next one.', {});

export const presentFactor = ({ factorId, kind, name, createdAt, lastUsedAt }: FactorRow) => ({
  id: factorId,
  type: kind as FactorKind,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

async function lockSelf(ctx: Ctx, tx: Tx) {
  const user = await lockUser(tx, ctx.enterpriseId, ctx.actor.userId);
  if (!user) throw factorNotFound();
  return user;
}

export function readOwnFactors(ctx: Ctx): Promise<OwnFactors> {
  const { enterpriseId, userId } = ctx.actor;
  return ctx.transaction(async (tx) => {
    const factors = await listFactors(tx, enterpriseId, userId);
    const { made, left } = await countRecoveryCodes(tx, enterpriseId, userId);
    return {
      factors: factors.map(presentFactor),
      recoveryLeft: made === 0 ? null : left,
      isRequired: (await findPolicy(tx, enterpriseId)).isEnabled,
      hasPassword: (await lockSelf(ctx, tx)).passwordHash !== '',
    };
  });
}

/**
 * A factor more: the user is mailed. The first one ends the other sessions, which were opened without it, and gives a session that was open
 * for this alone its proper token.
 */
async function addFactor(deps: Deps, ctx: Ctx, work: (tx: Tx, at: Date) => Promise<FactorKind>): Promise<{ token: string }> {
  const { enterpriseId, userId, sessionId, mustEnrol } = ctx.actor;
  const { token, ended } = await ctx.transaction(async (tx) => {
    const user = await lockSelf(ctx, tx);
    const isFirst = (await listFactors(tx, enterpriseId, userId)).length === 0;
    const kind = await changing(ctx, tx, factorRecord, userId, 'create', () => work(tx, ctx.now()));
    await mailFactorChange(deps, ctx, tx, user, { isAdded: true, kind });
    const ended = isFirst ? await deleteSessions(tx, enterpriseId, userId, { except: sessionId }) : [];
    if (!mustEnrol) return { token: '', ended };
    const { token, hash } = makeToken();
    await updateSession(tx, enterpriseId, sessionId, { tokenHash: hash });
    return { token, ended };
  });
  closeSessions(ctx.hub, ended);
  return { token };
}

/** The code by e-mail: the first call mails one, the second checks it. @throws DomainError login.challenge_over or login.code_wrong */
export async function switchMailOn(
  deps: Deps,
  ctx: Ctx,
  { id, code }: { id: string; code: string },
): Promise<{ token: string; challenge: FactorChallenge | null }> {
  if (id === '') return { token: '', challenge: await askForMailCode(deps, ctx) };
  const answer = { id, authType: factorKinds.email, securityCode: code, page: { origin: '', host: '' } };
  const { userId, enterpriseId } = ctx.actor;
  await answerChallenge(
    deps,
    'enrolment',
    answer,
    { address: ctx.address, device: '' },
    () => Promise.resolve(),
    async ({ challenge }) => challenge.userId === userId && isMailed(challenge, id, code.trim()),
  );
  const { token } = await addFactor(deps, ctx, async (tx, at) => {
    const known = (await listFactors(tx, enterpriseId, userId)).some(({ kind }) => kind === factorKinds.email);
    if (!known) await insertFactor(tx, { enterpriseId, factorId: newId(), userId, kind: factorKinds.email, ...noPasskey, confirmedAt: at });
    return factorKinds.email;
  });
  return { token, challenge: null };
}

const noPasskey = { credentialId: null, publicKey: null, lastUsedAt: null };

function askForMailCode(deps: Deps, ctx: Ctx): Promise<FactorChallenge> {
  return ctx.transaction(async (tx) => {
    const user = await lockSelf(ctx, tx);
    const opened = await openChallenge(ctx, tx, user, 'enrolment', { sessionId: ctx.actor.sessionId });
    if (!(await mailCode(deps, ctx, tx, user, opened)))
      throw new DomainError('login.mail_limit', 'No more mails are sent for now. Please start again later, or use another way.', {});
    return { id: opened.id, authType: factorKinds.email, authTypes: [factorKinds.email], sentTo: maskEmail(user.email) };
  });
}

/** @throws DomainError factor.none while the app is not set up */
export async function assertAppIsThere(ctx: Ctx): Promise<void> {
  const factors = await ctx.transaction((tx) => listFactors(tx, ctx.enterpriseId, ctx.actor.userId));
  if (!factors.some(({ kind }) => kind === factorKinds.app))
    throw new DomainError('factor.none', 'Set the authenticator app up first.', {});
}

/** A secret for an app: it counts once a code of it was checked, and one that counts already does so until then (ADMIN-073). */
export function startApp(deps: Deps, ctx: Ctx): Promise<{ secret: string; uri: string }> {
  const { enterpriseId, userId } = ctx.actor;
  return ctx.transaction(async (tx) => {
    const user = await lockSelf(ctx, tx);
    const secret = makeTotpSecret();
    const pendingSecret = deps.secrets.encrypt(secret);
    const app = await lockApp(tx, enterpriseId, userId);
    if (app) await updateFactor(tx, enterpriseId, app.factorId, { pendingSecret });
    else
      await insertFactor(tx, {
        enterpriseId,
        factorId: newId(),
        userId,
        kind: factorKinds.app,
        pendingSecret,
        ...noPasskey,
        confirmedAt: null,
      });
    const { info } = await readMailBrand(deps, tx, enterpriseId);
    return { secret, uri: totpUri(secret, info.title, user.email) };
  });
}

/** @throws DomainError factor.none or factor.code_wrong */
export function confirmApp(deps: Deps, ctx: Ctx, code: string): Promise<{ token: string }> {
  const { enterpriseId, userId } = ctx.actor;
  return addFactor(deps, ctx, async (tx, at) => {
    const app = await lockApp(tx, enterpriseId, userId);
    if (!app?.pendingSecret) throw new DomainError('factor.none', 'Set the authenticator app up first.', {});
    const lastStep = findTotpStep(deps.secrets.decrypt(app.pendingSecret), code.replace(/\s/g, ''), at, 0);
    if (lastStep === undefined) throw codeWrong();
    await updateFactor(tx, enterpriseId, app.factorId, {
      secret: app.pendingSecret,
      pendingSecret: '',
      lastStep,
      confirmedAt: at,
      lastUsedAt: null,
    });
    return factorKinds.app;
  });
}

/** @throws DomainError factor.passkey_limit */
export function startPasskey(deps: Deps, ctx: Ctx, page: WebOrigin): Promise<{ id: string; options: Record<string, unknown> }> {
  const { enterpriseId, userId } = ctx.actor;
  return ctx.transaction(async (tx) => {
    const user = await lockSelf(ctx, tx);
    const known = await listPasskeys(tx, ctx);
    if (known.length >= factorLimits.passkeys)
      throw new DomainError('factor.passkey_limit', `There are ${factorLimits.passkeys} passkeys already.`, {
        maximum: factorLimits.passkeys,
      });
    const { info } = await readMailBrand(deps, tx, enterpriseId);
    const options = await passkeyToMake(page, { ...user, userId, title: info.title }, known);
    const { id } = await openChallenge(ctx, tx, user, 'enrolment', { sessionId: ctx.actor.sessionId, webauthn: options.challenge });
    return { id, options: { ...options } };
  });
}

const listPasskeys = async (tx: Tx, { actor }: Ctx) =>
  (await listFactors(tx, actor.enterpriseId, actor.userId)).filter(({ kind }) => kind === factorKinds.passkey);

/** @throws DomainError login.challenge_over or factor.passkey_refused */
export async function addPasskey(
  deps: Deps,
  ctx: Ctx,
  page: WebOrigin,
  { id, name, credential }: { id: string; name: string; credential: Record<string, unknown> },
): Promise<{ token: string }> {
  const { enterpriseId, userId } = ctx.actor;
  const refused = () => new DomainError('factor.passkey_refused', 'The browser has made no passkey that can be used here.', {});
  const answer = { id, authType: factorKinds.passkey, securityCode: '', page };
  const made = await answerChallenge(
    deps,
    'enrolment',
    answer,
    { address: ctx.address, device: '' },
    ({ challenge }) => (challenge.userId === userId ? readNewPasskey(credential, challenge.webauthn, page) : Promise.resolve(undefined)),
    () => Promise.resolve(true),
  );
  if (!made) throw refused();
  return addFactor(deps, ctx, async (tx, at) => {
    const known = await listPasskeys(tx, ctx);
    if (known.length >= factorLimits.passkeys || known.some(({ credentialId }) => credentialId?.equals(made.credentialId))) throw refused();
    await insertFactor(tx, {
      enterpriseId,
      factorId: newId(),
      userId,
      kind: factorKinds.passkey,
      name: name.trim(),
      ...made,
      confirmedAt: at,
      lastUsedAt: null,
    });
    return factorKinds.passkey;
  });
}

/** @throws DomainError factor.not_found, for another user's too */
export function renamePasskey(ctx: Ctx, factorId: string, name: string): Promise<void> {
  const { enterpriseId, userId } = ctx.actor;
  return ctx.transaction(async (tx) => {
    const passkey = (await listPasskeys(tx, ctx)).find((factor) => factor.factorId === factorId);
    if (!passkey) throw factorNotFound();
    await changing(ctx, tx, factorRecord, userId, 'edit', () => updateFactor(tx, enterpriseId, factorId, { name: name.trim() }));
  });
}

/**
 * Removes a factor of one's own; the recovery codes go with the last one.
 * @throws DomainError factor.not_found, for another user's too, or factor.last_required where the enterprise asks for one
 */
export function removeFactor(deps: Deps, ctx: Ctx, find: (factor: FactorRow) => boolean): Promise<void> {
  const { enterpriseId, userId } = ctx.actor;
  return ctx.transaction(async (tx) => {
    const user = await lockSelf(ctx, tx);
    const factors = await listFactors(tx, enterpriseId, userId);
    const factor = factors.find(find);
    if (!factor) throw factorNotFound();
    const isLast = factors.length === 1;
    if (isLast && !ctx.actor.connectionId && (await findPolicy(tx, enterpriseId)).isEnabled)
      throw new DomainError('factor.last_required', 'Your enterprise requires a second factor. Add another one first.', {});
    await changing(ctx, tx, factorRecord, userId, 'delete', async () => {
      await deleteFactors(tx, enterpriseId, userId, factor);
      if (isLast) await deleteRecoveryCodes(tx, enterpriseId, userId);
    });
    await mailFactorChange(deps, ctx, tx, user, { isAdded: false, kind: factor.kind as FactorKind });
  });
}
