import { endpoints } from '@parley/contract';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../index.ts';
import { createChannel, deleteChannel, getChannel, listChannels, updateChannel } from './channel.service.ts';

const calls = endpoints.channels;

export const channel: Module = {
  name: 'channel',
  routes(app) {
    route(app, calls.list, (ctx, { query }) => listChannels(ctx, query));
    route(app, calls.create, async (ctx, { body }) => answer(await createChannel(ctx, body), 'The channel is made.'));
    route(app, calls.get, (ctx, { params }) => getChannel(ctx, params.channelId));
    route(app, calls.update, async (ctx, { params, body }) => answer(await updateChannel(ctx, params.channelId, body), 'Saved.'));
    route(app, calls.remove, async (ctx, { params }) => {
      await deleteChannel(ctx, params.channelId);
      return answer(null, 'The channel is deleted.');
    });
  },
};
