import type { Connection } from '@parley/vendors';
import type { EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { toConnection } from '../channel/channel.connection.ts';
import { findChannel } from '../channel/channel.repository.ts';
import { findMailbox } from './mailbox.repository.ts';
import { type OpenMailbox, openSecrets } from './mailbox.secrets.ts';

/**
 * A mailbox as its worker reads it.
 * @property name of the channel
 * @property own addresses that it writes from and receives at
 */
export type MailReading = OpenMailbox & { name: string; vendor: string; connection: Connection; own: string[] };

/** The mailbox of a channel, where it is to be read now; undefined: it is switched off, paused or gone. */
export async function findReading(deps: Deps, ctx: EnterpriseContext, channelId: string): Promise<MailReading | undefined> {
  const { enterpriseId } = ctx;
  const [row, channel] = await ctx.read((tx) =>
    Promise.all([findMailbox(tx, enterpriseId, channelId), findChannel(tx, enterpriseId, channelId)]),
  );
  if (!row || !channel || row.state === 'OFF' || !['ACTIVE', 'ERROR'].includes(channel.state) || channel.environment !== 'production')
    return undefined;
  const connection = toConnection(deps, channel);
  const { sealedSecrets: _sealed, ...mailbox } = row;
  const addresses = [row.username, ...row.aliases, connection.config.fromEmail ?? '', channel.contactId];
  return {
    ...mailbox,
    secrets: openSecrets(deps.secrets, row),
    name: channel.name,
    vendor: channel.vendor,
    connection,
    own: [...new Set(addresses.filter((address) => address.includes('@')).map((address) => address.toLowerCase()))],
  };
}
