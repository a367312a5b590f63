import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, Id } from '../fields.ts';
import { z } from '../z.ts';
import { mostMailPictures } from './mail-page-kinds.ts';

const AccessId = z.string().max(500).default('');
const numbered = z.object({ chatId: Id, number: z.coerce.number().int().min(1).max(2_147_483_647) });

/**
 * The page of a mail, cleaned: for a frame without scripts.
 * @property pictures how many pictures of other servers can be shown, which are fetched by this server and where the reader wants it alone:
 *   whoever has one fetched tells its server that the mail is read
 */
export const MailPage = z.object({ html: z.string(), pictures: z.number() }).meta({ id: 'MailPage' });
export type MailPage = z.infer<typeof MailPage>;

export const mailPageEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/:chatId/mail/:number',
    summary: 'The page of a mail in a chat, without what a page could do; with `pictures` also those of other servers',
    tag: 'Chat',
    access: ['CHAT.HANDLE', 'CHAT.VIEW_CHATHISTORY', 'CHAT.VIEW_MONITOR'],
    params: numbered,
    query: z.object({ pictures: formBoolean.default(false) }),
    answer: MailPage,
  }),
  /** A frame without rights sends no session, so the page's links carry a signature for the pictures of one mail. */
  picture: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/:chatId/mail/:number/pictures/:place',
    summary: "A picture of another server in a mail's page, fetched by this one; the link carries x-access-id",
    tag: 'Chat',
    access: 'public',
    perMinute: 300,
    params: numbered.extend({ place: z.coerce.number().int().min(1).max(mostMailPictures) }),
    query: z.object({ 'x-access-id': AccessId }),
  }),
};
