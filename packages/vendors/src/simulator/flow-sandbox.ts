import type { SandboxAct, SandboxFlow } from '@parley/contract';
import { asObject, asText } from '../json.ts';
import { signBody } from '../wire/meta-graph/signature.ts';
import type { RunningEngine } from './engine.ts';
import type { Family } from './family.ts';
import { sealFlowRequest } from './flow-crypto.ts';
import { actOnPhone, answerPhone, closedPhone, type PhoneAct, seePhone } from './flow-phone.ts';
import type { PhoneRequest, Values } from './flow-state.ts';
import type { HookPoster } from './hook.ts';
import { clockOf, keepMessage, messageOn, messageWith, type OpenFlow, type Phone, type SimulatedChannel } from './state.ts';

export type FlowAct = Extract<SandboxAct, { kind: `flow${string}` }>;
export const isFlowAct = (act: SandboxAct): act is FlowAct => act.kind.startsWith('flow');

/** @property act takes an act on the flow of a phone. It returns why it cannot be done; '' where it is done */
export type FlowSandbox = { act: (channel: SimulatedChannel, phone: Phone, act: FlowAct) => string };

const canBeOpened: readonly string[] = ['PUBLISHED', 'THROTTLED'];

/** The flow that is open on a phone, as its person sees it. */
export function presentFlow({ flow: open }: Phone): SandboxFlow | null {
  if (!open || open.state.status === 'closed' || open.state.status === 'completed') return null;
  const seen = seePhone(open.flow, open.state);
  return {
    messageId: open.messageId,
    isWaiting: open.state.status === 'waiting',
    screen: seen && {
      id: seen.id,
      title: seen.title,
      message: seen.message,
      footer: seen.footer,
      canGoBack: open.state.stack.length > 1,
      parts: seen.parts.map((part) => ({
        ...part,
        options: part.options.map(({ id, title, description }) => ({ id, title, ...(description === undefined ? {} : { description }) })),
      })),
    },
    refused: open.refused,
    trouble: open.trouble,
  };
}

const toPhoneAct = (act: Exclude<FlowAct, { kind: 'flowOpen' }>): PhoneAct => {
  switch (act.kind) {
    case 'flowSet':
      return { kind: 'set', name: act.name, value: act.value };
    case 'flowNext':
      return { kind: 'next' };
    case 'flowBack':
      return { kind: 'back' };
    case 'flowClose':
      return { kind: 'close' };
  }
};

/** Plays flows on the phones of the sandbox: what the phone does by itself, and its sealed talk with our endpoint. */
export function createFlowSandbox(
  engine: RunningEngine,
  poster: HookPoster,
  familyOf: (channel: SimulatedChannel) => Family | undefined,
): FlowSandbox {
  /** Asks our endpoint, as a phone does: sealed by the key that the vendor has, and once more with a newer one where that no longer fits. */
  async function ask(
    channel: SimulatedChannel,
    open: OpenFlow,
    request: PhoneRequest,
    isAgain = false,
  ): Promise<{ answer?: unknown; trouble: string }> {
    if (channel.flowKey === '' || open.endpointUrl === '') return { trouble: 'The number has no key or the flow no endpoint.' };
    const key = channel.flowKey;
    const { sealed, open: unseal } = await sealFlowRequest(request, key);
    const body = JSON.stringify(sealed);
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signBody(body, channel.config.clientSecret ?? '') };
    const answered = await poster.ask({ url: open.endpointUrl, headers, body });
    if (!answered) return { trouble: 'The endpoint does not answer.' };
    if (answered.status === 421 && !isAgain && channel.flowKey !== key) return ask(channel, open, request, true);
    if (answered.status === 427) return { trouble: asText(asObject(JSON.parse(answered.body || '{}')).error_msg) || 'The flow is over.' };
    if (answered.status !== 200) return { trouble: `The endpoint answers ${answered.status}.` };
    return { answer: await unseal(answered.body), trouble: '' };
  }

  function exchange(channel: SimulatedChannel, phone: Phone, open: OpenFlow, request: PhoneRequest): void {
    open.round += 1;
    const { round } = open;
    const heed = (answer: unknown, trouble: string) => {
      if (phone.flow !== open || open.round !== round) return;
      open.trouble = trouble;
      if (trouble !== '') {
        // A phone whose request failed stands where it was; one that has not opened a screen yet closes.
        open.state = { ...open.state, status: 'open', pending: null };
        return;
      }
      const taken = answerPhone(open.flow, open.state, asObject(answer) as { screen?: string; data?: Values });
      open.state = taken.state;
      if (taken.completed) complete(channel, phone, open, taken.completed);
    };
    ask(channel, open, request)
      .then(({ answer, trouble }) => heed(answer, trouble))
      .catch((error: unknown) => heed(undefined, error instanceof Error ? error.message : String(error)));
  }

  /** A flow that is done goes back into the chat as a message of the customer's. */
  function complete(channel: SimulatedChannel, phone: Phone, open: OpenFlow, values: Values): void {
    const family = familyOf(channel);
    const [id, at] = [`wamid.${engine.nextId()}`, Date.now()];
    const call = family?.flowReply?.(channel, phone, { values, messageId: open.messageId, id, at });
    phone.lastInboundAt = clockOf(channel);
    phone.flow = undefined;
    keepMessage(
      phone,
      messageWith({ id, isFromCustomer: true, at: new Date(at).toISOString(), status: 'read', text: 'Sent', replyTo: open.messageId }),
    );
    if (call) engine.tell(channel, [call], phone);
  }

  function open(channel: SimulatedChannel, phone: Phone, messageId: string): string {
    const token = messageOn(phone, messageId)?.buttons.find(({ type }) => type === 'flow')?.id ?? '';
    const sent = channel.flowMessages.get(token);
    const flow = sent && channel.flows.get(sent.flowId);
    if (!sent || !flow?.json) return 'There is no such flow.';
    if (!canBeOpened.includes(flow.status)) return `The flow is ${flow.status}.`;
    const act: PhoneAct = { kind: 'open', token, ...(sent.opens ?? {}) };
    const taken = actOnPhone(flow.json, closedPhone(), act);
    const opened: OpenFlow = {
      messageId,
      flow: flow.json,
      endpointUrl: flow.endpointUrl,
      state: taken.state,
      refused: [],
      trouble: '',
      round: phone.flow?.round ?? 0,
    };
    phone.flow = opened;
    if (taken.request) exchange(channel, phone, opened, taken.request);
    return '';
  }

  return {
    act(channel, phone, act) {
      if (act.kind === 'flowOpen') return open(channel, phone, act.messageId);
      const { flow: at } = phone;
      if (!at) return 'No flow is open.';
      if (act.kind === 'flowClose') {
        phone.flow = undefined;
        return '';
      }
      if (at.state.stack.length === 0) return 'The flow has not opened yet.';
      const taken = actOnPhone(at.flow, at.state, toPhoneAct(act));
      at.state = taken.state;
      at.refused = taken.refused;
      at.trouble = '';
      if (taken.completed) complete(channel, phone, at, taken.completed);
      else if (taken.request) exchange(channel, phone, at, taken.request);
      return '';
    },
  };
}
