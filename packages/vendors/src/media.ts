import { vendorError } from './errors.ts';
import { isOfSandboxChannel } from './hosts.ts';
import { exchange, get, isOk } from './http.ts';
import type { Connection, MediaOps } from './types.ts';

/** Tells whether media of this address may be fetched: of the channel itself at the simulator for a sandbox channel, else over TLS from the vendor's own hosts. */
export function isHostOfVendor(connection: Connection, url: string, suffixes: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  if (connection.environment === 'sandbox') return isOfSandboxChannel(connection, url);
  const { hostname, protocol } = new URL(url);
  return protocol === 'https:' && suffixes.some((suffix) => hostname === suffix || hostname.endsWith(`.${suffix}`));
}

/** Media of vendors whose callbacks carry the address of the file itself. */
export const mediaByUrl = (
  suffixes: readonly string[],
  headers: (connection: Connection) => Record<string, string> = () => ({}),
): MediaOps => ({
  download: async (io, connection, { url }) => {
    if (!isHostOfVendor(connection, url, suffixes))
      return { kind: 'failed', error: vendorError('MEDIA', { code: '', message: 'The media lies on a host that is not of the vendor.' }) };
    const file = await exchange(io, get(url, headers(connection)));
    if (file.kind !== 'answer') return { kind: 'failed', error: file.error };
    if (!isOk(file))
      return {
        kind: 'failed',
        error: vendorError('MEDIA', { code: String(file.status), message: 'The media could not be fetched.', httpStatus: file.status }),
      };
    return { kind: 'done', bytes: file.bytes, mimeType: file.headers['content-type'] ?? '' };
  },
});
