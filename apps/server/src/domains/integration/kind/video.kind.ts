import { authTypes } from '@parley/contract';
import { callService, ServiceError } from '../client/service.wire.ts';
import { checkBase, type Kind } from './kind.ts';

const maxBytes = 2 * 1024 * 1024;
const titlePattern = /<title[^>]{0,200}>([^<]{1,200})/i;

/** A meeting server whose rooms are addresses below its own, in Jitsi's manner. */
export const videoKind: Kind<typeof authTypes.video> = {
  authType: authTypes.video,
  check: async (config, settings) => ({ appId: settings.appId.trim(), baseUrl: await checkBase(config, settings.baseUrl) }),
  addressOf: ({ baseUrl }) => baseUrl,
  showsEnding: false,
  async try({ config }, { baseUrl }) {
    const answer = await callService(config, { method: 'GET', url: `${baseUrl}/`, headers: { accept: 'text/html' } }, { maxBytes });
    if (answer.status >= 400) throw new ServiceError(`The meeting server answered ${answer.status}.`);
    if (!(answer.headers['content-type'] ?? '').startsWith('text/html')) throw new ServiceError('The address shows no web page.');
    return { reply: titlePattern.exec(Buffer.from(answer.body).toString('utf8'))?.[1]?.trim() ?? '' };
  },
};
