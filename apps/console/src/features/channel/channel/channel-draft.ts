import {
  type Channel,
  type ChannelKey,
  type ChannelType,
  channelTypes,
  checkVendorForm,
  sandboxForm,
  type VendorField,
  type VendorName,
  vendorFields,
} from '@parley/contract';
import { type SaidFault, sayFault } from '../../../lib/errors.ts';
import type { ChannelBody, TestBody } from './channel.queries.ts';

/** Values of the form: the vendor's keys by name, and the own fields of a WEB channel. */
export type ChannelDraft = {
  name: string;
  type: string;
  vendor: string;
  environment: string;
  contactId: string;
  keys: Record<string, string>;
  entry: 'bot' | 'queue';
  botId: string;
  speed: string;
  deptId: string;
  isActive: boolean;
  allowedDomains: string[];
  title: string;
  greeting: string;
  colour: string;
  watchesVisitors: boolean;
  /** '': none */
  mailChannelId: string;
  whatsAppChannelId: string;
  whatsAppTemplateId: string;
};

export function toDraft(channel: Channel | undefined): ChannelDraft {
  const { data } = channel ?? {};
  const keys = Object.entries(data ?? {}).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : []));
  return {
    name: channel?.name ?? '',
    type: channel ? String(channel.type) : '',
    vendor: channel?.vendor ?? '',
    environment: channel?.environment ?? '',
    contactId: channel?.contactId ?? '',
    keys: Object.fromEntries(keys),
    entry: data?.entry ?? 'queue',
    botId: data?.botId ?? '',
    speed: channel?.speedPerSecond ? String(channel.speedPerSecond) : '',
    deptId: channel?.deptId ?? '',
    isActive: channel ? channel.state !== 'PAUSED' : true,
    allowedDomains: data?.allowedDomains ?? [],
    title: data?.title ?? 'Chat with us',
    greeting: data?.greeting ?? 'Hello! How can we help?',
    colour: data?.colour ?? '#1f6f78',
    watchesVisitors: data?.watchesVisitors ?? false,
    mailChannelId: data?.mailChannelId ?? '',
    whatsAppChannelId: data?.whatsAppChannelId ?? '',
    whatsAppTemplateId: data?.whatsAppTemplateId ?? '',
  };
}

export const isWebType = (type: string): boolean => type === String(channelTypes.WEB);

export const fieldsOf = ({ type, vendor }: Pick<ChannelDraft, 'type' | 'vendor'>): VendorField[] =>
  type === '' || vendor === '' || isWebType(type) ? [] : vendorFields(vendor as VendorName, Number(type) as ChannelType);

export const typedIn = (draft: ChannelDraft, key: VendorField['key']): string =>
  key === 'contactId' ? draft.contactId : key === 'environment' ? draft.environment : (draft.keys[key] ?? '');

/** The vendor's form filled in for the sandbox: what is typed or stored already stays. */
export function fillSandbox(draft: ChannelDraft, channel: Channel | undefined): Pick<ChannelDraft, 'contactId' | 'keys'> {
  const {
    contactId = '',
    environment: _chosen,
    ...keys
  } = sandboxForm(draft.vendor as VendorName, Number(draft.type) as ChannelType, String(10_000 + Math.floor(Math.random() * 90_000)));
  const stored = storedOf(channel, draft.vendor);
  const empty = Object.entries(keys).filter(([key]) => !draft.keys[key] && !(key in stored));
  return { contactId: draft.contactId || contactId, keys: { ...draft.keys, ...Object.fromEntries(empty) } };
}

/** Secrets that are stored already, of the same vendor. */
export const storedOf = (channel: Channel | undefined, vendor: string): Partial<Record<ChannelKey, string>> =>
  channel?.vendor !== vendor
    ? {}
    : Object.fromEntries(
        Object.entries(channel.data).flatMap(([key, value]) =>
          typeof value === 'object' && value !== null && 'last4' in value ? [[key, value.last4]] : [],
        ),
      );

export function faultsOf(draft: ChannelDraft, channel: Channel | undefined): SaidFault[] {
  if (fieldsOf(draft).length === 0) return [];
  const values = Object.fromEntries(fieldsOf(draft).map(({ key }) => [key, typedIn(draft, key)]));
  return checkVendorForm(
    draft.vendor as VendorName,
    Number(draft.type) as ChannelType,
    values,
    new Set(Object.keys(storedOf(channel, draft.vendor))),
  ).map((fault) => ({ field: fault.field, message: sayFault(fault) }));
}

/** Builds the body of a connection test from the fields that it depends on. */
export function toTest(draft: ChannelDraft, channelId: string): TestBody {
  const keys = Object.fromEntries(fieldsOf(draft).flatMap(({ key }) => (draft.keys[key] ? [[key, draft.keys[key]]] : [])));
  return {
    type: Number(draft.type),
    vendor: draft.vendor as TestBody['vendor'],
    contactId: draft.contactId,
    environment: draft.environment as TestBody['environment'],
    data: { allowedDomains: [], ...keys },
    channelId,
  };
}

export function toBody(draft: ChannelDraft, isActive: boolean): ChannelBody {
  const { channelId: _channelId, data, ...form } = toTest(draft, '');
  const answers = { entry: draft.entry, botId: draft.entry === 'bot' ? (draft.botId as '') : ('' as const) };
  const common = {
    name: draft.name.trim(),
    deptId: draft.deptId as '',
    state: isActive ? ('ACTIVE' as const) : ('PAUSED' as const),
    speedPerSecond: draft.speed === '' ? null : Number(draft.speed),
  };
  if (!isWebType(draft.type)) return { ...common, ...form, data: { ...data, ...answers } };
  const { allowedDomains, title, greeting, colour, watchesVisitors, mailChannelId, whatsAppChannelId, whatsAppTemplateId } = draft;
  return {
    ...common,
    type: channelTypes.WEB,
    vendor: '',
    environment: '',
    contactId: '',
    data: {
      ...{ allowedDomains, title, greeting, colour, watchesVisitors },
      ...{ mailChannelId, whatsAppChannelId: whatsAppChannelId as '', whatsAppTemplateId: whatsAppTemplateId as '' },
      ...answers,
    },
  };
}
