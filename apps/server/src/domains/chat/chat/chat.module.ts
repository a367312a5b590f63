import { chatSettingKeys } from '@parley/contract';
import { sql } from 'kysely';
import { withPutBack } from '#platform/audit/record.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, personalTraces, retainedData } from '../../../personal-data.ts';
import { agentStatusOf, departmentUses } from '../../account/door.ts';
import { channelUses } from '../../channel/door.ts';
import { customerTraces } from '../../customer/door.sql.ts';
import { inboundLocks, inboundNotes, inboundTakers, outcomeListeners } from '../../messaging/door.talk.ts';
import { lockConcerned, receive } from '../conversation/chat.inbound.ts';
import { noteOnEntries } from '../conversation/chat.notes.ts';
import { listenToOutcomes } from '../conversation/chat.outcome.ts';
import { createReplies } from '../conversation/chat.reply.ts';
import { agentStatusRecord } from '../desk/desk.record.ts';
import { findStatuses } from '../desk/desk.repository.ts';
import { chatEvents } from '../record/chat.events.ts';
import { chatsOfChannel, chatsOfCustomer, chatsOfDepartments } from '../record/chat.traces.ts';
import { transcriptRecord } from '../record/transcript.record.ts';
import { createPresence } from '../routing/agent.presence.ts';
import { answerChat } from '../routing/chat.jobs.ts';
import { chatSettingsRecord } from '../settings/settings.record.ts';
import { putChatConfigBack } from '../settings/settings.service.ts';
import { actionsSocket } from './actions.socket.ts';
import { chatsHeld, chatTraces, entriesHeld, offersHeld } from './chat.personal.ts';
import { retainedChats, retainedMedia } from './chat.retention.ts';
import { chatRoutes } from './chat.routes.ts';
import { offersLeft, openChatsLeft } from './chat.work.ts';
import { sweepDeadlines } from './chat.worker.ts';

export const chat: Module = {
  tend: ({ db }) => sql`select tend_chats()`.execute(db),
  name: 'chat',
  records: [
    withPutBack(chatSettingsRecord, {
      fields: chatSettingKeys,
      save: putChatConfigBack,
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
    extend(agentStatusOf, findStatuses),
    openChatsLeft,
    offersLeft,
    extend(customerTraces, chatsOfCustomer),
    extend(channelUses, chatsOfChannel),
    extend(departmentUses, chatsOfDepartments),
    extend(inboundLocks, lockConcerned),
    extend(inboundTakers, receive),
    extend(inboundNotes, noteOnEntries),
    // Vendors' receipts and refusals become ticks and failures of the chat's entries.
    extend(outcomeListeners, { sources: ['CHAT', 'BOT', 'SYSTEM', 'API', 'JOURNEY'], listen: listenToOutcomes }),
  ],
  work: async (deps) => sweepDeadlines(deps),
  sockets: (deps) => ({ '/actions': actionsSocket(deps, createReplies(deps), createPresence(deps)) }),
};
