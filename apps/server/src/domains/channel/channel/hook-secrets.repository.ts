import type pg from 'pg';
import type { Secrets } from '#platform/secrets/secrets.ts';

/**
 * Encrypts secrets of callbacks that an earlier version has left in the clear, once at a start after the migration; with the rights of the
 * tables' owner, since they are of every enterprise.
 * @returns how many channels had some
 */
export async function sealHookSecrets(client: pg.ClientBase, secrets: Secrets): Promise<number> {
  const seal = (text: string) => (text === '' ? '' : secrets.encrypt(text));
  await client.query('begin');
  try {
    const { rows } = await client.query<{ enterprise_id: string; channel_id: string; hook_secret: string; former_hook_secret: string }>(
      `select enterprise_id, channel_id, hook_secret, former_hook_secret from channels
       where hook_secret <> '' or former_hook_secret <> '' for update`,
    );
    for (const row of rows)
      await client.query(
        `update channels set hook_secret = '', former_hook_secret = '', sealed_hook_secret = $3, sealed_former_hook_secret = $4
         where enterprise_id = $1 and channel_id = $2`,
        [row.enterprise_id, row.channel_id, seal(row.hook_secret), seal(row.former_hook_secret)],
      );
    await client.query('commit');
    return rows.length;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
