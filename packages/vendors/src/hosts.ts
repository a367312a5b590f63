import type { Connection } from './types.ts';

/**
 * Where the vendors are reached. An installation overrides an address by its name (VENDOR_URLS); a sandbox channel goes to the simulator,
 * where its own id stands behind the name, so that two enterprises who invent the same number never meet.
 */
export const hosts = {
  meta: 'https://graph.facebook.com/v23.0',
} as const;
export type HostName = keyof typeof hosts;

export function hostOf(connection: Connection, name: HostName): string {
  if (connection.environment === 'sandbox') return `${connection.simulatorUrl}/${name}/${connection.channelId}`;
  return connection.baseUrls[name] ?? hosts[name];
}
