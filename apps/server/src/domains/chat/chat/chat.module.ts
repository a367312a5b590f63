import { withPutBack } from '#platform/audit/record.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, personalTraces, retainedData } from '../../../personal-data.ts';
import { departmentUses } from '../../account/door.ts';
import { channelUses } from '../../channel/door.ts';
import { customerTraces } from '../../customer/door.ts';
import { inboundLocks, inboundTakers, outcomeListeners } from '../../messaging/door.ts';
import { actionsSocket } from './actions.socket.ts';
import { agentStatusRecord } from './agent.record.ts';
import { chatSettingsRecord, putChatConfigBack } from './chat.config.ts';
import { chatEvents } from './chat.events.ts';
import { lockConcerned, receive } from './chat.inbound.ts';
import { answerChat } from './chat.jobs.ts';
import { listenToOutcomes } from './chat.outcome.ts';
import { chatsHeld, chatTraces, entriesHeld, offersHeld } from './chat.personal.ts';
import { createReplies } from './chat.reply.ts';
import { retainedChats, retainedMedia } from './chat.retention.ts';
import { chatRoutes } from './chat.routes.ts';
import { chatsOfChannel, chatsOfCustomer, chatsOfDepartments } from './chat.traces.ts';
import { offersLeft, openChatsLeft } from './chat.work.ts';
import { sweepDeadlines } from './chat.worker.ts';
import { transcriptRecord } from './transcript.record.ts';

export const chat: Module = {
  name: 'chat',
  records: [
    withPutBack(chatSettingsRecord, {
      fields: Object.keys(chatSettingsRecord.fields),
      save: (ctx, _id, values) => putChatConfigBack(ctx, values),
    }),
    agentStatusRecord,
    transcriptRecord,
  ],
  routes: chatRoutes,
  jobs: [answerChat],
  events: chatEvents,
  extensions: [
    extend(retainedData, retainedChats),
    extend(retainedData, retainedMedia),
    extend(personalData, chatsHeld),
    extend(personalData, entriesHeld),
    extend(personalData, offersHeld),
    extend(personalTraces, chatTraces),
    openChatsLeft,
    offersLeft,
    extend(customerTraces, chatsOfCustomer),
    extend(channelUses, chatsOfChannel),
    extend(departmentUses, chatsOfDepartments),
    extend(inboundLocks, lockConcerned),
    extend(inboundTakers, receive),
    // Vendors' receipts and refusals become ticks and failures of the chat's entries.
    extend(outcomeListeners, { sources: ['CHAT', 'BOT', 'SYSTEM', 'API', 'JOURNEY'], listen: listenToOutcomes }),
  ],
  work: async (deps) => sweepDeadlines(deps),
  sockets: (deps) => ({ '/actions': actionsSocket(deps, createReplies(deps)) }),
};
