import { endpoints } from '@parley/contract';
import { route } from '#platform/http/route.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, retainedData } from '../../../personal-data.ts';
import { customerTraces } from '../../customer/door.sql.ts';
import { movedChatsOfPerson, retainedMovedChats } from './moved.personal.repository.ts';
import { getMoved } from './moved.service.ts';
import { movedChatTraces } from './moved.traces.repository.ts';

/** Conversations that were led in another product: read in the history, counted nowhere. */
export const movedChats: Module = {
  name: 'movedChats',
  extensions: [extend(personalData, movedChatsOfPerson), extend(retainedData, retainedMovedChats), extend(customerTraces, movedChatTraces)],
  routes(app) {
    route(app, endpoints.movedChats.get, (ctx, { params, query }) => getMoved(ctx, params.movedId, query));
  },
};
