import type { Tx } from '#platform/db/database.ts';
import { idAt } from '#platform/db/id-at.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { appendStreamMessages, type ChatRecording, findSaid, handToStream, type LockedChat } from '../../chat/door.ts';
import { ensureStreamRun } from '../../messaging/door.talk.ts';
import { currentChat } from '../row/instance.chat.ts';
import { runIdOf } from '../row/instance.keys.ts';
import { findOver } from '../row/instance.repository.ts';
import type { Sealing } from '../row/instance.seal.ts';
import type { RunningVersion, VersionCache } from '../row/instance.versions.ts';
import { settleInputs, type WaitingInput } from './input.repository.ts';
import { readInputs } from './instance.inputs.ts';

type Spoken = { chat: LockedChat; running: RunningVersion; enterpriseId: string; channelId: string; text: string; key: string };

/** A word of a stream's settings, outside of any turn: once for its key. */
export async function sayAside(
  ctx: EnterpriseContext,
  tx: Tx,
  recording: ChatRecording,
  { chat, running, text, key, ...of }: Spoken,
): Promise<void> {
  const { journeyId, version, name } = running;
  const runId = runIdOf(of.enterpriseId, journeyId, version);
  await ensureStreamRun(ctx, tx, { runId, channelId: of.channelId, isMarketing: false });
  if (chat.handledBy !== 'agent' && chat.handledBy !== 'queue') handToStream(recording, chat);
  const stream = { streamId: journeyId, name };
  appendStreamMessages(recording, await findSaid(tx, of.enterpriseId, [{ stream, key }]), [
    {
      chat,
      stream,
      runId,
      messageId: idAt(ctx.now()),
      key,
      content: { kind: 'text', text },
      attachment: null,
      template: null,
      purpose: 'utility',
    },
  ]);
}

/** The words of a text in the stream's first language, without placeholders of a walk. */
export const settingText = ({ compiled }: RunningVersion, texts: Readonly<Record<string, string>>): string => {
  const [first = ''] = compiled.main.document.languages;
  return texts[first] ?? Object.values(texts)[0] ?? '';
};

/** Inputs of a walk that is over. @property row of the walk, where a button of it was pressed and its stream has words for that */
export type Closed = { waiting: readonly WaitingInput[]; press: WaitingInput | undefined; row: OverRow | undefined };

export async function readClosed(tx: Tx, secrets: Sealing, enterpriseId: string, instanceIds: readonly string[]): Promise<Closed[]> {
  if (instanceIds.length === 0) return [];
  const found: Closed[] = [];
  for (const [instanceId, waiting] of await readInputs(tx, secrets, enterpriseId, instanceIds)) {
    const press = waiting.find(({ input }) => input.kind === 'press');
    found.push({ waiting, press, row: press && (await findOver(tx, enterpriseId, instanceId)) });
  }
  return found;
}

/**
 * Marks the inputs of ended walks as read; a customer who has pressed a button of one is told that it is not open any more.
 * @param chats theirs, locked
 */
export async function answerClosed(
  ctx: EnterpriseContext,
  tx: Tx,
  versions: VersionCache,
  recording: ChatRecording,
  closed: readonly Closed[],
  chats: LockedChat[],
): Promise<void> {
  const { enterpriseId } = ctx;
  for (const { waiting, press, row } of closed) {
    if (press && row) {
      const running = await versions.load(tx, enterpriseId, row.journeyId, row.version);
      const text = settingText(running, running.compiled.main.document.settings.closedText);
      const { channelId } = row;
      const chat = await currentChat(ctx, tx, row, chats);
      if (text !== '')
        await sayAside(ctx, tx, recording, { chat, running, enterpriseId, channelId, text, key: `j:closed:${press.inputId}` });
    }
    await settleInputs(tx, enterpriseId, { read: waiting.map(({ inputId }) => inputId), kept: [] });
  }
}

type OverRow = NonNullable<Awaited<ReturnType<typeof findOver>>>;
