import { chatSettingKeys } from '@parley/contract';
import { sql } from 'kysely';
import { withPutBack } from '#platform/audit/record.ts';
import { enterpriseContext } from '../../../context-of.ts';
import { extend } from '../../../extensions.ts';
import type { Module } from '../../../module.ts';
import { personalData, personalTraces, retainedData } from '../../../personal-data.ts';
import { agentStatusOf, departmentUses, firstSteps, hoursFollowers } from '../../account/door.ts';
import { channelUses } from '../../channel/door.ts';
import { customerTraces } from '../../customer/door.sql.ts';
import { inboundLocks, inboundNotes, inboundTakers, outcomeListeners } from '../../messaging/door.talk.ts';
import { retimeOpen } from '../clock/clock.jobs.ts';
import { retimeChats } from '../clock/clock.repository.ts';
import { lockConcerned } from '../conversation/chat.inbound.locks.ts';
import { receive } from '../conversation/chat.inbound.ts';
import { noteOnEntries } from '../conversation/chat.notes.ts';
import { listenToOutcomes } from '../conversation/chat.outcome.ts';
import { createReplies } from '../conversation/chat.reply.ts';
import { agentStatusRecord } from '../desk/desk.record.ts';
import { findStatuses } from '../desk/desk.repository.ts';
import { createMonitorWatch } from '../monitor/monitor.watch.ts';
import { chatEvents } from '../record/chat.events.ts';
import { hasAnswered } from '../record/chat.repository.ts';
import { transcriptRecord } from '../record/transcript.record.ts';
import { followSettings } from '../router/relax.ts';
import { giveOutChats } from '../router/router.worker.ts';
import { createPresence } from '../routing/agent.presence.ts';
import { answerChat } from '../routing/chat.jobs.ts';
import { chatsOfChannel, chatsOfCustomer, chatsOfDepartments } from '../routing/chat.traces.ts';
import { chatSettingsRecord } from '../settings/settings.record.ts';
import { putChatConfigBack, settingsFollowers } from '../settings/settings.service.ts';
import { sideEvents } from '../side/side.events.ts';
import { sidesHeld } from '../side/side.held.repository.ts';
import { actionsSocket } from './actions.socket.ts';
import { chatsHeld, chatTraces, draftsHeld, entriesHeld, laterHeld, offersHeld } from './chat.personal.ts';
import { retainedChats, retainedMedia } from './chat.retention.ts';
import { chatRoutes } from './chat.routes.ts';
import { offersLeft, openChatsLeft } from './chat.work.ts';
import { sweepDeadlines } from './chat.worker.ts';
import { followClockSettings, followHours } from './clock.retime.ts';

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
  jobs: [answerChat, retimeOpen],
  events: [...chatEvents, ...sideEvents],
  extensions: [
    extend(retainedData, retainedChats),
    extend(retainedData, retainedMedia),
    extend(personalData, chatsHeld),
    extend(personalData, entriesHeld),
    extend(personalData, offersHeld),
    extend(personalData, sidesHeld),
    extend(settingsFollowers, followSettings),
    extend(settingsFollowers, followClockSettings),
    extend(hoursFollowers, followHours),
    extend(personalData, draftsHeld),
    extend(personalData, laterHeld),
    extend(personalTraces, chatTraces),
    extend(agentStatusOf, findStatuses),
    openChatsLeft,
    offersLeft,
    extend(customerTraces, chatsOfCustomer),
    extend(channelUses, chatsOfChannel),
    extend(firstSteps, { id: 'chat', isDone: hasAnswered }),
    extend(departmentUses, chatsOfDepartments),
    extend(inboundLocks, lockConcerned),
    extend(inboundTakers, receive),
    extend(inboundNotes, noteOnEntries),
    // Vendors' receipts and refusals become ticks and failures of the chat's entries.
    extend(outcomeListeners, { sources: ['CHAT', 'BOT', 'SYSTEM', 'API', 'JOURNEY'], listen: listenToOutcomes }),
  ],
  work: async (deps) => {
    await deps.jobs.handle(retimeOpen, ({ enterpriseId, ...scope }) => {
      const ctx = enterpriseContext(deps, enterpriseId);
      return ctx.transaction((tx) => retimeChats(tx, enterpriseId, scope, ctx.now()));
    });
    const stops = [sweepDeadlines(deps), giveOutChats(deps)];
    return async () => {
      await Promise.all(stops.map((stop) => stop()));
    };
  },
  sockets: (deps) => ({ '/actions': actionsSocket(deps, createReplies(deps), createPresence(deps), createMonitorWatch(deps)) }),
};
