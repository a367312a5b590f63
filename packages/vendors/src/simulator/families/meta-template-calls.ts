import type { TemplateStatus } from '@parley/contract';
import { asObjects, readJson } from '../../json.ts';
import type { VendorTemplate } from '../../types.ts';
import { fromMeta, toMeta } from '../../wire/meta-graph/template.components.ts';
import type { Engine, SimAnswer, SimRequest } from '../family.ts';
import { type SimulatedChannel, templateKey } from '../state.ts';
import { graphRefusal } from './meta-answers.ts';
import { templateCalls } from './meta-hooks.ts';
import { SentTemplate } from './meta-schema.ts';

const pageSize = 100;

const toJson = (template: VendorTemplate) => ({
  id: template.vendorTemplateId,
  name: template.name,
  status: template.status,
  category: template.category,
  language: template.language,
  rejected_reason: template.reason || 'NONE',
  quality_score: { score: template.quality || 'UNKNOWN' },
  components: toMeta(template.components),
});

/** Forms that Meta never takes together. */
function problemOf(components: readonly Record<string, unknown>[]): string {
  const types = components.map((part) => String(part.type).toUpperCase());
  const unknown = types.find((type) => !['HEADER', 'BODY', 'FOOTER', 'BUTTONS', 'LIMITED_TIME_OFFER', 'CAROUSEL'].includes(type));
  if (unknown) return `Unexpected component ${unknown}`;
  if (new Set(types).size !== types.length) return 'A component stands twice';
  if (!types.includes('BODY')) return 'A body is required';
  if (types.includes('LIMITED_TIME_OFFER') && (types.includes('FOOTER') || types.includes('CAROUSEL')))
    return 'An offer has neither footer nor carousel';
  const cards = components.flatMap((part) => asObjects(part.cards));
  if (types.includes('CAROUSEL') && (cards.length < 2 || cards.length > 10)) return 'A carousel has two to ten cards';
  return '';
}

/** The answer comes later, as the sandbox is set: approved, refused with a reason, or by hand. */
function decide(channel: SimulatedChannel, engine: Engine, template: VendorTemplate): void {
  const { approve, rejectReason } = channel.behaviour;
  if (approve === 'manual') return;
  const status: TemplateStatus = approve === 'auto' ? 'APPROVED' : 'REJECTED';
  template.status = status;
  template.reason = approve === 'auto' ? '' : rejectReason;
  const { name, language, reason } = template;
  engine.tell(channel, templateCalls(channel, template, { name, language, status, reason }));
}

let templateIds = Date.now();

function create(request: SimRequest, channel: SimulatedChannel, engine: Engine): SimAnswer {
  const parsed = SentTemplate.safeParse(readJson(request.body.toString()));
  if (!parsed.success)
    return graphRefusal('100', parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  const { name, language, category, components } = parsed.data;
  const problem = problemOf(components);
  if (problem) return graphRefusal('100', problem);
  const key = templateKey(name, language);
  if (channel.templates.has(key)) return graphRefusal('100', 'There is already a template of this name and language');
  templateIds += 1;
  const template: VendorTemplate = {
    vendorTemplateId: String(templateIds),
    name,
    language,
    category,
    status: 'PENDING',
    reason: '',
    quality: '',
    components: fromMeta(components),
  };
  channel.templates.set(key, template);
  decide(channel, engine, template);
  return { status: 200, json: { id: template.vendorTemplateId, status: 'PENDING', category } };
}

function list(request: SimRequest, channel: SimulatedChannel): SimAnswer {
  const limit = Math.min(Number(request.query.get('limit')) || 25, pageSize);
  const from = Number(request.query.get('after')) || 0;
  const name = request.query.get('name');
  const all = [...channel.templates.values()].filter((template) => !name || template.name === name);
  const after = String(from + limit);
  const hasMore = from + limit < all.length;
  return {
    status: 200,
    json: {
      data: all.slice(from, from + limit).map(toJson),
      paging: {
        cursors: { before: String(from), after },
        ...(hasMore ? { next: `${request.base}/message_templates?after=${after}` } : {}),
      },
    },
  };
}

function remove(request: SimRequest, channel: SimulatedChannel): SimAnswer {
  const [name, id] = [request.query.get('name'), request.query.get('hsm_id')];
  const found = [...channel.templates].filter(([, template]) => template.name === name && (!id || template.vendorTemplateId === id));
  if (found.length === 0) return graphRefusal('100', `No template ${name ?? ''}`);
  for (const [key] of found) channel.templates.delete(key);
  return { status: 200, json: { success: true } };
}

function edit(request: SimRequest, channel: SimulatedChannel, engine: Engine, template: VendorTemplate): SimAnswer {
  const json = readJson(request.body.toString()) as { components?: Record<string, unknown>[] } | undefined;
  if (!Array.isArray(json?.components) || problemOf(json.components)) return graphRefusal('100', 'components: invalid');
  template.components = fromMeta(json.components);
  template.status = 'PENDING';
  decide(channel, engine, template);
  return { status: 200, json: { success: true } };
}

/** Templates of the business account and the samples of their media; undefined for another object. */
export function answerTemplates(
  request: SimRequest,
  channel: SimulatedChannel,
  engine: Engine,
  object: string,
  edge: string,
): SimAnswer | undefined {
  if (object === channel.config.wabaId && edge === 'message_templates') {
    if (request.method === 'POST') return create(request, channel, engine);
    return request.method === 'DELETE' ? remove(request, channel) : list(request, channel);
  }
  if (edge === 'uploads' && request.method === 'POST') {
    const type = request.query.get('file_type') ?? '';
    if (!['application/pdf', 'image/jpeg', 'image/png', 'video/mp4'].includes(type))
      return graphRefusal('100', `file_type ${type} is not supported`);
    return { status: 200, json: { id: `upload:${engine.nextId()}` } };
  }
  if (object.startsWith('upload:') && request.method === 'POST') {
    if (request.headers.file_offset !== '0' || request.body.length === 0) return graphRefusal('100', 'file_offset and bytes are required');
    return { status: 200, json: { h: `4::${object.slice('upload:'.length)}` } };
  }
  const template = [...channel.templates.values()].find((one) => one.vendorTemplateId === object);
  if (!template || edge !== '') return undefined;
  return request.method === 'POST' ? edit(request, channel, engine, template) : { status: 200, json: toJson(template) };
}
