import { accessDenied } from '#platform/http/domain-error.ts';
import type { Actor } from './context.ts';

/** Channels that an API key was made for; none: every one. */
export const channelsOf = ({ key }: Pick<Actor, 'key'>): readonly string[] => key?.channelIds ?? [];

/** @param channelId '' for every channel @throws DomainError 1403 for a key that was made for other channels alone */
export function assertMayUseChannel(actor: Pick<Actor, 'key'>, channelId: string): void {
  const channels = channelsOf(actor);
  if (channels.length > 0 && !channels.includes(channelId)) throw accessDenied([]);
}
