import { type ChannelType, channelTypes, type VendorName } from '@parley/contract';
import { smsDefinitions, textDefinitions } from '../wire/http-sms/vendors.ts';
import { sinchChannels } from '../wire/sinch/adapter.ts';
import { airtelFamilies } from './families/airtel.ts';
import { httpSms } from './families/http-sms.ts';
import { jio } from './families/jio.ts';
import { kaleyra } from './families/kaleyra.ts';
import { mandrill } from './families/mandrill.ts';
import { messenger } from './families/messenger.ts';
import { metaGraph, onPremises, ttbs } from './families/meta-graph.ts';
import { metaPartner } from './families/meta-partner.ts';
import { rbm } from './families/rbm.ts';
import { rcm } from './families/rcm.ts';
import { rml } from './families/rml.ts';
import { sapMail } from './families/sap-mail.ts';
import { sinch } from './families/sinch.ts';
import { telegram } from './families/telegram.ts';
import type { Family } from './family.ts';
import type { SimulatedChannel } from './state.ts';

type ByType = Partial<Record<ChannelType, Family>>;

/** Imitated families by vendor and type, beside the adapters of adapters.ts. */
const families: Record<VendorName, ByType> = {
  routeMobile: { [channelTypes.WHATSAPP]: rml },
  karix: { [channelTypes.WHATSAPP]: httpSms(textDefinitions.karixWhatsApp, true), [channelTypes.SMS]: httpSms(smsDefinitions.karix) },
  karixRCM: { [channelTypes.WHATSAPP]: rcm, [channelTypes.RCS]: rcm },
  smsKarixRcm: { [channelTypes.SMS]: httpSms(smsDefinitions.smsKarixRcm) },
  sap365: { [channelTypes.EMAIL]: sapMail, [channelTypes.WHATSAPP]: onPremises, [channelTypes.SMS]: httpSms(smsDefinitions.sap365) },
  kaleyra: { [channelTypes.WHATSAPP]: kaleyra, [channelTypes.SMS]: httpSms(smsDefinitions.kaleyra) },
  sinch: {
    ...Object.fromEntries(Object.keys(sinchChannels).map((type) => [type, sinch])),
    [channelTypes.IVRS]: httpSms(textDefinitions.sinchVoice),
  },
  twixormcmi: {
    [channelTypes.WHATSAPP]: metaGraph,
    [channelTypes.FACEBOOK_MESSENGER]: messenger,
    [channelTypes.INSTAGRAM]: messenger,
    [channelTypes.TELEGRAM]: telegram,
  },
  airtel: { ...airtelFamilies, [channelTypes.SMS]: httpSms(smsDefinitions.airtel) },
  mailchimp: { [channelTypes.EMAIL]: mandrill },
  vi: { [channelTypes.RCS]: rbm },
  ngn: { [channelTypes.SMS]: httpSms(smsDefinitions.ngn) },
  ttbs: { [channelTypes.WHATSAPP]: ttbs },
  dotgohub: { [channelTypes.RCS]: rbm },
  smsportal: { [channelTypes.SMS]: httpSms(smsDefinitions.smsportal) },
  jio: { [channelTypes.RCS]: jio },
  syniverse: {
    [channelTypes.WHATSAPP]: httpSms(textDefinitions.syniverseChannel, true),
    [channelTypes.RCS]: httpSms(textDefinitions.syniverseChannel, true),
    [channelTypes.SMS]: httpSms(smsDefinitions.syniverse),
  },
  tanla: { [channelTypes.SMS]: httpSms(smsDefinitions.tanla) },
  mobeep: { [channelTypes.SMS]: httpSms(smsDefinitions.mobeep) },
};

/** A registration with this key is no channel: by it numbers are brought in. */
export const partnerKey = 'partner';

export const familyOf = ({ vendor, type, config }: Pick<SimulatedChannel, 'vendor' | 'type' | 'config'>): Family | undefined =>
  config[partnerKey] ? metaPartner : families[vendor][type];
