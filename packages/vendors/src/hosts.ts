import type { Connection } from './types.ts';

/**
 * Addresses of the vendors. An installation overrides an address by its name (VENDOR_URLS). A sandbox channel uses the simulator, with its
 * own id behind the name, so that two enterprises who invent the same number never meet. An empty address has no public default: the
 * installation must name it.
 */
export const hosts = {
  meta: 'https://graph.facebook.com/v23.0',
  /** The dialog by which a business signs in to bring its numbers in; opened by browsers alone */
  metaDialog: 'https://www.facebook.com/v23.0/dialog/oauth',
  ttbs: 'https://wb.omni.tatatelebusiness.com/whatsapp-cloud',
  rml: 'https://apis.rmlconnect.net',
  karix: 'https://api.karix.io',
  karixRcm: 'https://rcmapi.instaalerts.zone',
  karixSms: 'https://japi.instaalerts.zone',
  kaleyra: 'https://api.kaleyra.io',
  sinch: 'https://us.conversation.api.sinch.com',
  sinchEu: 'https://eu.conversation.api.sinch.com',
  sinchVoice: 'https://calling.api.sinch.com',
  sinchAuth: 'https://auth.sinch.com',
  airtelWhatsapp: 'https://iqwhatsapp.airtel.in/gateway/airtel-xchange',
  airtelSms: 'https://iqsms.airtel.in',
  airtelRcs: 'https://iqconversation.airtel.in/gateway/airtel-xchange',
  mandrill: 'https://mandrillapp.com/api/1.3',
  smtp: '',
  /** Mailboxes in the installation's own network, imap://host:143 */
  imap: '',
  viAuth: 'https://auth.virbm.in',
  vi: 'https://api.virbm.in',
  dotgoAuth: 'https://auth.dotgo.com',
  dotgo: 'https://api.dotgo.com',
  jioAuth: 'https://tgs.businessmessaging.jio.com',
  jio: 'https://api.businessmessaging.jio.com',
  syniverse: 'https://api.syniverse.com',
  smsportal: 'https://rest.smsportal.com',
  sap: 'https://livelink.sapmobileservices.com/api',
  sapWhatsapp: '',
  telegram: 'https://api.telegram.org',
  ngn: '',
  mobeep: '',
  tanla: '',
  tanlaSmpp: '',
} as const;
export type HostName = keyof typeof hosts;

export function hostOf(connection: Connection, name: HostName): string {
  if (connection.environment === 'sandbox') return `${connection.simulatorUrl}/${name}/${connection.channelId}`;
  return connection.baseUrls[name] ?? hosts[name];
}

/**
 * Tells whether an address lies at the simulator and is this channel's own there: a vendor of the channel, or its media. The address is judged
 * as it will be dialled, so `..` and its encodings are resolved before.
 */
export function isOfSandboxChannel({ simulatorUrl, channelId }: Connection, address: string): boolean {
  if (simulatorUrl === '' || !URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.origin !== new URL(simulatorUrl).origin || url.username !== '' || url.password !== '') return false;
  const [, name = '', channel, ...rest] = url.pathname.split('/');
  if (channel !== channelId) return false;
  return name === 'media' ? /^\d+$/.test(rest.join('/')) : rest.length > 0 && Object.hasOwn(hosts, name);
}
