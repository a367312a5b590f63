import { authTypes, relayAddresses } from '@parley/contract';
import { callService, ServiceError } from '../client/service.wire.ts';
import { checkBase, type Kind } from './kind.ts';

const maxBytes = 2 * 1024 * 1024;
const titlePattern = /<title[^>]{0,200}>([^<]{1,200})/i;

/** A meeting server whose rooms are addresses below its own, in Jitsi's manner. */
export const videoKind: Kind<typeof authTypes.video> = {
  authType: authTypes.video,
  check: async (config, settings) => ({
    ...settings,
    appId: settings.appId.trim(),
    relays: relayAddresses(settings.relays).join('\n'),
    baseUrl: settings.kind === 'own' ? '' : await checkBase(config, settings.baseUrl),
  }),
  // Browsers get what is derived of the secret for relays, whichever they are: the secret itself goes to no address.
  addressOf: ({ kind, baseUrl }) => (kind === 'own' ? 'own' : baseUrl),
  showsEnding: false,
  async try({ config }, { kind, baseUrl, relays }) {
    // Relays speak to browsers; whether they do is seen in a call.
    if (kind === 'own') return { reply: relayAddresses(relays).join(' ') };
    const answer = await callService(config, { method: 'GET', url: `${baseUrl}/`, headers: { accept: 'text/html' } }, { maxBytes });
    if (answer.status >= 400) throw new ServiceError(`The meeting server answered ${answer.status}.`);
    if (!(answer.headers['content-type'] ?? '').startsWith('text/html')) throw new ServiceError('The address shows no web page.');
    return { reply: titlePattern.exec(Buffer.from(answer.body).toString('utf8'))?.[1]?.trim() ?? '' };
  },
};
