import {
  SandboxAct,
  SandboxBehaviour,
  SandboxFlowChange,
  SandboxQuality,
  SandboxTemplateChange,
  sandboxFlowStatuses,
  vendorNames,
  z,
} from '@parley/contract';
import type { VendorTemplate } from '../types.ts';
import type { RunningEngine } from './engine.ts';
import { writtenMail } from './families/mandrill-mail.ts';
import { familyOf } from './families.ts';
import type { SimAnswer } from './family.ts';
import type { PhoneFlow } from './flow-component.ts';
import { type FlowSandbox, isFlowAct, presentFlow } from './flow-sandbox.ts';
import { sampleOf } from './samples.ts';
import {
  clockOf,
  isWindowOpen,
  keepMessage,
  messageWith,
  newChannel,
  type Phone,
  phoneOf,
  type SimulatedChannel,
  templateKey,
} from './state.ts';

/** A flow that the vendor had before the simulator was started anew. */
const KnownFlow = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(sandboxFlowStatuses),
  endpointUrl: z.string(),
  json: z.custom<PhoneFlow>((value) => typeof value === 'object' && value !== null && 'screens' in value),
});
export type KnownFlow = z.infer<typeof KnownFlow>;

/** Registers a channel in place of signing up at the vendor's portal. */
export const Registration = z.object({
  vendor: z.enum(vendorNames as [(typeof vendorNames)[number], ...typeof vendorNames]),
  type: z.number().int(),
  contactId: z.string(),
  config: z.record(z.string(), z.string()),
  hookUrl: z.string(),
  /** The vendors' side as the channel's adapter reaches it: addresses of media begin so */
  origin: z.url(),
  templates: z.array(z.custom<VendorTemplate>((value) => typeof value === 'object' && value !== null && 'name' in value)).default([]),
  flows: z.array(KnownFlow).default([]),
  flowKey: z.string().default(''),
});
export type Registration = z.input<typeof Registration>;

const Written = z.object({ name: z.string().default(''), act: SandboxAct });
const perPage = 50;

const ok = (json: unknown = {}): SimAnswer => ({ status: 200, json });
const no = (status: number, message: string): SimAnswer => ({ status, json: { message } });

function presentPhone(channel: SimulatedChannel, phone: Phone) {
  const last = phone.messages.at(-1);
  return {
    address: phone.address,
    name: phone.name,
    messageCount: phone.messages.length,
    lastText: last?.text || last?.subject || last?.header || last?.templateName || last?.media?.kind || last?.reaction || '',
    lastAt: last?.at ?? new Date(0).toISOString(),
    isOptedOut: phone.isOptedOut,
    isWindowOpen: isWindowOpen(channel, phone),
  };
}

/** Returns the customer's own act as a message on their phone. */
function ownMessage(channel: SimulatedChannel, phone: Phone, act: SandboxAct, id: string, at: number) {
  const base = { id, isFromCustomer: true, at: new Date(at).toISOString(), status: 'read' as const };
  switch (act.kind) {
    case 'text':
      return messageWith({ ...base, text: act.text });
    case 'media': {
      const sample = sampleOf(act.media);
      const mimeType = act.mimeType || sample.mimeType;
      // A picture is shown as it is; of what else was sent its name is enough.
      const url = mimeType.startsWith('image/') ? `data:${mimeType};base64,${act.base64 || sample.bytes.toString('base64')}` : '';
      return messageWith({
        ...base,
        text: act.caption,
        media: { kind: act.media, url: url.length > 8000 ? '' : url, mimeType, fileName: act.fileName || sample.fileName },
      });
    }
    case 'mail':
      return messageWith({
        ...base,
        subject: act.subject,
        header: act.isAutomatic ? 'Auto-Submitted: auto-replied' : '',
        text: act.text,
        mail: writtenMail(channel, phone, act, id),
        replyTo: act.answers,
      });
    case 'location':
      return messageWith({ ...base, location: { latitude: act.latitude, longitude: act.longitude, name: act.name, address: '' } });
    case 'press': {
      const pressed = phone.messages.find((one) => one.id === act.messageId);
      const buttons = pressed ? [...pressed.buttons, ...pressed.cards.flatMap((card) => card.buttons)] : [];
      return messageWith({ ...base, text: buttons.find((button) => button.id === act.buttonId)?.title ?? '', replyTo: act.messageId });
    }
    case 'reaction':
      return messageWith({ ...base, reaction: act.emoji, replyTo: act.messageId });
    default:
      return undefined;
  }
}

export type Control = {
  channels: Map<string, SimulatedChannel>;
  answer: (method: string, path: readonly string[], query: URLSearchParams, body: () => unknown) => SimAnswer;
};

/** The person behind the screen: registers channels, sets how the vendor behaves, reads and uses the phones. */
export function createControl(engine: RunningEngine, flows: FlowSandbox): Control {
  const channels = new Map<string, SimulatedChannel>();

  function register(channelId: string, body: unknown): SimAnswer {
    const registration = Registration.parse(body);
    const channel = channels.get(channelId) ?? newChannel(channelId);
    const { templates, flows: known, flowKey, ...rest } = registration;
    Object.assign(channel, rest);
    // Templates that the vendor knows already keep the vendor's version: their status may have changed there.
    for (const template of templates) {
      const key = templateKey(template.name, template.language);
      if (!channel.templates.has(key)) channel.templates.set(key, { ...template });
    }
    for (const flow of known) if (!channel.flows.has(flow.id)) channel.flows.set(flow.id, { ...flow, sentAt: [] });
    if (channel.flowKey === '') channel.flowKey = flowKey;
    channels.set(channelId, channel);
    return ok();
  }

  function write(channel: SimulatedChannel, address: string, body: unknown): SimAnswer {
    const { name, act } = Written.parse(body);
    const family = familyOf(channel);
    if (!family) return no(409, 'Nobody writes on this channel.');
    const phone = phoneOf(channel, address, name);
    if (isFlowAct(act)) {
      const refused = flows.act(channel, phone, act);
      return refused ? no(409, refused) : ok({ id: phone.flow?.messageId ?? '' });
    }
    const made = `wamid.${engine.nextId()}`;
    const [id, at] = [family.ownId?.(made, phone) ?? made, Date.now()];
    const call = family.act(channel, phone, act, id, at);
    if (!call) return no(409, act.kind === 'press' ? 'There is no such button.' : 'This channel has no such message.');
    if (act.kind === 'optOut' || act.kind === 'optIn') phone.isOptedOut = act.kind === 'optOut';
    else phone.lastInboundAt = clockOf(channel);
    const own = ownMessage(channel, phone, act, id, at);
    if (own) keepMessage(phone, own);
    engine.tell(channel, [call], phone);
    return ok({ id });
  }

  function changeFlow(channel: SimulatedChannel, body: unknown): SimAnswer {
    const wanted = SandboxFlowChange.parse(body);
    const flow = [...channel.flows.values()].find(({ name }) => name === wanted.name);
    if (!flow || !(sandboxFlowStatuses as readonly string[]).includes(flow.status)) return no(404, 'No such flow is published.');
    const from = flow.status;
    flow.status = wanted.status;
    const call = familyOf(channel)?.flowChanged?.(channel, flow, from);
    if (call) engine.tell(channel, [call]);
    return ok();
  }

  function change(channel: SimulatedChannel, body: unknown): SimAnswer {
    const wanted = SandboxTemplateChange.parse(body);
    const template = channel.templates.get(templateKey(wanted.name, wanted.language));
    if (!template) return no(404, 'No such template.');
    if (wanted.status) Object.assign(template, { status: wanted.status, reason: wanted.reason });
    if (wanted.category) template.category = wanted.category;
    if (wanted.quality) template.quality = wanted.quality;
    engine.tell(channel, familyOf(channel)?.templateChanged?.(channel, template, wanted) ?? []);
    return ok();
  }

  function ofChannel(
    channel: SimulatedChannel,
    method: string,
    rest: readonly string[],
    query: URLSearchParams,
    body: () => unknown,
  ): SimAnswer {
    const [what, address = '', more] = rest;
    switch (`${method} ${what}`) {
      case 'GET behaviour':
        return ok(channel.behaviour);
      case 'PUT behaviour':
        channel.behaviour = SandboxBehaviour.parse(body());
        channel.failCredit = 0;
        return ok(channel.behaviour);
      case 'GET stats':
        return ok({ ...channel.stats, receiptsWaiting: engine.waitingOf(channel), customers: channel.phones.size });
      case 'GET templates':
        return ok([...channel.templates.values()]);
      case 'PUT templates':
        return change(channel, body());
      case 'GET flows':
        return ok([...channel.flows.values()].map(({ id, name, status }) => ({ id, name, status })));
      case 'PUT flows':
        return changeFlow(channel, body());
      case 'PUT quality': {
        const call = familyOf(channel)?.qualityChanged?.(channel, SandboxQuality.parse(body()));
        if (!call) return no(409, 'This channel has no quality.');
        engine.tell(channel, [call]);
        return ok();
      }
      case 'GET phones': {
        if (address !== '') {
          const phone = channel.phones.get(address);
          return phone && more === undefined
            ? ok({ phone: presentPhone(channel, phone), messages: phone.messages, flow: presentFlow(phone) })
            : no(404, 'No such phone.');
        }
        const wanted = (query.get('search') ?? '').toLowerCase();
        const phones = [...channel.phones.values()]
          .reverse()
          .filter((phone) => phone.address.includes(wanted) || phone.name.toLowerCase().includes(wanted))
          .slice(0, perPage);
        return ok(phones.map((phone) => presentPhone(channel, phone)));
      }
      case 'POST phones':
        return write(channel, address, body());
      default:
        return no(404, 'No such control.');
    }
  }

  return {
    channels,
    answer: (method, [noun, channelId = '', ...rest], query, body) => {
      if (noun !== 'connections' || channelId === '') return no(404, 'No such control.');
      try {
        if (method === 'PUT' && rest.length === 0) return register(channelId, body());
        const channel = channels.get(channelId);
        if (!channel) return no(404, 'No such connection.');
        if (method === 'DELETE' && rest.length === 0) {
          channels.delete(channelId);
          return ok();
        }
        return ofChannel(channel, method, rest, query, body);
      } catch (error) {
        if (error instanceof z.ZodError || error instanceof SyntaxError) return no(400, error.message);
        throw error;
      }
    },
  };
}
