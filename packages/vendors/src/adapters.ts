import { type ChannelType, channelTypes, type VendorName, vendorNames } from '@parley/contract';
import type { VendorAdapter } from './types.ts';
import { whatsappOfMeta } from './wire/meta-graph/whatsapp.ts';

/** Who carries what; the compiler completes the list of vendors. A vendor's adapters differ by the type of the channel. */
export const vendors: Record<VendorName, readonly VendorAdapter[]> = {
  routeMobile: [],
  karix: [],
  karixRCM: [],
  smsKarixRcm: [],
  sap365: [],
  kaleyra: [],
  sinch: [],
  twixormcmi: [whatsappOfMeta('twixormcmi', 'meta')],
  airtel: [],
  mailchimp: [],
  vi: [],
  ngn: [],
  ttbs: [],
  dotgohub: [],
  smsportal: [],
  jio: [],
  syniverse: [],
  tanla: [],
  mobeep: [],
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
