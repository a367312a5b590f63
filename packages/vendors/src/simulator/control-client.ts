import type {
  SandboxAct,
  SandboxBehaviour,
  SandboxFlow,
  SandboxFlowChange,
  SandboxMessage,
  SandboxPhone,
  SandboxQuality,
  SandboxStats,
  SandboxTemplateChange,
  SandboxVendorFlow,
  z,
} from '@parley/contract';
import type { VendorTemplate } from '../types.ts';
import type { Registration } from './control.ts';
import type { SimulatorAddress } from './server.ts';

/** The simulator refused what was asked of it: no such channel, phone, button or template. */
export class SimulatorRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type SimulatorControl = {
  register: (channelId: string, registration: Omit<Registration, 'origin'>) => Promise<void>;
  remove: (channelId: string) => Promise<void>;
  behaviour: (channelId: string) => Promise<SandboxBehaviour>;
  behave: (channelId: string, behaviour: z.input<typeof SandboxBehaviour>) => Promise<SandboxBehaviour>;
  stats: (channelId: string) => Promise<SandboxStats>;
  templates: (channelId: string) => Promise<VendorTemplate[]>;
  changeTemplate: (channelId: string, change: z.input<typeof SandboxTemplateChange>) => Promise<void>;
  changeQuality: (channelId: string, quality: SandboxQuality) => Promise<void>;
  phones: (channelId: string, search?: string) => Promise<SandboxPhone[]>;
  phone: (channelId: string, address: string) => Promise<{ phone: SandboxPhone; messages: SandboxMessage[]; flow: SandboxFlow | null }>;
  flows: (channelId: string) => Promise<SandboxVendorFlow[]>;
  changeFlow: (channelId: string, change: SandboxFlowChange) => Promise<void>;
  act: (channelId: string, address: string, act: z.input<typeof SandboxAct>, name?: string) => Promise<{ id: string }>;
};

export function createSimulatorControl({ url, controlUrl, secret }: SimulatorAddress): SimulatorControl {
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${controlUrl}/connections/${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    });
    const json = (await answer.json()) as { message?: string };
    if (!answer.ok) throw new SimulatorRefusal(answer.status, json.message ?? `HTTP ${answer.status}`);
    return json as T;
  }
  const of = (address: string) => encodeURIComponent(address);
  return {
    register: async (channelId, registration) => void (await call('PUT', channelId, { ...registration, origin: url })),
    remove: async (channelId) => void (await call('DELETE', channelId)),
    behaviour: (channelId) => call('GET', `${channelId}/behaviour`),
    behave: (channelId, behaviour) => call('PUT', `${channelId}/behaviour`, behaviour),
    stats: (channelId) => call('GET', `${channelId}/stats`),
    templates: (channelId) => call('GET', `${channelId}/templates`),
    changeTemplate: async (channelId, change) => void (await call('PUT', `${channelId}/templates`, change)),
    changeQuality: async (channelId, quality) => void (await call('PUT', `${channelId}/quality`, quality)),
    phones: (channelId, search = '') => call('GET', `${channelId}/phones?search=${of(search)}`),
    phone: (channelId, address) => call('GET', `${channelId}/phones/${of(address)}`),
    flows: (channelId) => call('GET', `${channelId}/flows`),
    changeFlow: async (channelId, change) => void (await call('PUT', `${channelId}/flows`, change)),
    act: (channelId, address, act, name = '') => call('POST', `${channelId}/phones/${of(address)}`, { name, act }),
  };
}
