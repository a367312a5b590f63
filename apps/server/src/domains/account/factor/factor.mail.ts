import { type FactorKind, factorKinds } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { readMailBrand } from '../branding/branding.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { type MailContent, renderMail } from '../mail/mail.template.ts';
import type { Person } from './challenge.service.ts';

const names: Record<FactorKind, string> = {
  [factorKinds.email]: 'codes by e-mail',
  [factorKinds.app]: 'an authenticator app',
  [factorKinds.recovery]: 'recovery codes',
  [factorKinds.passkey]: 'a passkey',
};

async function mail(deps: Deps, ctx: EnterpriseContext, tx: Tx, user: Person, content: (title: string) => Omit<MailContent, 'greeting'>) {
  const brand = await readMailBrand(deps, tx, ctx.enterpriseId);
  await queueMail(deps, tx, renderMail(user.email, brand, { greeting: `Hello ${user.name},`, ...content(brand.info.title) }));
}

/** Tells the user; an intruder who has taken an account over would otherwise add a factor of their own unseen. */
export const mailFactorChange = (
  deps: Deps,
  ctx: EnterpriseContext,
  tx: Tx,
  user: Person,
  { isAdded, kind }: { isAdded: boolean; kind: FactorKind },
) =>
  mail(deps, ctx, tx, user, (title) => ({
    subject: `A second factor of your ${title} account was ${isAdded ? 'added' : 'removed'}`,
    paragraphs: [
      `${isAdded ? 'Added' : 'Removed'}: ${names[kind]}.`,
      'If it was not you, please change your password and tell your administrator.',
    ],
  }));

export const mailRecovered = (deps: Deps, ctx: EnterpriseContext, tx: Tx, user: Person, by: string) =>
  mail(deps, ctx, tx, user, (title) => ({
    subject: `The second factors of your ${title} account were removed`,
    paragraphs: [
      `${by} has removed them. You sign in with your password, and your other sessions have ended.`,
      'If you did not ask for it, please tell your administrators at once.',
    ],
  }));
