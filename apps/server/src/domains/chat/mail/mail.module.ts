import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { readMailPage } from './mail.page.ts';
import { getPicture } from './mail.picture.ts';

export const chatMail: Module = {
  name: 'chat-mail',
  routes(app, deps) {
    route(app, endpoints.mailPages.get, (ctx, { params, query }) => readMailPage(ctx, deps, params, query.pictures));
    route(app, endpoints.mailPages.picture, async (_ctx, { params, query, reply }) => {
      const { type, bytes } = await getPicture(deps, params, query['x-access-id']);
      return (
        reply
          .type(type)
          .header('content-length', bytes.byteLength)
          .header('content-security-policy', "default-src 'none'; sandbox")
          // A frame without rights has an origin of its own.
          .header('cross-origin-resource-policy', 'cross-origin')
          .header('cache-control', 'private, max-age=3600')
          .send(bytes)
      );
    });
  },
};
