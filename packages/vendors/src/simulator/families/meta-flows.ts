import { randomInt } from 'node:crypto';
import { z } from '@parley/contract';
import { readJson } from '../../json.ts';
import type { Engine, Family, SimAnswer, SimRequest } from '../family.ts';
import type { PhoneFlow } from '../flow-component.ts';
import { keepFlowMessage, type SimulatedChannel, type SimulatedFlow } from '../state.ts';
import { faultsOfFlow } from './flow-faults.ts';
import { graphRefusal } from './meta-answers.ts';

const pageSize = 100;
const mostFlows = 200;
/** Messages an hour that a throttled flow may still be sent by. */
const throttledPerHour = 10;
const hourMs = 3_600_000;

const Made = z.strictObject({
  name: z.string().min(1).max(200),
  categories: z.array(z.string()).min(1),
  endpoint_uri: z.url().optional(),
});
type Parameters = {
  flow_id: string;
  flow_token: string;
  flow_action?: string | undefined;
  flow_action_payload?: { screen: string; data?: Record<string, unknown> | undefined } | undefined;
};

const ok = (json: unknown): SimAnswer => ({ status: 200, json });
const toJson = ({ id, name, status }: SimulatedFlow) => ({ id, name, status, categories: ['OTHER'], validation_errors: [] });

/** Takes the flow of a message that is sent. @returns why it is refused; undefined: it may go */
export function takeFlow(channel: SimulatedChannel, parameters: Parameters): SimAnswer | undefined {
  const flow = channel.flows.get(parameters.flow_id);
  if (!flow) return graphRefusal('100', `flow_id: there is no flow ${parameters.flow_id}`);
  if (flow.status === 'DRAFT' || flow.status === 'DEPRECATED') return graphRefusal('100', `flow_id: the flow is ${flow.status}`);
  if (flow.status === 'BLOCKED') return graphRefusal('132068');
  const now = Date.now();
  flow.sentAt = flow.sentAt.filter((at) => now - at < hourMs);
  if (flow.status === 'THROTTLED' && flow.sentAt.length >= throttledPerHour) return graphRefusal('132069');
  flow.sentAt.push(now);
  const { flow_token: token, flow_action: action, flow_action_payload: payload } = parameters;
  if (action !== 'data_exchange' && !payload) return graphRefusal('100', 'flow_action_payload is required');
  keepFlowMessage(channel, {
    flowId: flow.id,
    token,
    opens: payload && action !== 'data_exchange' ? { screen: payload.screen, data: payload.data ?? {} } : null,
  });
  return undefined;
}

function create(request: SimRequest, channel: SimulatedChannel): SimAnswer {
  const made = Made.safeParse(readJson(request.body.toString()));
  if (!made.success) return graphRefusal('100', made.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  const { name, endpoint_uri: endpointUrl = '' } = made.data;
  if ([...channel.flows.values()].some((one) => one.name === name)) return graphRefusal('100', 'Flow name already exists');
  if (channel.flows.size >= mostFlows) return graphRefusal('100', 'The account has too many flows');
  const id = `${Date.now()}${randomInt(1000, 9999)}`;
  channel.flows.set(id, { id, name, status: 'DRAFT', endpointUrl, json: undefined, sentAt: [] });
  return ok({ id });
}

function list(request: SimRequest, channel: SimulatedChannel): SimAnswer {
  const limit = Math.min(Number(request.query.get('limit')) || 25, pageSize);
  const from = Number(request.query.get('after')) || 0;
  const all = [...channel.flows.values()];
  const after = String(from + limit);
  const next = from + limit < all.length ? { next: `${request.base}/flows?after=${after}` } : {};
  return ok({ data: all.slice(from, from + limit).map(toJson), paging: { cursors: { before: String(from), after }, ...next } });
}

/** The JSON of a flow, checked as it comes; a published flow takes none. */
async function upload(request: SimRequest, flow: SimulatedFlow): Promise<SimAnswer> {
  const headers = { 'content-type': String(request.headers['content-type'] ?? '') };
  const form = await new Response(new Uint8Array(request.body), { headers }).formData().catch(() => undefined);
  const file = form?.get('file');
  if (!(file instanceof File) || form?.get('asset_type') !== 'FLOW_JSON' || form.get('name') !== 'flow.json')
    return graphRefusal('100', 'file, name and asset_type are required');
  if (flow.status !== 'DRAFT') return graphRefusal('100', `A flow that is ${flow.status} cannot be changed`);
  const text = await file.text();
  const json = readJson(text);
  const faults = faultsOfFlow(json, text.length, flow.endpointUrl !== '');
  flow.json = faults.length === 0 ? (json as PhoneFlow) : undefined;
  return ok({
    success: faults.length === 0,
    validation_errors: faults.map(({ path, message }) => ({
      error: 'INVALID_PROPERTY_VALUE',
      error_type: 'FLOW_JSON_ERROR',
      message,
      pointers: [{ path }],
    })),
  });
}

function publish(channel: SimulatedChannel, flow: SimulatedFlow): SimAnswer {
  if (flow.status !== 'DRAFT') return graphRefusal('139002', `The flow is ${flow.status}`);
  if (!flow.json) return graphRefusal('139002', 'The flow has no JSON without errors');
  if (flow.json.data_api_version !== undefined && channel.flowKey === '')
    return graphRefusal('139002', 'The number has no public key for its endpoint');
  flow.status = 'PUBLISHED';
  return ok({ success: true });
}

function deprecate(flow: SimulatedFlow): SimAnswer {
  if (flow.status === 'DRAFT' || flow.status === 'DEPRECATED') return graphRefusal('100', `The flow is ${flow.status}`);
  flow.status = 'DEPRECATED';
  return ok({ success: true });
}

function takeKey(request: SimRequest, channel: SimulatedChannel): SimAnswer {
  if (request.method === 'GET')
    return ok({
      data: [{ business_public_key: channel.flowKey, business_public_key_signature_status: channel.flowKey ? 'VALID' : 'MISMATCH' }],
    });
  const key = new URLSearchParams(request.body.toString()).get('business_public_key') ?? '';
  if (!/^-----BEGIN PUBLIC KEY-----\n[A-Za-z0-9+/=\n]+-----END PUBLIC KEY-----\n?$/.test(key))
    return graphRefusal('100', 'business_public_key: a 2048 bit RSA public key in PEM is required');
  channel.flowKey = key;
  return ok({ success: true });
}

/** Flows of the business account and the number's key; undefined for another object. They are refused, slow and lost as sends are. */
export function answerFlows(
  request: SimRequest,
  channel: SimulatedChannel,
  engine: Engine,
  family: Family,
  object: string,
  edge: string,
): SimAnswer | Promise<SimAnswer> | undefined {
  const act = (apply: () => SimAnswer) => engine.act(channel, family, apply);
  if (object === channel.contactId && edge === 'whatsapp_business_encryption')
    return request.method === 'GET' ? takeKey(request, channel) : act(() => takeKey(request, channel));
  if (object === channel.config.wabaId && edge === 'flows')
    return request.method === 'POST' ? act(() => create(request, channel)) : list(request, channel);
  const flow = channel.flows.get(object);
  if (!flow) return undefined;
  if (request.method === 'DELETE')
    return act(() => {
      if (flow.status !== 'DRAFT') return graphRefusal('100', 'Published flows are deprecated, not deleted');
      channel.flows.delete(flow.id);
      return ok({ success: true });
    });
  if (request.method === 'GET') return edge === '' ? ok(toJson(flow)) : undefined;
  if (edge === 'publish') return act(() => publish(channel, flow));
  if (edge === 'deprecate') return act(() => deprecate(flow));
  if (edge !== 'assets') return undefined;
  return upload(request, flow).then((answer) => act(() => answer));
}
