import { type ChatAction, type ChatDetail, type EntryMarks, endpoints } from '@parley/contract';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';

const { messageActs: calls, chats } = endpoints;
type Answer = { code: string; data: ChatAction & { reason?: string } };

/** Acts of agents on messages, as the console asks for them. */
export function createMessageActs({ as }: Pick<TestApp, 'as'>) {
  const at = (path: string, chatId: string, number: number) => path.replace(':chatId', chatId).replace(':number', String(number));
  const react = async (by: TestUser, chatId: string, number: number, emoji: string): Promise<Answer> =>
    (await as(by).put(at(calls.react.path, chatId, number), { emoji })).json();
  const edit = async (by: TestUser, chatId: string, number: number, text: string, was: string): Promise<Answer> =>
    (await as(by).put(at(calls.edit.path, chatId, number), { text, was })).json();
  const takeBack = async (by: TestUser, chatId: string, number: number): Promise<Answer> =>
    (await as(by).delete(at(calls.takeBack.path, chatId, number))).json();
  const drop = async (by: TestUser, chatId: string, number: number): Promise<Answer> =>
    (await as(by).delete(at(calls.drop.path, chatId, number))).json();
  const chatOf = async (by: TestUser, chatId: string): Promise<ChatDetail> =>
    (await as(by).get(chats.get.path.replace(':chatId', chatId))).json().data;
  const entryOf = async (by: TestUser, chatId: string, number: number) => {
    const found = (await chatOf(by, chatId)).messages.find((action) => action.number === number) as ChatAction;
    return { ...found, marks: found.detail as EntryMarks };
  };
  const refusals = async (...answers: Promise<Answer>[]) =>
    (await Promise.all(answers)).map(({ code, data }) => (code === 'message.act_refused' ? data.reason : code));
  return { react, edit, takeBack, drop, chatOf, entryOf, refusals };
}
