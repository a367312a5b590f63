import { randomBytes } from 'node:crypto';
import { channelTypes, WebChannelData } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import { changeChannel, findPageChannel, insertChannel } from '../channel/channel.repository.ts';

type Page = { of: string; name: string; environment: 'sandbox' | 'production'; deptId: string };

/** The hidden WEB channel of an encap's page, made when it is first needed. Its name and department follow the encap. @returns its id */
export async function ensurePageChannel(tx: Tx, enterpriseId: string, { of, name, environment, deptId }: Page): Promise<string> {
  const found = await findPageChannel(tx, enterpriseId, of, environment);
  if (found) {
    if (found.name !== name || (found.deptId ?? '') !== deptId)
      await changeChannel(tx, enterpriseId, found.channelId, { name, deptId: deptId || null });
    return found.channelId;
  }
  const { channelId } = await insertChannel(tx, {
    enterpriseId,
    channelId: newId(),
    type: channelTypes.WEB,
    name,
    deptId: deptId || null,
    environment,
    state: 'ACTIVE',
    pageOf: of,
    // No website knows it: the page is reached by its links alone.
    widgetKey: randomBytes(18).toString('base64url'),
    data: JSON.stringify(WebChannelData.parse({ allowedDomains: [], title: name.slice(0, 60), entry: 'queue' })),
  });
  return channelId;
}
