import { type ChannelType, channelTypes, type VendorName } from '@parley/contract';
import { smsDefinitions } from '../wire/http-sms/vendors.ts';
import { httpSms } from './families/http-sms.ts';
import { jio } from './families/jio.ts';
import { mandrill } from './families/mandrill.ts';
import { metaGraph } from './families/meta-graph.ts';
import { rbm } from './families/rbm.ts';
import { rml } from './families/rml.ts';
import type { Family } from './family.ts';

type ByType = Partial<Record<ChannelType, Family>>;

/** Who is imitated how, beside the adapters of adapters.ts. */
const families: Record<VendorName, ByType> = {
  routeMobile: { [channelTypes.WHATSAPP]: rml },
  karix: { [channelTypes.SMS]: httpSms(smsDefinitions.karix) },
  karixRCM: {},
  smsKarixRcm: { [channelTypes.SMS]: httpSms(smsDefinitions.smsKarixRcm) },
  sap365: { [channelTypes.SMS]: httpSms(smsDefinitions.sap365) },
  kaleyra: { [channelTypes.SMS]: httpSms(smsDefinitions.kaleyra) },
  sinch: {},
  twixormcmi: { [channelTypes.WHATSAPP]: metaGraph },
  airtel: { [channelTypes.SMS]: httpSms(smsDefinitions.airtel) },
  mailchimp: { [channelTypes.EMAIL]: mandrill },
  vi: { [channelTypes.RCS]: rbm },
  ngn: { [channelTypes.SMS]: httpSms(smsDefinitions.ngn) },
  ttbs: {},
  dotgohub: { [channelTypes.RCS]: rbm },
  smsportal: { [channelTypes.SMS]: httpSms(smsDefinitions.smsportal) },
  jio: { [channelTypes.RCS]: jio },
  syniverse: { [channelTypes.SMS]: httpSms(smsDefinitions.syniverse) },
  tanla: { [channelTypes.SMS]: httpSms(smsDefinitions.tanla) },
  mobeep: { [channelTypes.SMS]: httpSms(smsDefinitions.mobeep) },
};

export const familyOf = (channel: { vendor: VendorName; type: ChannelType }): Family | undefined => families[channel.vendor][channel.type];
