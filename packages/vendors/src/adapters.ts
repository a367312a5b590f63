import { type ChannelType, channelTypes, type VendorName, vendorNames } from '@parley/contract';
import { type ChoiceLimits, noChoices, webChoices } from './choices.ts';
import { withTemplateRules } from './template-values.ts';
import type { VendorActs, VendorAdapter } from './types.ts';
import { airtelRcs } from './wire/airtel/rcs.ts';
import { airtelWhatsApp } from './wire/airtel/whatsapp.ts';
import { closedGbm } from './wire/gbm/closed.ts';
import { kaleyraWhatsApp } from './wire/http-form/kaleyra.ts';
import { smsOf } from './wire/http-sms/adapter.ts';
import { smsDefinitions, textDefinitions } from './wire/http-sms/vendors.ts';
import { jioRcs } from './wire/jio/adapter.ts';
import { mailOf } from './wire/mail/adapter.ts';
import { sapMail } from './wire/mail/sap.ts';
import { messengerOf } from './wire/meta-graph/messenger.ts';
import { onPremisesProxy, ttbsProxy, whatsappByProxy } from './wire/meta-graph/proxy.ts';
import { whatsappOfMeta } from './wire/meta-graph/whatsapp.ts';
import { rbmOf } from './wire/rbm/adapter.ts';
import { rcmOf } from './wire/rcm/adapter.ts';
import { routeMobileWhatsApp } from './wire/rml/whatsapp.ts';
import { sinchChannels, sinchOf } from './wire/sinch/adapter.ts';
import { tanlaSms } from './wire/smpp/adapter.ts';
import { telegramOf } from './wire/telegram/adapter.ts';

/**
 * Adapters of each vendor; the compiler completes the list of vendors. A vendor's adapters differ by the type of the channel.
 */
const carriers: Record<VendorName, readonly VendorAdapter[]> = {
  routeMobile: [routeMobileWhatsApp],
  karix: [
    smsOf('karix', textDefinitions.karixWhatsApp, { send: 'assumed', receipts: 'assumed', inbound: 'assumed' }, channelTypes.WHATSAPP),
    smsOf('karix', smsDefinitions.karix, { send: 'confirmed', receipts: 'confirmed', inbound: 'confirmed' }),
  ],
  karixRCM: [rcmOf(channelTypes.WHATSAPP), rcmOf(channelTypes.RCS)],
  smsKarixRcm: [smsOf('smsKarixRcm', smsDefinitions.smsKarixRcm, { send: 'confirmed', receipts: 'assumed', inbound: 'assumed' })],
  sap365: [
    sapMail,
    whatsappByProxy(onPremisesProxy, { send: 'assumed', receipts: 'assumed', inbound: 'assumed' }),
    smsOf('sap365', smsDefinitions.sap365, { send: 'confirmed', receipts: 'assumed', inbound: 'assumed' }),
  ],
  kaleyra: [kaleyraWhatsApp, smsOf('kaleyra', smsDefinitions.kaleyra, { send: 'confirmed', receipts: 'assumed', inbound: 'assumed' })],
  sinch: [
    ...Object.keys(sinchChannels).map((type) => sinchOf(Number(type) as ChannelType)),
    smsOf('sinch', textDefinitions.sinchVoice, { send: 'confirmed', receipts: 'assumed', signature: 'assumed' }, channelTypes.IVRS),
  ],
  twixormcmi: [
    whatsappOfMeta('twixormcmi', 'meta'),
    messengerOf('twixormcmi', channelTypes.FACEBOOK_MESSENGER),
    messengerOf('twixormcmi', channelTypes.INSTAGRAM),
    telegramOf('twixormcmi'),
    closedGbm('twixormcmi'),
  ],
  airtel: [
    airtelWhatsApp,
    airtelRcs,
    smsOf('airtel', smsDefinitions.airtel, { send: 'confirmed', receipts: 'assumed', inbound: 'assumed' }),
  ],
  mailchimp: [mailOf('mailchimp')],
  vi: [rbmOf({ vendor: 'vi', host: 'vi', authHost: 'viAuth' })],
  ngn: [smsOf('ngn', smsDefinitions.ngn, { send: 'assumed', receipts: 'assumed', inbound: 'assumed' })],
  ttbs: [whatsappByProxy(ttbsProxy, { send: 'confirmed', receipts: 'assumed', inbound: 'assumed', media: 'assumed' })],
  dotgohub: [rbmOf({ vendor: 'dotgohub', host: 'dotgo', authHost: 'dotgoAuth' })],
  smsportal: [smsOf('smsportal', smsDefinitions.smsportal, { send: 'confirmed', receipts: 'assumed', inbound: 'assumed' })],
  jio: [jioRcs],
  syniverse: [
    ...([channelTypes.WHATSAPP, channelTypes.RCS] as const).map((type) =>
      smsOf('syniverse', textDefinitions.syniverseChannel, { send: 'assumed', receipts: 'assumed', inbound: 'confirmed' }, type),
    ),
    smsOf('syniverse', smsDefinitions.syniverse, { send: 'confirmed', receipts: 'assumed', inbound: 'confirmed' }),
  ],
  tanla: [tanlaSms],
  mobeep: [smsOf('mobeep', smsDefinitions.mobeep, { send: 'assumed', receipts: 'assumed', inbound: 'assumed' })],
};

export const vendors = Object.fromEntries(
  Object.entries(carriers).map(([vendor, adapters]) => [vendor, adapters.map(withTemplateRules)]),
) as unknown as typeof carriers;

/** Returns the adapter of a channel; undefined where the vendor does not carry the type (WEB is the widget's own and has none). */
export const adapterFor = (vendor: string, type: number): VendorAdapter | undefined =>
  Object.hasOwn(vendors, vendor)
    ? vendors[vendor as VendorName].find((adapter) => (adapter.types as readonly number[]).includes(type))
    : undefined;

/** Returns the limits of a channel's choices; a channel without an adapter shows none. */
export const choicesFor = (vendor: string, type: ChannelType): ChoiceLimits =>
  type === channelTypes.WEB ? webChoices : (adapterFor(vendor, type)?.capabilities(type).choices ?? noChoices);

/** The website channel is ours: what it takes is a decision of this house. */
const webActs: VendorActs = { reactions: 'any', edit: { withinSeconds: 172_800 }, revoke: { withinSeconds: 172_800 } };

/** Returns the acts on messages that a channel takes. */
export const actsFor = (vendor: string, type: number): VendorActs =>
  type === channelTypes.WEB ? webActs : (adapterFor(vendor, type)?.capabilities(type as ChannelType).acts ?? {});

/** Returns the hours after a customer's last message in which a channel takes free content; 0: at any time. */
export const windowHoursOf = (vendor: string, type: number): number =>
  adapterFor(vendor, type)?.capabilities(type as ChannelType).windowHours ?? 0;

/** Returns the number of characters that a channel takes in one text; 0: as many as we do. */
export const textLimitOf = (vendor: string, type: number): number =>
  adapterFor(vendor, type)?.capabilities(type as ChannelType).textLimit ?? 0;

/** The types that a vendor carries here. */
export const typesOf = (vendor: VendorName): ChannelType[] =>
  Object.values(channelTypes).filter((type) => adapterFor(vendor, type) !== undefined);
/** Vendors that carry a type. */
export const vendorsOf = (type: ChannelType): VendorName[] => vendorNames.filter((vendor) => adapterFor(vendor, type) !== undefined);
