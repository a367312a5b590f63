import { endpoints } from '@parley/contract';
import { withBin, withPutBack } from '#platform/audit/record.ts';
import { answer, route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { departmentUses, firstSteps, knownChannels } from '../../account/door.ts';
import { channelBin } from '../channel/channel.bin.ts';
import { channelRecord, fieldsPutBack } from '../channel/channel.record.ts';
import { findKnownChannels, hasChannel } from '../channel/channel.repository.ts';
import { deleteChannel, getChannel, listChannels } from '../channel/channel.service.ts';
import { channelsOfDepartments } from './channel.department.ts';
import { finishRotation, getChannelDetails, rotateHook, setChannelState } from './channel.details.ts';
import { createFromForm, putChannelBack, updateFromForm } from './channel.save.ts';
import { listOptions, testConnection } from './channel.test-connection.ts';

const calls = endpoints.channels;

export const channel: Module = {
  name: 'channel',
  extensions: [
    extend(knownChannels, findKnownChannels),
    extend(departmentUses, channelsOfDepartments),
    extend(firstSteps, { id: 'channel', isDone: hasChannel }),
  ],
  records: [
    withBin(
      withPutBack(channelRecord, {
        fields: fieldsPutBack,
        save: (ctx, id, values, deps) => putChannelBack(ctx, deps, id, values),
      }),
      channelBin,
    ),
  ],
  routes(app, deps) {
    route(app, calls.list, (ctx, { query }) => listChannels(ctx, query));
    route(app, calls.create, async (ctx, { body }) => answer(await createFromForm(ctx, deps, body), 'The channel is made.'));
    route(app, calls.options, (ctx) => listOptions(ctx, deps));
    route(app, calls.test, (ctx, { body }) => testConnection(ctx, deps, body));
    route(app, calls.get, (ctx, { params }) => getChannel(ctx, params.channelId));
    route(app, calls.details, (ctx, { params }) => getChannelDetails(ctx, deps, params.channelId));
    route(app, calls.update, async (ctx, { params, body }) => answer(await updateFromForm(ctx, deps, params.channelId, body), 'Saved.'));
    route(app, calls.setState, async (ctx, { params, body }) => {
      const saved = await setChannelState(ctx, params.channelId, body.state);
      return answer(saved, body.state === 'PAUSED' ? 'The channel is paused.' : 'The channel is active.');
    });
    route(app, calls.rotateHook, async (ctx, { params }) =>
      answer(await rotateHook(ctx, deps, params.channelId), 'The callback has a new address; the former one still works.'),
    );
    route(app, calls.finishRotation, async (ctx, { params }) =>
      answer(await finishRotation(ctx, deps, params.channelId), 'The former callback address has ended.'),
    );
    route(app, calls.remove, async (ctx, { params }) => {
      await deleteChannel(ctx, params.channelId);
      return answer(null, 'The channel is deleted.');
    });
  },
};
