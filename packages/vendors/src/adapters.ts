import { type ChannelType, channelTypes, type VendorName, vendorNames } from '@parley/contract';
import type { VendorAdapter } from './types.ts';
import { smsOf } from './wire/http-sms/adapter.ts';
import { smsDefinitions } from './wire/http-sms/vendors.ts';
import { jioRcs } from './wire/jio/adapter.ts';
import { mailOf } from './wire/mail/adapter.ts';
import { whatsappOfMeta } from './wire/meta-graph/whatsapp.ts';
import { rbmOf } from './wire/rbm/adapter.ts';
import { routeMobileWhatsApp } from './wire/rml/whatsapp.ts';

/** Who carries what; the compiler completes the list of vendors. A vendor's adapters differ by the type of the channel. */
export const vendors: Record<VendorName, readonly VendorAdapter[]> = {
  routeMobile: [routeMobileWhatsApp],
  karix: [smsOf('karix', smsDefinitions.karix, { send: 'confirmed', receipts: 'confirmed', inbound: 'confirmed' })],
  karixRCM: [],
  smsKarixRcm: [smsOf('smsKarixRcm', smsDefinitions.smsKarixRcm, { send: 'confirmed', receipts: 'assumed', inbound: 'assumed' })],
  sap365: [smsOf('sap365', smsDefinitions.sap365, { send: 'confirmed', receipts: 'assumed', inbound: 'assumed' })],
  kaleyra: [smsOf('kaleyra', smsDefinitions.kaleyra, { send: 'confirmed', receipts: 'assumed', inbound: 'assumed' })],
  sinch: [],
  twixormcmi: [whatsappOfMeta('twixormcmi', 'meta')],
  airtel: [smsOf('airtel', smsDefinitions.airtel, { send: 'confirmed', receipts: 'assumed', inbound: 'assumed' })],
  mailchimp: [mailOf('mailchimp')],
  vi: [rbmOf({ vendor: 'vi', host: 'vi', authHost: 'viAuth' })],
  ngn: [smsOf('ngn', smsDefinitions.ngn, { send: 'assumed', receipts: 'assumed', inbound: 'assumed' })],
  ttbs: [],
  dotgohub: [rbmOf({ vendor: 'dotgohub', host: 'dotgo', authHost: 'dotgoAuth' })],
  smsportal: [smsOf('smsportal', smsDefinitions.smsportal, { send: 'confirmed', receipts: 'assumed', inbound: 'assumed' })],
  jio: [jioRcs],
  syniverse: [smsOf('syniverse', smsDefinitions.syniverse, { send: 'confirmed', receipts: 'assumed', inbound: 'confirmed' })],
  tanla: [smsOf('tanla', smsDefinitions.tanla, { send: 'assumed', receipts: 'assumed', inbound: 'assumed' })],
  mobeep: [smsOf('mobeep', smsDefinitions.mobeep, { send: 'assumed', receipts: 'assumed', inbound: 'assumed' })],
};

/** What speaks for a channel; undefined where the vendor does not carry the type (WEB is the widget's own and has none). */
export const adapterFor = (vendor: string, type: number): VendorAdapter | undefined =>
  Object.hasOwn(vendors, vendor)
    ? vendors[vendor as VendorName].find((adapter) => (adapter.types as readonly number[]).includes(type))
    : undefined;

/** The types that a vendor carries here. */
export const typesOf = (vendor: VendorName): ChannelType[] =>
  Object.values(channelTypes).filter((type) => adapterFor(vendor, type) !== undefined);
/** Vendors that carry a type. */
export const vendorsOf = (type: ChannelType): VendorName[] => vendorNames.filter((vendor) => adapterFor(vendor, type) !== undefined);
