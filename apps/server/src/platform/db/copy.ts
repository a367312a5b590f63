import type { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withoutJit } from './database.ts';

/** `rowCount` is known when the stream has ended. */
export type CopyStream = Readable & { rowCount: number };

/** A transaction of one enterprise on a connection of its own, for COPY: rows pass through as bytes and never become objects. */
export type Copying = {
  query: (text: string, values?: readonly unknown[]) => Promise<void>;
  /** @param text a whole statement `copy (…) to stdout …`; COPY takes no parameters, so nothing that anybody has typed may be in it */
  copyOut: (text: string) => CopyStream;
  close: () => Promise<void>;
};

/** @param connection of the owner; the transaction itself runs as parley_app, behind row-level security like every other */
export async function openCopying(connection: pg.ClientConfig, enterpriseId: string): Promise<Copying> {
  const client = new pg.Client({
    ...connection,
    options: `-c role=parley_app -c timezone=UTC ${withoutJit}`,
    application_name: 'parley-copy',
  });
  client.on('error', () => {}); // the running statement rejects with it
  await client.connect();
  let stream: Readable | undefined;
  const close = async () => {
    stream?.destroy();
    await client.end().catch(() => {});
  };
  try {
    await client.query('begin');
    await client.query("select set_config('app.enterprise_id', $1, true)", [enterpriseId]);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    query: async (text, values = []) => void (await client.query(text, [...values])),
    copyOut(text) {
      const copied = client.query(copyTo(text)) as unknown as CopyStream;
      stream = copied;
      return copied;
    },
    close,
  };
}
