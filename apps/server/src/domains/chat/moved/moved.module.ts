import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, retainedData } from '../../../personal-data.ts';
import { customerTraces } from '../../customer/door.sql.ts';
import { movedChatsOfPerson, retainedMovedChats } from './moved.personal.ts';
import { getMoved } from './moved.service.ts';

/** Conversations that were led in another product: read in the history, counted nowhere. */
export const movedChats: Module = {
  name: 'movedChats',
  extensions: [
    extend(personalData, movedChatsOfPerson),
    extend(retainedData, retainedMovedChats),
    extend(customerTraces, {
      async move(tx, enterpriseId, from, to) {
        await sql`update moved_chats c set customer_id = ${to} where c.enterprise_id = ${enterpriseId} and c.customer_id = ${from}`.execute(
          tx,
        );
      },
      isKnown: {
        by: 'chat',
        condition: sql<boolean>`exists (select from moved_chats k where k.enterprise_id = c.enterprise_id and k.customer_id = c.customer_id and k.is_in)`,
      },
      timeline: (enterpriseId, customerId) => sql`
        select k.moved_id::text, k.started_at, 'chat', '', '[]', 'movedChat', k.moved_id, k.source
        from moved_chats k where k.enterprise_id = ${enterpriseId} and k.customer_id = ${customerId} and k.is_in`,
    }),
  ],
  routes(app) {
    route(app, endpoints.movedChats.get, (ctx, { params, query }) => getMoved(ctx, params.movedId, query));
  },
};
