import { type CallAnswer, endpoints, type FlowItem, type FlowKeys, type SandboxFlow } from '@parley/contract';
import { vi } from 'vitest';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';
import type { Vendors } from './vendors.ts';

const { flows } = endpoints;

/** Flows of forms: published by an administrator, filled in on a phone of the sandbox. */
export function createFlowScenes({ as }: TestApp, { control }: Vendors) {
  const publish = (admin: TestUser, formId: string, body: { channelId: string; isTrial?: boolean }) =>
    as(admin).post(flows.publish.path.replace(':formId', formId), body);
  const publishFlow = async (admin: TestUser, formId: string, channelId: string) =>
    (await publish(admin, formId, { channelId })).json().data as FlowItem;
  const deprecate = (admin: TestUser, formId: string, body: { channelId: string; number: number }) =>
    as(admin).post(flows.deprecate.path.replace(':formId', formId), body);
  const list = async (admin: TestUser, query = '') =>
    (await as(admin).get(`${flows.list.path}${query}`)).json().data as CallAnswer<typeof flows.list>;
  const makeKey = (admin: TestUser, channelId: string) => as(admin).post(flows.makeKey.path.replace(':channelId', channelId), {});
  const keysOf = async (admin: TestUser, channelId: string) =>
    (await as(admin).get(flows.keys.path.replace(':channelId', channelId))).json().data as FlowKeys;

  /** The flow of the newest message on a phone. */
  function flowOn(channelId: string, number: string) {
    const see = async (): Promise<SandboxFlow | null> => (await control.phone(channelId, number)).flow;
    const at = (title: string) =>
      vi.waitFor(async () => {
        const flow = await see();
        if (flow?.isWaiting || flow?.screen?.title !== title)
          throw new Error(`The phone shows ${flow?.screen?.title ?? 'no flow'}: ${flow?.trouble}`);
        return flow;
      });
    return {
      see,
      at,
      async open() {
        const messageId = await vi.waitFor(async () => {
          const { messages } = await control.phone(channelId, number);
          const found = messages.findLast(({ buttons }) => buttons.some(({ type }) => type === 'flow'));
          if (!found) throw new Error('There is no flow on the phone.');
          return found.id;
        });
        await control.act(channelId, number, { kind: 'flowOpen', messageId });
      },
      async fill(values: Record<string, string | boolean | string[]>) {
        for (const [name, value] of Object.entries(values)) await control.act(channelId, number, { kind: 'flowSet', name, value });
        await control.act(channelId, number, { kind: 'flowNext' });
      },
      back: () => control.act(channelId, number, { kind: 'flowBack' }),
      isDone: () =>
        vi.waitFor(async () => {
          if (await see()) throw new Error('The flow is open still.');
        }),
    };
  }

  return { publish, publishFlow, deprecate, list, makeKey, keysOf, flowOn };
}
