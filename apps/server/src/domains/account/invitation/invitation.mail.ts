import type { Tx } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { readMailBrand } from '../branding/branding.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { renderMail } from '../mail/mail.template.ts';
import { findLogin } from '../session/identity.repository.ts';

/**
 * The mail with the link. A recipient with an account at another enterprise reads so here, and nobody else learns it: an e-mail has one
 * account in the installation.
 */
export async function mailInvitation(deps: Deps, ctx: Ctx, tx: Tx, email: string, token: string): Promise<void> {
  const brand = await readMailBrand(deps, tx, ctx.enterpriseId);
  const { name } = await tx.selectFrom('enterprises').select('name').where('enterpriseId', '=', ctx.enterpriseId).executeTakeFirstOrThrow();
  const login = await findLogin(deps.db, email);
  const isElsewhere = login !== undefined && login.enterpriseId !== ctx.enterpriseId;
  const mail = renderMail(email, brand, {
    subject: `${ctx.actor.name} invites you to ${name}`,
    greeting: 'Hello,',
    paragraphs: [
      `${ctx.actor.name} invites you to join ${name} on ${brand.info.title}. The link works once, for 7 days.`,
      isElsewhere
        ? 'Your e-mail address has an account at another enterprise already, and an address can have one account only. Ask to be invited by another address.'
        : 'If you did not expect this, you need do nothing.',
    ],
    action: { label: 'Accept the invitation', url: `${deps.publicUrl()}/invitation-accept?token=${token}` },
  });
  await queueMail(deps, tx, mail);
}
