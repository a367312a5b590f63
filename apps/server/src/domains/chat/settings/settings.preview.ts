import {
  type ChatConfig,
  type ChatMessageLanguage,
  type ChatMessageName,
  type ChatPreview,
  type ChatPreviewQuery,
  channelTypes,
  chatMessageLanguages,
  chatMessages,
  chatSettingKeys,
  chatSettings,
  type MessageWay,
} from '@parley/contract';
import { openAt } from '@parley/hours';
import type { Ctx } from '../../../context.ts';
import { findClosed, findHours } from '../../account/door.ts';
import { findTextPlace } from './settings.repository.ts';
import { isMissedAtOnce, weightKeyOf } from './settings.rules.ts';
import { assertScope, readScope } from './settings.service.ts';
import { speakerOf } from './settings.told.ts';

const samples: Readonly<Record<ChatMessageLanguage, { customerName: string; agentName: string }>> = {
  en: { customerName: 'Meera', agentName: 'Nina' },
  hi: { customerName: 'मीरा', agentName: 'नीना' },
};

/** Texts that name an agent: the others come while nobody has the chat. A transfer is that to a colleague. */
const ofAgents: readonly ChatMessageName[] = ['joined', 'transferred', 'closing', 'rating', 'idle'];

/** @property isMissed a chat that begins while it is closed ends at once */
type Then = { config: ChatConfig; isWeb: boolean; isClosed: boolean; isMissed: boolean };

/** A text that goes with an act stands in its line in the widget, and is a message elsewhere. */
const withAct = ({ isWeb }: Then): MessageWay => (isWeb ? 'line' : 'message');
const ways: Readonly<Record<ChatMessageName, (then: Then) => MessageWay>> = {
  welcome: ({ isClosed }) => (isClosed ? 'notNow' : 'message'),
  joined: withAct,
  transferred: withAct,
  closing: withAct,
  // A wait that ends while it is closed is told the hours.
  missed: (then) => (then.isClosed ? 'notNow' : withAct(then)),
  outOfHours: (then) => (then.isMissed ? withAct(then) : then.isClosed ? 'message' : 'notNow'),
  rating: ({ config, isWeb }) => (!config.ratingEnabled ? 'off' : isWeb ? 'message' : 'notHere'),
  idle: ({ config }) => (config.customerRemindSeconds > 0 ? 'message' : 'off'),
};

/**
 * Tells which settings a chat of a department would have on a channel at a time, and the texts as its customer would read them, with samples
 * for the names. The settings are those of now, whatever the time.
 * @throws DomainError department.not_found
 */
export function previewSettings(ctx: Ctx, { deptId, channelType, at }: ChatPreviewQuery): Promise<ChatPreview> {
  const { enterpriseId, actor } = ctx;
  const now = at ? new Date(at) : ctx.now();
  const departmentId = deptId || null;
  return ctx.read(async (tx) => {
    if (departmentId) await assertScope(tx, actor, departmentId);
    const [{ chat, sources }, place, hours, closed] = await Promise.all([
      readScope(tx, enterpriseId, departmentId),
      findTextPlace(tx, enterpriseId, departmentId),
      findHours(tx, enterpriseId, departmentId),
      findClosed(tx, enterpriseId, departmentId, now),
    ]);
    const isMissed = closed !== undefined && isMissedAtOnce(chat, closed);
    const then = { config: chat, isWeb: channelType === channelTypes.WEB, isClosed: closed !== undefined, isMissed };
    const messages = chatMessages.flatMap((name) =>
      chatMessageLanguages.map((language) => {
        const { customerName, agentName } = samples[language];
        const say = speakerOf(chat, { ...place, customerName, language, now });
        const text = say(name, { ...(ofAgents.includes(name) ? { agentName } : {}), ...(name === 'outOfHours' ? closed : {}) });
        return { name, language, text, way: text === '' ? 'empty' : ways[name](then) };
      }),
    );
    const change = hours ? openAt(hours, now.getTime()).nextChange : null;
    return {
      at: now.toISOString(),
      hours: hours ? { isOpen: !closed, until: change === null ? null : new Date(change).toISOString(), timeZone: hours.timeZone } : null,
      chat,
      sources,
      keys: chatSettingKeys.filter((key) => chatSettings[key].section !== 'weights' || key === weightKeyOf(channelType)),
      messages,
    };
  });
}
