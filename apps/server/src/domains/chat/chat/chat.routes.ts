import { endpoints } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import { answer, route } from '#platform/http/route.ts';
import type { Deps } from '../../../deps.ts';
import { changeCustomerProfile, getCustomerOfChat } from '../access/chat.customer.ts';
import { getActiveChats, getChat, getCounts, getCustomersByState, getWaiting } from '../access/chat.query.ts';
import { tellReach } from '../access/chat.reach.ts';
import { listTranscripts, transcribeMessage } from '../conversation/audio.transcript.ts';
import { closeChat, resumeChat, suspendChat } from '../conversation/chat.lifecycle.ts';
import { sendTranscript } from '../conversation/chat.transcript.ts';
import { readDraft } from '../draft/draft.service.ts';
import { saveLabels, savePriority } from '../label/chat.marks.ts';
import { setPin, setTag } from '../label/chat.tag.ts';
import { listMentionable, markMentionsRead, readMentionList } from '../note/note.service.ts';
import { handBack } from '../offer/chat.handback.ts';
import { tellWhy } from '../router/why.ts';
import { previewSettings } from '../settings/settings.preview.ts';
import { getChatConfig, getScopedConfig, saveChatConfig } from '../settings/settings.service.ts';
import { getAgentStatus, listAgents, setAgentStatus } from './agent.service.ts';

const { chats: calls, chatSides: sides } = endpoints;

export function chatRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, calls.summary, (ctx, { query }) => getActiveChats(ctx, query));
  route(app, calls.waiting, (ctx, { query }) => getWaiting(ctx, query.type));
  route(app, calls.get, (ctx, { params, query }) => getChat(ctx, params.chatId, query));
  route(app, endpoints.chatRouting.why, (ctx, { params }) => tellWhy(ctx, params.chatId));
  route(app, endpoints.chatDrafts.get, (ctx, { params }) => readDraft(ctx, params.chatId));
  route(app, calls.transcripts, (ctx, { params }) => listTranscripts(ctx, params.chatId));
  route(app, calls.transcribe, (ctx, { params, body }) => transcribeMessage(ctx, deps, params.chatId, body.number));
  route(app, calls.updateTag, async (ctx, { params, body }) => {
    await setTag(ctx, params.chatId, body);
    return answer(null, 'Saved.');
  });
  route(app, calls.close, async (ctx, { params, query }) => {
    await closeChat(ctx, params.chatId, query.feedback);
    return answer(null, 'The chat is closed.');
  });
  route(app, calls.suspend, async (ctx, { params, query }) => {
    await suspendChat(ctx, params.chatId, query.wakeAt === undefined ? null : new Date(query.wakeAt));
    return answer(null, 'The chat is suspended.');
  });
  route(app, calls.resume, async (ctx, { params }) => {
    await resumeChat(ctx, params.chatId);
    return answer(null, 'The chat goes on.');
  });
  route(app, calls.handBack, async (ctx, { params, body }) => {
    await handBack(ctx, params.chatId, body);
    return answer(null, 'The chat is returned.');
  });
  route(app, calls.pin, async (ctx, { params }) => {
    await setPin(ctx, params.chatId, params.pin === 'pin');
    return null;
  });
  route(app, sides.mentions, (ctx, { query }) => readMentionList(ctx, query));
  route(app, sides.readMentions, (ctx, { params, body }) => markMentionsRead(ctx, params.chatId, body.upTo));
  route(app, sides.mentionable, (ctx, { params, query }) => listMentionable(ctx, params.chatId, query.name));
  route(app, sides.saveLabels, async (ctx, { params, body }) => answer(await saveLabels(ctx, params.chatId, body.labelIds), 'Saved.'));
  route(app, sides.savePriority, async (ctx, { params, body }) =>
    answer(await savePriority(ctx, params.chatId, body.priority), 'The priority is saved.'),
  );
  route(app, calls.counts, (ctx) => getCounts(ctx));
  route(app, calls.userDetails, (ctx, { query }) => getCustomersByState(ctx, query.State));
  route(app, calls.agentStatus, (ctx) => getAgentStatus(ctx));
  route(app, calls.updateAgentStatus, (ctx, { body }) => setAgentStatus(ctx, body));
  route(app, calls.agents, (ctx, { query }) => listAgents(ctx, query));
  route(app, calls.chatConfig, (ctx, { query }) => getChatConfig(ctx, query.deptId));
  route(app, calls.configuration, (ctx, { query }) => getScopedConfig(ctx, query.deptId));
  route(app, calls.previewConfiguration, (ctx, { query }) => previewSettings(ctx, query));
  route(app, calls.saveConfiguration, async (ctx, { body }) => answer(await saveChatConfig(ctx, body), 'Saved.'));
  route(app, calls.sendTranscript, async (ctx, { body }) => {
    await sendTranscript(deps, ctx, body);
    return answer(null, 'The transcript is on its way.');
  });
  route(app, endpoints.customers.details, (ctx, { body }) => getCustomerOfChat(ctx, body.data.chatId));
  route(app, endpoints.phoneBook.reach, async (ctx, { params }) => ({ channels: await tellReach(ctx, params.customerId) }));
  route(app, endpoints.customers.updateProfile, async (ctx, { body }) => answer(await changeCustomerProfile(ctx, body), 'Saved.'));
}
