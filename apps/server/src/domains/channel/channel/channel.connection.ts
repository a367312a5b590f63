import type { ChannelType, VendorName } from '@parley/contract';
import { type Connection, mailServerKey } from '@parley/vendors';
import type { Selectable } from 'kysely';
import type { ChannelTable } from '#platform/db/schema.chat.ts';
import type { Deps } from '../../../deps.ts';

type ChannelRow = Selectable<ChannelTable>;

/** The vendor's keys with the secrets open: for the time of one call, never for an answer. */
export function openConfig(deps: Pick<Deps, 'secrets'>, row: Pick<ChannelRow, 'config' | 'sealedConfig'>): Record<string, string> {
  const sealed = row.sealedConfig === '' ? {} : (JSON.parse(deps.secrets.decrypt(row.sealedConfig)) as Record<string, string>);
  return { ...row.config, ...sealed };
}

/** The server by which the channel's mails leave, for its adapter; nothing where its mailbox names none. */
const openMailServer = (
  { secrets }: Pick<Deps, 'secrets'>,
  { sealedMailServer }: Pick<ChannelRow, 'sealedMailServer'>,
): Record<string, string> => (sealedMailServer ? { [mailServerKey]: secrets.decrypt(sealedMailServer) } : {});

/** '' where there is none. */
export const openHookSecret = ({ secrets }: Pick<Deps, 'secrets'>, sealed: string): string =>
  sealed === '' ? '' : secrets.decrypt(sealed);

/** Returns the vendor's callback address; its last part is the proof of vendors that sign nothing, so logs leave it out. */
export const hookAddress = (
  deps: Pick<Deps, 'secrets'>,
  publicUrl: string,
  row: Pick<ChannelRow, 'vendor' | 'channelId' | 'sealedHookSecret'>,
): string => `${publicUrl}/hooks/${row.vendor}/${row.channelId}/${openHookSecret(deps, row.sealedHookSecret)}`;

/** A channel as its adapter sees it. */
export function toConnection(deps: Deps, row: ChannelRow): Connection {
  return {
    channelId: row.channelId,
    type: row.type as ChannelType,
    vendor: row.vendor as VendorName,
    contactId: row.contactId,
    config: { ...openConfig(deps, row), ...openMailServer(deps, row) },
    environment: row.environment,
    simulatorUrl: deps.simulator()?.url ?? '',
    baseUrls: deps.config.vendorUrls,
    hookUrl: hookAddress(deps, row.environment === 'sandbox' ? deps.localUrl() : deps.publicUrl(), row),
  };
}
