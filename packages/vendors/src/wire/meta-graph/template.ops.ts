import { keyOf } from '../../connection.ts';
import { vendorError } from '../../errors.ts';
import { type HostName, hostOf } from '../../hosts.ts';
import { get, postJson } from '../../http.ts';
import { asObject, asObjects, asText, dig } from '../../json.ts';
import type { Connection, TemplateDraft, TemplateOps, VendorTemplate } from '../../types.ts';
import { bearer, callGraph } from './graph.ts';
import { fromMeta, parameterFormatOf, toMeta } from './template.components.ts';
import { templateCategoryOf, templateStatusOf } from './whatsapp.parse.ts';

const pageSize = 200;
const mostPages = 50;

function toTemplate(json: unknown, draft?: TemplateDraft): VendorTemplate {
  const one = asObject(json);
  return {
    vendorTemplateId: asText(one.id) || (draft?.vendorTemplateId ?? ''),
    name: asText(one.name) || (draft?.name ?? ''),
    language: asText(one.language) || (draft?.language ?? ''),
    // Meta may have moved it to another category than was asked for.
    category: one.category === undefined && draft ? draft.category : templateCategoryOf(one.category),
    status: one.status === undefined ? 'PENDING' : templateStatusOf(asText(one.status)),
    reason: asText(one.rejected_reason) === 'NONE' ? '' : asText(one.rejected_reason),
    quality: asText(dig(one, 'quality_score', 'score')),
    components: draft ? draft.components : fromMeta(one.components),
  };
}

/** Templates of a business account, with Meta's cursors and its two steps for a sample. */
export function templateOps(host: HostName): TemplateOps {
  const listUrl = (connection: Connection) => `${hostOf(connection, host)}/${keyOf(connection, 'wabaId')}/message_templates`;
  const bodyOf = (draft: TemplateDraft) => ({
    category: draft.category,
    parameter_format: parameterFormatOf(draft.components),
    components: toMeta(draft.components),
  });
  return {
    create: async (io, connection, draft) => {
      const answer = await callGraph(
        io,
        postJson(listUrl(connection), bearer(connection), { name: draft.name, language: draft.language, ...bodyOf(draft) }),
      );
      return answer.kind === 'failed' ? answer : { kind: 'done', template: toTemplate(answer.json, draft) };
    },
    update: async (io, connection, draft) => {
      const url = `${hostOf(connection, host)}/${draft.vendorTemplateId}`;
      const answer = await callGraph(io, postJson(url, bearer(connection), bodyOf(draft)));
      return answer.kind === 'failed' ? answer : { kind: 'done', template: toTemplate(undefined, draft) };
    },
    list: async (io, connection) => {
      const templates: VendorTemplate[] = [];
      let after = '';
      for (let page = 0; page < mostPages; page += 1) {
        const answer = await callGraph(
          io,
          get(`${listUrl(connection)}?limit=${pageSize}${after ? `&after=${encodeURIComponent(after)}` : ''}`, bearer(connection)),
        );
        if (answer.kind === 'failed') return answer;
        templates.push(...asObjects(dig(answer.json, 'data')).map((one) => toTemplate(one)));
        after = asText(dig(answer.json, 'paging', 'cursors', 'after'));
        if (after === '' || dig(answer.json, 'paging', 'next') === undefined) break;
      }
      return { kind: 'done', templates };
    },
    remove: async (io, connection, { name, vendorTemplateId }) => {
      const id = vendorTemplateId ? `&hsm_id=${encodeURIComponent(vendorTemplateId)}` : '';
      const url = `${listUrl(connection)}?name=${encodeURIComponent(name)}${id}`;
      const answer = await callGraph(io, { method: 'DELETE', url, headers: bearer(connection) });
      return answer.kind === 'failed' ? answer.error : undefined;
    },
    uploadSample: async (io, connection, file) => {
      const appId = keyOf(connection, 'appId');
      if (appId === '')
        return { kind: 'failed', error: vendorError('CONFIG', { code: '', message: 'A media sample needs the App Id of the channel.' }) };
      const base = hostOf(connection, host);
      const query = new URLSearchParams({ file_name: file.name, file_length: String(file.bytes.length), file_type: file.mimeType });
      const session = await callGraph(io, { method: 'POST', url: `${base}/${appId}/uploads?${query}`, headers: bearer(connection) });
      if (session.kind === 'failed') return session;
      const uploaded = await callGraph(io, {
        method: 'POST',
        url: `${base}/${asText(dig(session.json, 'id'))}`,
        headers: { authorization: `OAuth ${keyOf(connection, 'authToken')}`, file_offset: '0', 'content-type': 'application/octet-stream' },
        body: file.bytes,
      });
      return uploaded.kind === 'failed' ? uploaded : { kind: 'done', handle: asText(dig(uploaded.json, 'h')) };
    },
  };
}
