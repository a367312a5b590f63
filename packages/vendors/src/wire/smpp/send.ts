/// <reference path="./smpp.d.ts" />
import smpp, { type Pdu, type Session } from 'smpp';
import { keyOf, withoutPlus } from '../../connection.ts';
import { classify, vendorError } from '../../errors.ts';
import { postJson } from '../../http.ts';
import { asText, readJson } from '../../json.ts';
import type { Connection, ProbeStep, SendResult, VendorIo, WireRequest } from '../../types.ts';
import { readReceipt } from './receipt.ts';

/** The SMS centre that the installation names, smpp://host:2775; '' where it names none. */
export const smppUrlOf = (connection: Connection): string =>
  connection.environment === 'production' ? (connection.baseUrls.tanlaSmpp ?? '') : '';

// Entity, template and chain of India's register. Order and type differ by centre: these are the ones most often seen.
const tlvs = { dlt_entity_id: 0x1400, dlt_template_id: 0x1401 } as const;
for (const [name, id] of Object.entries(tlvs)) smpp.addTLV(name, { id, type: smpp.types.tlv.cstring });

const answerMs = 15_000;
const enquireMs = 30_000;

class BindRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`bind_transceiver: command_status ${status}`);
    this.status = status;
  }
}
class Broken extends Error {}

const textOf = (part: Pdu['short_message']): string => {
  const text = typeof part === 'object' ? part.message : part;
  return typeof text === 'string' ? text : (text?.toString('latin1') ?? '');
};

/** Receipts and messages arrive over the bind and are processed like the callbacks of other vendors. */
async function forward(io: VendorIo, connection: Connection, pdu: Pdu): Promise<void> {
  const text = textOf(pdu.short_message) || textOf(pdu.message_payload);
  const receipt = ((pdu.esm_class ?? 0) & 0x3c) === 0x04 ? readReceipt(text) : undefined;
  const from = asText(pdu.source_addr);
  const body = receipt
    ? { msgid: receipt.id, mobile: from, status: receipt.status, err: receipt.error }
    : { moid: `${from}-${pdu.sequence_number}-${Date.now()}`, mobile: from, text };
  const answer = await io.fetch(postJson(connection.hookUrl, {}, body));
  if (answer.status >= 300) throw new Broken('The callback was refused.');
}

function bind(io: VendorIo, connection: Connection): Promise<{ session: Session; waiting: Set<(error: Error) => void> }> {
  return io.session('smpp', () => {
    const waiting = new Set<(error: Error) => void>();
    const session = smpp.connect({ url: smppUrlOf(connection), auto_enquire_link_period: enquireMs, connectTimeout: 10_000 });
    const opened = new Promise<{ value: { session: Session; waiting: typeof waiting }; close: () => void }>((resolve, reject) => {
      session.on('error', (error) => {
        reject(error);
        for (const fail of waiting) fail(new Broken(error.message));
      });
      session.on('close', () => {
        reject(new Broken('closed'));
        for (const fail of waiting) fail(new Broken('The connection closed.'));
      });
      session.on('deliver_sm', (pdu) => {
        forward(io, connection, pdu).then(
          () => session.send(pdu.response()),
          // System error: the centre keeps it and tries again.
          () => session.send(pdu.response({ command_status: 0x08 })),
        );
      });
      session.on('connect', () => {
        session.bind_transceiver({ system_id: keyOf(connection, 'username'), password: keyOf(connection, 'password') }, (pdu) => {
          if (pdu.command_status !== 0) return reject(new BindRefused(pdu.command_status));
          resolve({ value: { session, waiting }, close: () => session.unbind(() => session.close()) });
        });
      });
    });
    opened.catch(() => session.destroy());
    return opened;
  });
}

function submit({ session, waiting }: Awaited<ReturnType<typeof bind>>, values: Record<string, unknown>): Promise<Pdu> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      waiting.delete(fail);
      clearTimeout(timer);
      reject(error);
    };
    const timer = setTimeout(() => fail(new Broken('No answer came in time.')), answerMs);
    waiting.add(fail);
    session.submit_sm(values, (pdu) => {
      waiting.delete(fail);
      clearTimeout(timer);
      resolve(pdu);
    });
  });
}

export type SmppFields = { to: string; sender: string; text: string; entityId: string; templateId: string };
export const smppRequest = (fields: SmppFields, connection: Connection): WireRequest => ({
  method: 'POST',
  url: smppUrlOf(connection),
  headers: {},
  body: JSON.stringify(fields),
});

export async function sendSmpp(io: VendorIo, connection: Connection, request: WireRequest): Promise<SendResult> {
  const { to, sender, text, entityId, templateId } = readJson(String(request.body)) as SmppFields;
  let bound: Awaited<ReturnType<typeof bind>>;
  try {
    bound = await bind(io, connection);
  } catch (error) {
    if (error instanceof BindRefused) return { kind: 'failed', error: classify('smpp', { code: error.status, message: error.message }) };
    return {
      kind: 'failed',
      error: vendorError('TRANSIENT', { code: '', message: error instanceof Error ? error.message : String(error) }),
    };
  }
  // One PDU holds 254 bytes; the rest travels as a payload, which the centre cuts into parts.
  const body = Buffer.byteLength(text, 'utf16le') > 254 ? { message_payload: text } : { short_message: text };
  const dlt = { ...(entityId ? { dlt_entity_id: entityId } : {}), ...(templateId ? { dlt_template_id: templateId } : {}) };
  try {
    const answer = await submit(bound, {
      source_addr_ton: 5,
      source_addr: sender,
      dest_addr_ton: 1,
      dest_addr_npi: 1,
      destination_addr: withoutPlus(to),
      registered_delivery: 1,
      ...body,
      ...dlt,
    });
    if (answer.command_status === 0) return { kind: 'accepted', vendorMessageId: asText(answer.message_id), ids: {} };
    return {
      kind: 'failed',
      error: classify('smpp', { code: answer.command_status, message: `submit_sm: command_status ${answer.command_status}` }),
    };
  } catch (error) {
    if (error instanceof Broken) return { kind: 'unknown', error: vendorError('UNKNOWN_OUTCOME', { code: '', message: error.message }) };
    throw error;
  }
}

export async function probeSmpp(io: VendorIo, connection: Connection): Promise<ProbeStep[]> {
  try {
    await bind(io, connection);
    return [
      { name: 'reach', isOk: true, text: 'The SMS centre answers.' },
      { name: 'credentials', isOk: true, text: 'The bind is accepted.' },
    ];
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return error instanceof BindRefused
      ? [
          { name: 'reach', isOk: true, text: 'The SMS centre answers.' },
          { name: 'credentials', isOk: false, text },
        ]
      : [{ name: 'reach', isOk: false, text }];
  }
}
