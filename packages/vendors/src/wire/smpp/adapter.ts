import { keyOf } from '../../connection.ts';
import { refused } from '../../errors.ts';
import { readJson } from '../../json.ts';
import type { VendorAdapter } from '../../types.ts';
import { smsOf } from '../http-sms/adapter.ts';
import { smsDefinitions } from '../http-sms/vendors.ts';
import { probeSmpp, sendSmpp, smppRequest, smppUrlOf } from './send.ts';

const overHttp = smsOf('tanla', smsDefinitions.tanla, { send: 'assumed', receipts: 'assumed', inbound: 'assumed', smpp: 'assumed' });

/** Tanla by SMPP 3.4 where the installation names its centre, else over HTTP: the same checks, the same callbacks. */
export const tanlaSms: VendorAdapter = {
  ...overHttp,
  render: (message, connection) => {
    const url = smppUrlOf(connection);
    if (url === '') return overHttp.render(message, connection);
    const rendered = overHttp.render(message, { ...connection, baseUrls: { ...connection.baseUrls, tanla: url } });
    if (rendered.kind === 'refused') return rendered;
    const form = Object.fromEntries(new URLSearchParams(String(rendered.request.body))) as Record<string, string>;
    if (keyOf(connection, 'username') === '') return refused('The channel has no user for the SMS centre.', 'CONFIG');
    return {
      kind: 'request',
      request: smppRequest(
        {
          to: message.to,
          sender: form.sender ?? '',
          text: form.text ?? '',
          entityId: form.entityid ?? '',
          templateId: form.templateid ?? '',
        },
        connection,
      ),
    };
  },
  send: (io, connection, request, message) =>
    smppUrlOf(connection) === '' || readJson(String(request.body)) === undefined
      ? overHttp.send(io, connection, request, message)
      : sendSmpp(io, connection, request),
  probe: (io, connection) => (smppUrlOf(connection) === '' ? overHttp.probe(io, connection) : probeSmpp(io, connection)),
};
