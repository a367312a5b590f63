import { type ChannelType, channelTypes, type VendorName } from '@parley/contract';
import { metaGraph } from './families/meta-graph.ts';
import type { Family } from './family.ts';

type ByType = Partial<Record<ChannelType, Family>>;

/** Who is imitated how, beside the adapters of adapters.ts. */
const families: Record<VendorName, ByType> = {
  routeMobile: {},
  karix: {},
  karixRCM: {},
  smsKarixRcm: {},
  sap365: {},
  kaleyra: {},
  sinch: {},
  twixormcmi: { [channelTypes.WHATSAPP]: metaGraph },
  airtel: {},
  mailchimp: {},
  vi: {},
  ngn: {},
  ttbs: {},
  dotgohub: {},
  smsportal: {},
  jio: {},
  syniverse: {},
  tanla: {},
  mobeep: {},
};

export const familyOf = (channel: { vendor: VendorName; type: ChannelType }): Family | undefined => families[channel.vendor][channel.type];
