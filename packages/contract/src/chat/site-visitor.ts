import { defineEndpoint } from '../endpoint.ts';
import { Id } from '../fields.ts';
import { z } from '../z.ts';

/** Most visitors that an answer names; a website with more says so by their count. */
export const siteVisitorsMost = 200;

/** Somebody who is on a website of the enterprise at this moment. It is kept in no table. */
export const SiteVisitor = z
  .object({
    /** Names one open page */
    id: z.string(),
    /** '' of somebody who has not written, and of whom nobody has said who they are */
    name: z.string(),
    customerId: z.string(),
    pageUrl: z.string(),
    pageTitle: z.string(),
    /** Begin of this visit */
    since: z.iso.datetime(),
    visits: z.number(),
  })
  .meta({ id: 'SiteVisitor' });
export type SiteVisitor = z.infer<typeof SiteVisitor>;

export const siteVisitorEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/channels/:channelId/visitors',
    summary: 'Who is on the website now',
    tag: 'Website',
    access: ['CHAT.VIEW_MONITOR', 'CHANNELS.EDIT'],
    perMinute: 60,
    params: z.object({ channelId: Id }),
    answer: z.object({ visitors: z.array(SiteVisitor), count: z.number() }),
  }),
};
