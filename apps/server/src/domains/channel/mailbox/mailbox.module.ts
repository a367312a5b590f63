import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { answer, route } from '#platform/http/route.ts';
import type { Module } from '../../../module.ts';
import { mailboxRecord } from './mailbox.record.ts';
import { readMailbox, readNow, saveMailbox, switchOff } from './mailbox.service.ts';
import { testMailbox } from './mailbox.test-connection.ts';

const { mailboxes: calls } = endpoints;

export const mailbox: Module = {
  name: 'mailbox',
  records: [mailboxRecord],
  tend: ({ db }) => sql`select tend_mailboxes()`.execute(db),
  routes(app, deps) {
    route(app, calls.get, (ctx, { params }) => readMailbox(ctx, deps, params.channelId));
    route(app, calls.save, async (ctx, { params, body }) => answer(await saveMailbox(ctx, deps, params.channelId, body), 'Saved.'));
    route(app, calls.test, (ctx, { params, body }) => testMailbox(ctx, deps, params.channelId, body));
    route(app, calls.off, async (ctx, { params }) =>
      answer(await switchOff(ctx, deps, params.channelId), 'The mailbox is no longer read.'),
    );
    route(app, calls.read, async (ctx, { params }) => answer(await readNow(ctx, deps, params.channelId), 'The mailbox is read now.'));
  },
};
