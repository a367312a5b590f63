import type { Module } from '../../../module.ts';
import './chat.outcome.ts';
import { actionsSocket } from './actions.socket.ts';
import { createReplies } from './chat.reply.ts';
import { chatRoutes } from './chat.routes.ts';
import { sweepDeadlines } from './chat.worker.ts';

export const chat: Module = {
  name: 'chat',
  routes: chatRoutes,
  work: async (deps) => sweepDeadlines(deps),
  sockets: (deps) => ({ '/actions': actionsSocket(deps, createReplies(deps)) }),
};
