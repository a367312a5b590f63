import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import { hashToken, makeToken } from '#platform/secrets/secrets.ts';
import type { Deps } from '../../../deps.ts';
import { readMailBrand } from '../branding/branding.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { renderMail } from '../mail/mail.template.ts';
import { type AccountLink, countAccountLinks, findAccountLink, insertAccountLink } from '../session/identity.repository.ts';
import { identityTexts, limits } from '../session/identity.rules.ts';

type Addressee = { enterpriseId: string; userId: string; name: string; email: string };

export const linkInvalid = () => new DomainError('account.link_invalid', identityTexts.linkInvalid, {});

export async function makeLink(
  tx: Tx,
  { enterpriseId, userId }: Pick<Addressee, 'enterpriseId' | 'userId'>,
  kind: 'activation' | 'reset',
  now: Date,
): Promise<string> {
  const { token, hash } = makeToken();
  const expiresAt = new Date(now.getTime() + (kind === 'reset' ? limits.resetMs : limits.activationMs));
  await insertAccountLink(tx, { enterpriseId, linkId: newId(), userId, kind, tokenHash: hash, expiresAt, createdAt: now });
  return token;
}

/** Nobody's inbox is filled by others who know the address. */
export async function mayMailAgain(tx: Tx, { enterpriseId, userId }: Addressee, kind: 'activation' | 'reset', now: Date): Promise<boolean> {
  const sent = await countAccountLinks(tx, enterpriseId, userId, kind, new Date(now.getTime() - 3_600_000));
  return sent < limits.mailsAnHour;
}

export async function mailActivation(deps: Deps, tx: Tx, user: Addressee): Promise<void> {
  const token = await makeLink(tx, user, 'activation', deps.now());
  const brand = await readMailBrand(deps, tx, user.enterpriseId);
  const mail = renderMail(user.email, brand, {
    subject: `Activate your ${brand.info.title} account`,
    greeting: `Hello ${user.name},`,
    paragraphs: [`Welcome to ${brand.info.title}. Please activate your account; the link works for 7 days.`],
    action: { label: 'Activate account', url: `${deps.publicUrl()}/signup-verify/${token}` },
  });
  await queueMail(deps, tx, mail);
}

async function makeResetUrl(deps: Deps, tx: Tx, user: Addressee): Promise<string> {
  const resetCode = await makeLink(tx, user, 'reset', deps.now());
  const query = new URLSearchParams({ uId: user.userId, eId: user.enterpriseId, resetCode, code: '900' });
  return `${deps.publicUrl()}/reset-password?${query}`;
}

export async function mailReset(deps: Deps, tx: Tx, user: Addressee): Promise<void> {
  const brand = await readMailBrand(deps, tx, user.enterpriseId);
  const mail = renderMail(user.email, brand, {
    subject: `Reset your ${brand.info.title} password`,
    greeting: `Hello ${user.name},`,
    paragraphs: [
      'Somebody, hopefully you, asked for a new password. The link works once, for 30 minutes.',
      'If it was not you, nothing has changed and you need do nothing.',
    ],
    action: { label: 'Set a new password', url: await makeResetUrl(deps, tx, user) },
  });
  await queueMail(deps, tx, mail);
}

/** Somebody signed up with an e-mail that has an account: its holder alone learns of it, with a way back in. */
export async function mailTaken(deps: Deps, tx: Tx, user: Addressee): Promise<void> {
  const brand = await readMailBrand(deps, tx, user.enterpriseId);
  await queueMail(
    deps,
    tx,
    renderMail(user.email, brand, {
      subject: `You already have a ${brand.info.title} account`,
      greeting: `Hello ${user.name},`,
      paragraphs: [
        'Somebody, hopefully you, tried to sign up with this e-mail. It has an account already, so no other was made.',
        'If you have forgotten your password, set a new one; the link works once, for 30 minutes. If it was not you, you need do nothing.',
      ],
      action: { label: 'Set a new password', url: await makeResetUrl(deps, tx, user) },
    }),
  );
}

/** @throws DomainError account.link_invalid for a link that does not exist or is another kind's */
export async function getLink(deps: Deps, token: string, kind: 'activation' | 'reset'): Promise<AccountLink> {
  const link = await findAccountLink(deps.db, hashToken(token));
  if (link?.kind !== kind) throw linkInvalid();
  return link;
}
