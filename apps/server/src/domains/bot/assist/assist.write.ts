import {
  type AssistLanguage,
  type AssistText,
  type AssistWriteKind,
  assistLimits,
  chatActionTypes,
  cutText,
  type LiveEventData,
} from '@parley/contract';
import { mask } from '@parley/journey';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { createFailureLimit } from '#platform/http/failure-limit.ts';
import type { Hub } from '#platform/realtime/hub.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { isOpen, listActions, signDraft } from '../../chat/door.ts';
import { type Completion, GenAiError } from '../../integration/door.ts';
import { isData } from '../answer/knowledge.answer.ts';
import { createFinder } from '../answer/knowledge.find.ts';
import { createPartialAnswer, showable } from '../answer/partial.answer.ts';
import { ask } from '../gen-ai/gen-ai.service.ts';
import { loadHelpers } from './assist.bots.ts';
import { accessAssisted, departmentsOf, hasWords, type SeenChat } from './assist.message.ts';
import { promptOf } from './assist.prompts.ts';
import { listHelpers } from './assist.repository.ts';
import type { AssistDeps } from './assist.suggest.ts';

export type WriteDeps = AssistDeps & { hub: Pick<Hub, 'broadcast'> };
type Wanted = { kind: AssistWriteKind; text: string; language: AssistLanguage; key: string };

/** Entries of a chat that a model reads. */
const entriesRead = 40;
const maxTokens = 800;
const passagesGiven = 3;

export const noModel = () => new DomainError('assist.no_model', 'The department has no language model.', {});
export const noText = () => new DomainError('assist.no_text', 'There is nothing to write from.', {});
export const failed = (reason: string, cause?: unknown) => new DomainError('assist.failed', reason, { reason }, { cause });

/** Calls of users. Each is paid for, whichever request it is of. */
const called = createFailureLimit({ most: assistLimits.modelCalls, withinMs: 60_000, now: () => new Date() });

/** @throws DomainError request.rate_limited */
function countCall(userId: string): void {
  const retryAfterSeconds = called.retryAfterSeconds(userId);
  if (retryAfterSeconds !== undefined)
    throw new DomainError('request.rate_limited', 'Too many calls of the language model.', { retryAfterSeconds });
  called.charge(userId);
}

/**
 * Asks the model of a department for a user. A silent one is left after a time: the agent writes on without it.
 * @throws DomainError assist.failed or request.rate_limited
 */
export async function askModel(
  ctx: EnterpriseContext & { actor: Pick<Ctx['actor'], 'userId'> },
  deps: AssistDeps,
  configId: string,
  completion: Pick<Completion, 'messages'> & Partial<Completion>,
): Promise<string> {
  countCall(ctx.actor.userId);
  try {
    const text = await ask(ctx, deps, configId, { maxTokens, timeoutMs: assistLimits.waitMs, ...completion });
    if (isData(text)) throw failed('The endpoint answered with data in JSON instead of words.');
    return cutText(text, assistLimits.characters);
  } catch (error) {
    if (error instanceof GenAiError) throw failed(error.message, error);
    throw error;
  }
}

/**
 * Has the department's model write for an agent, who sees it as it is written. Nothing is kept, and nothing is sent.
 * @throws DomainError chat.not_found, chat.state_invalid, assist.no_model, assist.no_text or assist.failed
 */
export async function writeText(ctx: Ctx, deps: WriteDeps, chatId: string, { kind, text, language, key }: Wanted): Promise<AssistText> {
  const { chat, settings, conversation, question } = await ctx.read(async (tx) => {
    const assisted = await accessAssisted(tx, ctx, chatId);
    return { ...assisted, ...(await readConversation(tx, ctx, assisted.chat)) };
  });
  if (!isOpen(chat)) throw new DomainError('chat.state_invalid', 'This chat has ended.', { state: chat.state });
  const { configId, model } = settings;
  if (configId === '') throw noModel();
  if (kind === 'draft' ? question === '' : kind === 'summary' ? conversation === '' : text.trim() === '') throw noText();
  const passages = kind === 'draft' ? await findPassages(ctx, deps, chat, question) : [];
  const partial = createPartialAnswer((written) => tell(ctx, deps, key, written));
  let written = '';
  try {
    const answer = await askModel(ctx, deps, configId, {
      messages: promptOf({ kind, text, conversation, passages, language }),
      onText: (piece) => {
        written += piece;
        partial.show(showable(written));
      },
    });
    partial.finish();
    const proof =
      kind === 'summary' ? '' : signDraft(deps.secrets, { chatId, kind, sourceId: configId, name: model, text: answer }, ctx.now());
    return { text: answer, sourceId: configId, proof };
  } catch (error) {
    partial.drop();
    throw error;
  }
}

function tell({ actor }: Ctx, { hub }: WriteDeps, key: string, text: string): void {
  if (key === '') return;
  const data: LiveEventData<'assistPartial'> = { key, text };
  hub.broadcast([`user:${actor.userId}`], { type: 'assistPartial', data });
}

async function findPassages(ctx: Ctx, deps: AssistDeps, chat: SeenChat, question: string) {
  const place = { channelId: chat.channelId, departments: departmentsOf(chat, ctx.actor) };
  const helpers = await loadHelpers(ctx, await ctx.read((tx) => listHelpers(tx, ctx.enterpriseId, place)));
  const found = await Promise.all(
    helpers.map(({ runtime }) => createFinder(ctx, deps, runtime, { question, genAiConfigId: '', notes: [] }).find()),
  );
  return found
    .flat()
    .sort((one, other) => other.score - one.score)
    .slice(0, passagesGiven);
}

/** The last words of a chat, oldest first, as far as a model is given them. @property question the customer's last message */
async function readConversation(
  tx: Read,
  { enterpriseId }: Ctx,
  { chatId, lastNumber }: SeenChat,
): Promise<{ conversation: string; question: string }> {
  const after = Math.max(0, lastNumber - entriesRead);
  const entries = await listActions(tx, enterpriseId, chatId, { after, perPage: entriesRead });
  const said = entries.filter(
    (entry) =>
      hasWords(entry) ||
      (entry.actionType === chatActionTypes.agentReply && entry.message !== '' && entry.message !== mask && !entry.detail.revoked),
  );
  const lines = said.map(({ authorKind, message }) => `${authorKind === 'customer' ? 'Customer' : 'Enterprise'}: ${message}`);
  const question = entries.findLast(hasWords)?.message ?? '';
  // The end says most.
  return {
    conversation: lines.join('\n').slice(-assistLimits.characters).toWellFormed(),
    question: cutText(question, assistLimits.characters),
  };
}
