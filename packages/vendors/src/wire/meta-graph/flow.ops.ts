import { keyOf } from '../../connection.ts';
import { vendorError } from '../../errors.ts';
import { type HostName, hostOf } from '../../hosts.ts';
import { get, postJson } from '../../http.ts';
import { asObject, asObjects, asText, dig } from '../../json.ts';
import {
  type Connection,
  type FlowDone,
  type FlowOps,
  type VendorFlowError,
  type VendorFlowStatus,
  type VendorIo,
  vendorFlowStatuses,
  type WireRequest,
} from '../../types.ts';
import { bearer, callGraph } from './graph.ts';

const pageSize = 100;
const mostPages = 50;
type Listed = { vendorFlowId: string; name: string; status: VendorFlowStatus };

const statusOf = (given: unknown): VendorFlowStatus => vendorFlowStatuses.find((one) => one === asText(given).toUpperCase()) ?? 'DRAFT';

const errorsOf = (json: unknown): VendorFlowError[] =>
  asObjects(dig(json, 'validation_errors')).map((one) => ({
    code: asText(one.error) || asText(one.error_type),
    text: asText(one.message) || asText(one.error),
    path: asText(dig(one, 'pointers', 0, 'path')) || (asText(one.line_start) === '' ? '' : `line ${asText(one.line_start)}`),
  }));

/** A form of two fields and a file, as the vendor wants a flow's JSON. */
function assetForm(json: string, boundary: string): string {
  const field = (name: string, value: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="flow.json"\r\ncontent-type: application/json\r\n\r\n${json}\r\n`;
  return `${field('name', 'flow.json')}${field('asset_type', 'FLOW_JSON')}${file}--${boundary}--\r\n`;
}

/** A text that does not stand in the flow itself, so that nothing in it ends the form. */
function boundaryFor(json: string): string {
  let boundary = 'parley-flow';
  while (json.includes(boundary)) boundary += '-';
  return boundary;
}

/** Flows of a business account. */
export function flowOps(host: HostName): FlowOps {
  const base = (connection: Connection) => hostOf(connection, host);
  const listUrl = (connection: Connection) => `${base(connection)}/${encodeURIComponent(keyOf(connection, 'wabaId'))}/flows`;
  const flowUrl = (connection: Connection, id: string, edge = '') => `${base(connection)}/${encodeURIComponent(id)}${edge}`;

  async function find(io: VendorIo, connection: Connection, name: string): Promise<FlowDone<{ found: Listed | undefined }>> {
    let after = '';
    for (let page = 0; page < mostPages; page += 1) {
      const more = after ? `&after=${encodeURIComponent(after)}` : '';
      const url = `${listUrl(connection)}?fields=id,name,status&limit=${pageSize}${more}`;
      const answer = await callGraph(io, get(url, bearer(connection)));
      if (answer.kind === 'failed') return answer;
      const one = asObjects(dig(answer.json, 'data')).find((flow) => asText(flow.name) === name);
      if (one) return { kind: 'done', found: { vendorFlowId: asText(one.id), name, status: statusOf(one.status) } };
      after = asText(dig(answer.json, 'paging', 'cursors', 'after'));
      if (after === '' || dig(answer.json, 'paging', 'next') === undefined) break;
    }
    return { kind: 'done', found: undefined };
  }

  /** Moves a flow; one that stands there already, as after an answer that was lost, is left. */
  async function move(io: VendorIo, connection: Connection, id: string, request: WireRequest, there: VendorFlowStatus): Promise<FlowDone> {
    const answer = await callGraph(io, request);
    if (answer.kind === 'done') return { kind: 'done' };
    const read = await callGraph(io, get(`${flowUrl(connection, id)}?fields=status`, bearer(connection)));
    return read.kind === 'done' && statusOf(asObject(read.json).status) === there ? { kind: 'done' } : answer;
  }

  return {
    create: async (io, connection, { name, endpointUrl }) => {
      const before = await find(io, connection, name);
      if (before.kind === 'failed') return before;
      if (before.found) return { kind: 'done', ...before.found };
      const body = { name, categories: ['OTHER'], ...(endpointUrl === '' ? {} : { endpoint_uri: endpointUrl }) };
      const answer = await callGraph(io, postJson(listUrl(connection), bearer(connection), body));
      if (answer.kind === 'failed') return answer;
      const vendorFlowId = asText(dig(answer.json, 'id'));
      if (vendorFlowId === '')
        return { kind: 'failed', error: vendorError('UNKNOWN_OUTCOME', { code: '', message: 'Accepted, but without an id.' }) };
      return { kind: 'done', vendorFlowId, status: 'DRAFT' };
    },
    upload: async (io, connection, id, json) => {
      const boundary = boundaryFor(json);
      const answer = await callGraph(io, {
        method: 'POST',
        url: flowUrl(connection, id, '/assets'),
        headers: { ...bearer(connection), 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: assetForm(json, boundary),
      });
      return answer.kind === 'failed' ? answer : { kind: 'done', errors: errorsOf(answer.json) };
    },
    publish: (io, connection, id) =>
      move(io, connection, id, postJson(flowUrl(connection, id, '/publish'), bearer(connection), {}), 'PUBLISHED'),
    deprecate: (io, connection, id) =>
      move(io, connection, id, postJson(flowUrl(connection, id, '/deprecate'), bearer(connection), {}), 'DEPRECATED'),
    remove: async (io, connection, id) => {
      const answer = await callGraph(io, { method: 'DELETE', url: flowUrl(connection, id), headers: bearer(connection) });
      return answer.kind === 'failed' && answer.error.httpStatus !== 404 ? answer : { kind: 'done' };
    },
    uploadKey: async (io, connection, publicPem) => {
      const answer = await callGraph(io, {
        method: 'POST',
        url: flowUrl(connection, connection.contactId, '/whatsapp_business_encryption'),
        headers: { ...bearer(connection), 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ business_public_key: publicPem }).toString(),
      });
      return answer.kind === 'failed' ? answer : { kind: 'done' };
    },
  };
}
