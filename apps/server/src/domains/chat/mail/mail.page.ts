import type { MailPage } from '@parley/contract';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { remotePicturesOf, withOwnPictures, withRemotePictures } from '../../messaging/door.talk.ts';
import { accessChat, viewerOf } from '../access/chat.access.ts';
import { pageWithoutAddresses } from '../mail-thread/addresses.ts';
import { signPictures } from './mail.picture.ts';
import { findPage } from './mail.repository.ts';

/** The page of a mail for those who may read its chat. @throws DomainError chat.not_found, also where the entry has no page */
export const readMailPage = (
  ctx: Ctx,
  { secrets }: Pick<Deps, 'secrets'>,
  { chatId, number }: { chatId: string; number: number },
  hasPictures: boolean,
): Promise<MailPage> =>
  ctx.read(async (tx) => {
    await accessChat(tx, ctx.actor, chatId);
    const { page = '' } = (await findPage(tx, ctx.enterpriseId, chatId, number)) ?? {};
    if (page === '') throw new DomainError('chat.not_found', 'This message has no page.', {});
    const shown = viewerOf(ctx.actor).canSeeEmails ? page : pageWithoutAddresses(page);
    const own = withOwnPictures(shown, (fileId) => `src="${ctx.fileUrl(fileId).replaceAll('&', '&amp;')}"`);
    const linkTo = signPictures(secrets, { enterpriseId: ctx.enterpriseId, chatId, number }, ctx.now());
    return { html: hasPictures ? withRemotePictures(own, linkTo) : own, pictures: remotePicturesOf(page).length };
  });
